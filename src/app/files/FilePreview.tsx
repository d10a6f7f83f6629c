/** Preview of a file before anything changes: its format and content, what is irregular, and what could not be read. */
import "./preview.css";
import { type CSSProperties, useEffect, useLayoutEffect, useState } from "react";
import { useStore } from "zustand";
import { describeIssues } from "../../core/base/errors.ts";
import { capitalize, isolateDirection } from "../../core/base/words.ts";
import { nameOfLink, nameOfNode, type Network } from "../../core/network/network.ts";
import type { Irregularity } from "../../formats/recognition/contract.ts";
import { linesText } from "../../formats/diagnostics.ts";
import { formatCount } from "../../words/numbers.ts";
import type { InspectedFile } from "../../worker/inspected-file.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { useOverlay } from "../hooks.ts";
import { ColumnRoles } from "./ColumnRoles.tsx";
import { NetworkPicture, PairsPicture } from "./FilePicture.tsx";
import { focusWhenMounted } from "./focus-when-mounted.ts";
import { CounterPreview } from "./CounterPreview.tsx";
import { contentSummary, unreadSentence, withArticle } from "./file-sentences.ts";
import { Button } from "../ui/Button.tsx";
import type { FileSession } from "./file-session.ts";

/** Milliseconds before the preview appears as "Reading"; a faster reader shows its result directly. */
const readingDelay = 250;
/** Reasons for unreadable lines that are shown before "Show all". */
const maxReasonsShown = 4;
/** Elements that the sentence about an irregularity names, at most. */
const maxNamedElements = 4;

export function FilePreview() {
  const session = useOverlay(({ fileSession }) => fileSession);
  return session === null ? null : <PreviewDialog key={session.id} session={session} />;
}

/**
 * The dialog that previews a file before its content is used: its content, the progress of reading, or the reason why it could not be read.
 * It appears when the file has been read, or after {@link readingDelay}, in ms.
 */
function PreviewDialog({ session }: { readonly session: FileSession }) {
  const { fractionRead, isReading, content, failure } = useStore(session.state);
  const [isDelayed, setDelayed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDelayed(true), readingDelay);
    return () => clearTimeout(timer);
  }, []);
  const stageTop = useStageTop();
  if (content === null && failure === null && !isDelayed) return null;
  const title = session.name === "" ? "Pasted text" : isolateDirection(session.name);
  return (
    <Dialog title={title} className="file-preview" isModal={false} onClose={session.leave}>
      <div className="file-preview-body" style={{ "--top": `${stageTop}px` } as CSSProperties} aria-busy={isReading}>
        {failure !== null ? (
          <p role="alert">The file could not be read: {failure}</p>
        ) : content === null ? (
          <ReadingProgress part={fractionRead} session={session} />
        ) : (
          <ContentPreview key={content.format?.id} content={content} session={session} isReading={isReading} />
        )}
      </div>
    </Dialog>
  );
}

function ReadingProgress({ part, session }: { readonly part: number; readonly session: FileSession }) {
  return (
    <p className="file-preview-reading">
      <label>
        Reading <progress value={part} max={1} />
      </label>
      <Button variant="underlined" onClick={session.leave}>
        Cancel
      </Button>
    </p>
  );
}

