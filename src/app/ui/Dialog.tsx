/** The browser's own dialog: it keeps the focus inside while it is modal, and gives it back when it closes. */
import "./dialog.css";
import { type ComponentProps, type MouseEvent, type ReactNode, useEffectEvent, useLayoutEffect, useRef } from "react";
import { IconButton } from "./IconButton.tsx";
import { CloseIcon } from "./icons.tsx";
import { restoreFocus } from "./restore-focus.ts";

export interface DialogProps extends ComponentProps<"dialog"> {
  readonly title: string;
  /** A modal dialog covers the page; the other leaves the page in use beside it. */
  readonly isModal?: boolean;
  /** Whether the title and a cross are at its top; without them its content has a way to close it. */
  readonly hasHead?: boolean;
  /** What gets the focus afterwards; what had it before when absent. */
  readonly returnFocusTo?: HTMLElement;
  /** Is called once it is open, to place it or to give the focus to something else than its first control. */
  readonly onOpen?: (dialog: HTMLDialogElement) => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Open as long as it is mounted. */
export function Dialog({
  title,
  isModal = true,
  hasHead = true,
  returnFocusTo,
  onOpen,
  onClose,
  onClick,
  onKeyDown,
  children,
  ...own
}: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const opened = useEffectEvent((element: HTMLDialogElement) => onOpen?.(element));
  // A dialog that left the page while it is open would take the focus with it.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element === null) return;
    const before = returnFocusTo ?? document.activeElement;
    if (isModal) element.showModal();
    else element.show();
    opened(element);
    return () => {
      element.close();
      restoreFocus(before);
    };
  }, [isModal, returnFocusTo]);
  return (
    <dialog
      {...own}
      ref={dialog}
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault();
        event.stopPropagation();
        onClose();
      }}
      onKeyDown={(event) => {
        onKeyDown?.(event);
        if (event.key !== "Escape" || event.defaultPrevented) return;
        event.preventDefault();
        event.stopPropagation();
        onClose();
      }}
      onClick={(event) => {
        onClick?.(event);
        if (isModal && event.target === dialog.current && isOutside(event, dialog.current)) onClose();
      }}
    >
      {hasHead ? (
        <div className="sheet-body">
          <div className="sheet-head row">
            <h2>{title}</h2>
            <IconButton label="Close" onClick={onClose}>
              <CloseIcon />
            </IconButton>
          </div>
          {children}
        </div>
      ) : (
        children
      )}
    </dialog>
  );
}

/** Whether a press on a dialog was beside its box: its backdrop belongs to it. */
function isOutside({ clientX: x, clientY: y }: MouseEvent, dialog: Element): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  return x < left || x > right || y < top || y > bottom;
}
