/** The link as a QR code, large enough to be read from the back row. */
import "./code.css";
import { useEffect, useState } from "react";
import { formatCount } from "../../words/numbers.ts";
import { areLinksLocal, isLocalAddress } from "./link-address.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { documentLink } from "./link.ts";
import { type QrCodeMarks, qrCodeOf } from "./qr-code.ts";
import { Button } from "../ui/Button.tsx";
import { usePage } from "../hooks.ts";

export function QrCodeSheet() {
  const { overlay } = usePage();
  const code = useLinkQrCode();
  return (
    <Dialog title="QR code" className="code-sheet" onClose={overlay.closeSheet}>
      {code === undefined ? (
        <p className="muted">…</p>
      ) : code === null ? (
        <p>This scenario is too large for a QR code; send the file.</p>
      ) : (
        <QrCodeContent {...code} />
      )}
    </Dialog>
  );
}

/** The QR code with a note on its size and on where it can be read. */
function QrCodeContent({ link, marks }: { readonly link: string; readonly marks: QrCodeMarks }) {
  const { overlay } = usePage();
  return (
    <>
      <QrCodePicture marks={marks} />
      <p className="muted">
        {formatCount(link.length)} characters, {marks.size} × {marks.size} squares: {readingDistance(marks.size)}
        {areLinksLocal() && " This address opens only on this computer."}
      </p>
      {isLocalAddress(location) && (
        <Button variant="underlined" onClick={() => overlay.showSheet("address")}>
          Link address
        </Button>
      )}
    </>
  );
}

/** A phone reads a code from about ten times its width, or from less if the squares are small. */
function readingDistance(size: number): string {
  return size <= 61 ? "readable from the back row." : "readable only from close by; a shorter scenario has larger squares.";
}

/** The code, black on white in every theme, because cameras require it. */
export function QrCodePicture({
  marks: { size, path },
  label = "QR code of the link to this scenario",
}: {
  readonly marks: QrCodeMarks;
  readonly label?: string;
}) {
  return (
    <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

/** The QR code of the current link: undefined until it is computed, null if the link is too long. */
export function useLinkQrCode(): { readonly link: string; readonly marks: QrCodeMarks } | null | undefined {
  const page = usePage();
  const [code, setCode] = useState<{ readonly link: string; readonly marks: QrCodeMarks } | null>();
  useEffect(() => {
    let isUnmounted = false;
    void documentLink(page).then((link) => {
      if (isUnmounted) return;
      const marks = link === null ? null : qrCodeOf(link);
      setCode(link === null || marks === null ? null : { link, marks });
    });
    return () => void (isUnmounted = true);
  }, [page]);
  return code;
}
