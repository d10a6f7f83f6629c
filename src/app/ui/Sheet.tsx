/** A dialog of the browser's own: it keeps the focus inside when it is modal, and gives it back when it closes. */
import "./sheet.css";
import { type ReactNode, useEffect, useRef } from "react";
import { CloseIcon } from "./icons.tsx";

export interface SheetProps {
  readonly title: string;
  readonly className: string;
  /** A modal sheet stands before the page; the other leaves the page in use beside it. */
  readonly isModal: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Open as long as it is mounted. */
export function Sheet({ title, className, isModal, onClose, children }: SheetProps) {
  const sheet = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = sheet.current;
    if (dialog === null) return;
    const before = document.activeElement;
    if (isModal) dialog.showModal();
    else dialog.show();
    return () => {
      dialog.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [isModal]);
  return (
    <dialog
      ref={sheet}
      className={className}
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.defaultPrevented) return;
        event.preventDefault();
        event.stopPropagation();
        onClose();
      }}
      onClick={(event) => event.target === sheet.current && isModal && onClose()}
    >
      <div className="sheet-body">
        <div className="sheet-head row">
          <h2>{title}</h2>
          <button type="button" className="icon" aria-label="Close" onClick={onClose}>
            <CloseIcon />
          </button>
        </div>
        {children}
      </div>
    </dialog>
  );
}
