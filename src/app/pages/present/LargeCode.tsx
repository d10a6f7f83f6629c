/** A code as large as the screen, for what is too long for a corner of it: any press of a key or a tap takes it away. */
import "./large-code.css";
import { CodePicture } from "../../sharing/Code.tsx";
import type { CodeMarks } from "../../sharing/code-marks.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";

export function LargeCode({ marks, onClose }: { readonly marks: CodeMarks; readonly onClose: () => void }) {
  const title = "QR code of what is shown";
  return (
    <Dialog
      title={title}
      hasHead={false}
      className="large-code"
      onClose={onClose}
      onClick={onClose}
      onKeyDown={(event) => {
        // No clicker turns the page behind it.
        event.preventDefault();
        event.stopPropagation();
        onClose();
      }}
    >
      <CodePicture marks={marks} label={title} />
      <Button variant="primary">Close</Button>
    </Dialog>
  );
}
