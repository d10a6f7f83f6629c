/** A QR code that fills the screen, for links that are too long for a code in the corner. Any key or tap closes it. */
import "./large-code.css";
import { QrCodePicture } from "../../sharing/QrCodeSheet.tsx";
import type { QrCodeMarks } from "../../sharing/qr-code.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";

/**
 * The QR code of the current link, as large as the screen, for links that are too long for a code in the corner of a slide. Any key or
 * click closes it.
 */
export function LargeCode({ marks, onClose }: { readonly marks: QrCodeMarks; readonly onClose: () => void }) {
  const title = "QR code of this view";
  return (
    <Dialog
      title={title}
      hasHead={false}
      className="large-code"
      onClose={onClose}
      onClick={onClose}
      onKeyDown={(event) => {
        // Keep clickers from turning the page behind the code.
        event.preventDefault();
        event.stopPropagation();
        onClose();
      }}
    >
      <QrCodePicture marks={marks} label={title} />
      <Button variant="primary">Close</Button>
    </Dialog>
  );
}
