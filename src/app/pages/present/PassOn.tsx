/**
 * Lets the audience open what is shown: a QR code that is readable from the back row, with the address next to it if it is short. A longer
 * link has a code that fills the screen; if it is too long for any code, it can be saved as a file.
 */
import "./pass-on.css";
import { useMemo, useState } from "react";
import { CodePicture } from "../../sharing/Code.tsx";
import { codeOf, readable } from "../../sharing/code-marks.ts";
import { areLinksForHereAlone } from "../../sharing/link-address.ts";
import { Button } from "../../ui/Button.tsx";
import { LargeCode } from "./LargeCode.tsx";

/** Maximum number of characters after `#` that a person would type. */
const longestTyped = 24;

export interface PassOnProps {
  /** The full address; null if there is none, undefined until it is known. */
  readonly link: string | null | undefined;
  /** Tells the audience what they can do with the link. */
  readonly invitation: string;
  /** Saves the content as a file, if it is too long for a QR code; null if it cannot be saved. */
  readonly onFile: (() => void) | null;
}

/** Shows the QR code if it is readable at this size; otherwise offers the large code or the file. */
export function PassOn({ link, invitation, onFile }: PassOnProps) {
  const marks = useMemo(() => (link === null || link === undefined ? null : codeOf(link)), [link]);
  const [isLarge, setLarge] = useState(false);
  if (link === undefined) return null;
  if (link === null || marks === null || marks.size > readable) {
    return (
      <aside className="pass-on" aria-label="Pass it on">
        <p>
          <span>{marks === null ? "Too long for a code." : "Too long for a code in this corner."}</span>
          {marks !== null && (
            <Button variant="underlined" onClick={() => setLarge(true)}>
              Show its code large
            </Button>
          )}
          {onFile !== null && (
            <Button variant="underlined" onClick={onFile}>
              Save the file
            </Button>
          )}
        </p>
        {marks !== null && isLarge && <LargeCode marks={marks} onClose={() => setLarge(false)} />}
      </aside>
    );
  }
  const [page, fragment = ""] = link.replace(/^https?:\/\//, "").split("#");
  const typed = fragment.replace(/&seed=ask$/, "");
  return (
    <aside className="pass-on" aria-label="Open it on your own device">
      <p>
        {typed.length <= longestTyped ? (
          <>
            <b>{page.replace(/\/$/, "")}</b>
            <b>#{typed}</b>
          </>
        ) : (
          <b>Scan the code</b>
        )}
        <span>{areLinksForHereAlone() ? "on this computer only" : invitation}</span>
      </p>
      <CodePicture marks={marks} label="QR code of what is shown" />
    </aside>
  );
}
