/** A code as large as the screen, for what is too long for a corner of it: any press of a key or a tap takes it away. */
import "./large-code.css";
import { useLayoutEffect, useRef } from "react";
import { CodePicture } from "../../sharing/Code.tsx";
import type { CodeMarks } from "../../sharing/code-marks.ts";

export function LargeCode({ marks, onClose }: { readonly marks: CodeMarks; readonly onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const own = dialog.current;
    own?.showModal();
    return () => own?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className="large-code"
      aria-label="QR code of what is shown"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={onClose}
      onKeyDown={(event) => {
        // No clicker turns the page behind it.
        event.preventDefault();
        event.stopPropagation();
        onClose();
      }}
    >
      <CodePicture marks={marks} label="QR code of what is shown" />
      <button type="button" className="primary">
        Close
      </button>
    </dialog>
  );
}
