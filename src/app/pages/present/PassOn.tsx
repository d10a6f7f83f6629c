/**
 * What lets the room open what it sees: a code that reads from the back row, and beside it what to type where that is short. A longer
 * address has a code that fills the screen; for what no code can hold there is the file.
 */
import "./pass-on.css";
import { useMemo, useState } from "react";
import { CodePicture } from "../../sharing/Code.tsx";
import { codeOf, readable } from "../../sharing/code-marks.ts";
import { areLinksForHereAlone } from "../../sharing/link-address.ts";
import { Button } from "../../ui/Button.tsx";
import { LargeCode } from "./LargeCode.tsx";

/** Longest part of an address behind `#` that is typed by hand, characters. */
const longestTyped = 24;

export interface PassOnProps {
  /** The whole address; null where there is none, undefined until it is known. */
  readonly link: string | null | undefined;
  /** What whoever opens it can do. */
  readonly invitation: string;
  /** Offers what no code can hold, as a file; null where there is none. */
  readonly onFile: (() => void) | null;
}

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
