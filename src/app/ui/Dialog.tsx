/** The browser's dialog element. A modal dialog traps the focus; every dialog returns it when it closes. */
import "./dialog.css";
import { type ComponentProps, type MouseEvent, type ReactNode, useEffectEvent, useLayoutEffect, useRef } from "react";
import { IconButton } from "./IconButton.tsx";
import { CloseIcon } from "./icons.tsx";
import { restoreFocus } from "./restore-focus.ts";

export interface DialogProps extends ComponentProps<"dialog"> {
  readonly title: string;
  /** A modal dialog makes the rest of the page inert; another one does not. */
  readonly isModal?: boolean;
  /** Whether to show the title and a close button. Without them, the content must provide a way to close. */
  readonly hasHead?: boolean;
  /** The element that gets the focus when the dialog closes; by default the element that had it before. */
  readonly returnFocusTo?: HTMLElement;
  /** Called when the dialog is open, to position it or to focus another element than its first control. */
  readonly onOpen?: (dialog: HTMLDialogElement) => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A dialog that is open while it is mounted. */
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
  ...dialogProps
}: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const callOnOpen = useEffectEvent((element: HTMLDialogElement) => onOpen?.(element));
  // Close before unmounting: the focus would be lost if an open dialog left the page.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (element === null) return;
    const focusedBefore = returnFocusTo ?? document.activeElement;
    if (isModal) element.showModal();
    else element.show();
    callOnOpen(element);
    return () => {
      element.close();
      restoreFocus(focusedBefore);
    };
  }, [isModal, returnFocusTo]);
  return (
    <dialog
      {...dialogProps}
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
        if (isModal && event.target === dialog.current && isOnBackdrop(event, dialog.current)) onClose();
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

/** Whether a click was on the backdrop, which belongs to the dialog element. */
function isOnBackdrop({ clientX: x, clientY: y }: MouseEvent, dialog: Element): boolean {
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  return x < left || x > right || y < top || y > bottom;
}