/** The content of a file that has been read, with the buttons to use it, to read it in another format, or to close. */
function ContentPreview({
  content,
  session,
  isReading,
}: {
  readonly content: InspectedFile;
  readonly session: FileSession;
  readonly isReading: boolean;
}) {
  const [pointedNumber, setPointedNumber] = useState(0);
  const { contents, format, issues, refused } = content;
  if (contents?.is === "counters")
    return (
      <CounterPreview counters={contents.counters} session={session}>
        <UnreadLines {...content} />
      </CounterPreview>
    );
  const isNetwork = contents?.is === "network";
  const recognized = isNetwork ? contents.found : null;
  const isUsable = contents !== null && issues.length === 0 && refused === null;
  return (
    <>
      <div className="file-preview-text">
        <div className="file-preview-scroll">
          <p className="file-preview-lead">{contentSummary(content)}</p>
          {refused !== null && <p>{refused}</p>}
          {format === null && content.firstLine !== "" && refused?.includes(content.firstLine) !== true && (
            <p className="file-preview-raw">{content.firstLine}</p>
          )}
          {describeIssues(issues.map((issue) => ({ ...issue, path: "" }))).map((line) => (
            <p key={line}>{capitalize(line)}</p>
          ))}
          {recognized !== null && <p>{[`The network is ${withArticle(recognized.title)}.`, ...recognized.sentences].join(" ")}</p>}
          {isNetwork && recognized === null && isUsable && (
            <p>
              {contents.isPlaced
                ? "The topology is not of a known family, so the drawing uses the positions in the file."
                : "The topology is not of a known family, so the drawing is arranged by its links."}
            </p>
          )}
          {recognized !== null && recognized.irregularities.length > 0 && (
            <ol>
              {recognized.irregularities.map((irregularity, i) => (
                <li key={i} data-highlighted={pointedNumber === i + 1 || undefined}>
                  <Button
                    onPointerEnter={() => setPointedNumber(i + 1)}
                    onPointerLeave={() => setPointedNumber(0)}
                    onFocus={() => setPointedNumber(i + 1)}
                    onBlur={() => setPointedNumber(0)}
                  >
                    <span className="file-preview-number">{i + 1}</span>
                    <span>{irregularity.sentence}</span>
                  </Button>
                  {contents?.is === "network" && contents.network !== null && <AllElements {...irregularity} network={contents.network} />}
                </li>
              ))}
            </ol>
          )}
          {recognized?.irregularities.length === 0 && <p>The network has no irregularities.</p>}
          {content.columns !== null && <ColumnRoles columns={content.columns} onAssign={(columns) => void session.read({ columns })} />}
          {content.guesses.map((guess) => (
            <p key={guess} className="muted">
              {guess}
            </p>
          ))}
          <UnreadLines {...content} />
          {content.otherFormats.length > 0 && (
            <p className="muted">
              Or read it as{" "}
              {content.otherFormats.map(({ id, title }, i) => (
                <span key={id}>
                  {i > 0 && ", "}
                  <Button variant="underlined" onClick={() => void session.read({ format: id })}>
                    {title}
                  </Button>
                </span>
              ))}
              .
            </p>
          )}
          {isUsable && <p className="muted">{[...content.changes, "Undo restores the previous scenario."].join(" ")}</p>}
        </div>
        <div className="file-preview-end row">
          {isUsable ? (
            <Button ref={focusWhenMounted} variant="primary" isBusy={isReading} onClick={() => void session.apply()}>
              Use it
            </Button>
          ) : (
            <Button ref={focusWhenMounted} variant="primary" onClick={session.leave}>
              Close
            </Button>
          )}
          <span className="muted">{isUsable ? "Esc or × closes without changes." : "Nothing has changed."}</span>
        </div>
      </div>
      {contents !== null && contents.is === "network" && contents.network !== null && (
        <div className="file-preview-picture">
          <NetworkPicture network={contents.network} irregular={recognized?.irregularities ?? noIrregularities} pointed={pointedNumber} />
        </div>
      )}
      {contents !== null && (contents.is === "traffic" || contents.is === "program") && (
        <div className="file-preview-picture">
          <PairsPicture ends={contents.ends} {...contents.pairs} />
        </div>
      )}
    </>
  );
}

const noIrregularities = [] as const;

/**
 * A list, to be expanded, of all elements of an irregularity, if the sentence about it names only the first few. `between` are pairs of
 * nodes, such as the ends of missing links.
 */
function AllElements({ nodes, channels, between, network }: Irregularity & { readonly network: Network }) {
  const links = [
    ...between.map((ends) => ends.map((node) => nameOfNode(network, node)).join(" – ")),
    ...channels.map((channel) => nameOfLink(network, channel)),
  ];
  const names = links.length > 0 ? links : nodes.map((node) => nameOfNode(network, node));
  if (names.length <= maxNamedElements) return null;
  return (
    <details>
      <summary>All {formatCount(names.length)}</summary>
      <ul className="muted">
        {names.map((name, i) => (
          <li key={i}>{name}</li>
        ))}
      </ul>
    </details>
  );
}

/**
 * The reasons why lines of a file could not be read, the most frequent first, each with an example. `unread` is the number of these lines.
 * Not shown if the file was refused and there is only one reason, because the refusal already states this reason.
 */
function UnreadLines({ reasons, unread, lines, refused }: Pick<InspectedFile, "reasons" | "unread" | "lines" | "refused">) {
  const [isExpanded, setExpanded] = useState(false);
  if (unread === 0 || (refused !== null && reasons.length <= 1)) return null;
  const shownReasons = isExpanded ? reasons : reasons.slice(0, maxReasonsShown);
  return (
    <div className="file-preview-unread">
      <p>{unreadSentence(unread, lines)}</p>
      <ul>
        {shownReasons.map(({ lines: lineNumbers, text: exampleText, why: reason, count }, i) => (
          <li key={i}>
            {lineNumbers[0] !== undefined && <span className="file-preview-line">{formatCount(lineNumbers[0])}</span>}
            <span>
              {exampleText !== "" && <code>{exampleText}</code>} {reason}
              {count > 1 && ` (${linesText(count, lineNumbers)})`}
            </span>
          </li>
        ))}
      </ul>
      {!isExpanded && reasons.length > maxReasonsShown && (
        <Button variant="underlined" onClick={() => setExpanded(true)}>
          {`Show all ${formatCount(reasons.length)} reasons`}
        </Button>
      )}
    </div>
  );
}

/** Top of the stage in pixels: the preview covers the stage, but not what is above it. */
function useStageTop(): number {
  const [top, setTop] = useState(64);
  useLayoutEffect(() => {
    const update = () => {
      const stage = document.getElementById("stage");
      if (stage !== null) setTop(Math.max(48, Math.min(innerHeight / 3, stage.getBoundingClientRect().top)));
    };
    update();
    addEventListener("resize", update);
    return () => removeEventListener("resize", update);
  }, []);
  return top;
}
