/**
 * Lets the audience open what is shown: a QR code that is readable from the back row, with the address next to it if it is short. A longer
 * link has a code that fills the screen; if it is too long for any code, it can be saved as a file.
 */
import "./share-corner.css";
import { useMemo, useState } from "react";
import { QrCodePicture } from "../../sharing/QrCodeSheet.tsx";
import { qrCodeOf, maxReadableSize } from "../../sharing/qr-code.ts";
import { areLinksLocal } from "../../sharing/link-address.ts";
import { Button } from "../../ui/Button.tsx";
import { LargeCode } from "./LargeCode.tsx";

/** Maximum number of characters after `#` that a person would type. */
const maxTypedLength = 24;

export interface ShareCornerProps {
  /** The full address; null if there is none, undefined until it is known. */
  readonly link: string | null | undefined;
  /** Tells the audience what they can do with the link. */
  readonly invitation: string;
  /** Saves the content as a file, if it is too long for a QR code; null if it cannot be saved. */
  readonly onFile: (() => void) | null;
}

/**
 * The corner of a slide from which the audience opens the link on their own devices: its QR code, with the address as text if it is short
 * enough to type. If the code is not readable at this size, it offers the large code or the file. `link` is undefined while it is written,
 * null if the document is too long for a link.
 */
export function ShareCorner({ link, invitation, onFile }: ShareCornerProps) {
  const codeMarks = useMemo(() => (link === null || link === undefined ? null : qrCodeOf(link)), [link]);
  const [isLarge, setLarge] = useState(false);
  if (link === undefined) return null;
  if (link === null || codeMarks === null || codeMarks.size > maxReadableSize) {
    return (
      <aside className="share-corner" aria-label="Share">
        <p>
          <span>{codeMarks === null ? "Too long for a QR code." : "Too long for a QR code in this corner."}</span>
          {codeMarks !== null && (
            <Button variant="underlined" onClick={() => setLarge(true)}>
              Enlarge the code
            </Button>
          )}
          {onFile !== null && (
            <Button variant="underlined" onClick={onFile}>
              Save the file
            </Button>
          )}
        </p>
        {codeMarks !== null && isLarge && <LargeCode marks={codeMarks} onClose={() => setLarge(false)} />}
      </aside>
    );
  }
  const [page, fragment = ""] = link.replace(/^https?:\/\//, "").split("#");
  // The request that each device takes its own seed (`seed=ask`) is left out of what is typed.
  const typedFragment = fragment.replace(/&seed=ask$/, "");
  return (
    <aside className="share-corner" aria-label="Open it on your own device">
      <p>
        {typedFragment.length <= maxTypedLength ? (
          <>
            <b>{page.replace(/\/$/, "")}</b>
            <b>#{typedFragment}</b>
          </>
        ) : (
          <b>Scan the code</b>
        )}
        <span>{areLinksLocal() ? "on this computer only" : invitation}</span>
      </p>
      <QrCodePicture marks={codeMarks} label="QR code of this view" />
    </aside>
  );
}
