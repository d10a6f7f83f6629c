/** Preview of a file before anything changes: its format and content, what is irregular, and what could not be read. */
import "./preview.css";
import { type CSSProperties, useEffect, useLayoutEffect, useState } from "react";
import { useStore } from "zustand";
import { describeIssues } from "../../core/base/errors.ts";
import { capital, isolated } from "../../core/base/words.ts";
import { nameOfLink, nameOfNode, type Network } from "../../core/network/network.ts";
import type { Irregularity } from "../../formats/recognition/contract.ts";
import { sayLines } from "../../formats/told.ts";
import { formatCount } from "../../words/numbers.ts";
import type { Looked } from "../../worker/looked.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { useOverlay } from "../hooks.ts";
import { Columns } from "./Columns.tsx";
import { NetworkPicture, PairsPicture } from "./FilePicture.tsx";
import { focused } from "./focused.ts";
import { FoundCounters } from "./FoundCounters.tsx";
import { leadOf, unreadOf, withArticle } from "./say.ts";
import { Button } from "../ui/Button.tsx";
import type { Session } from "./session.ts";

/** Milliseconds before the preview appears as "Reading"; a faster reader shows its result directly. */
const soon = 250;
/** Reasons for unreadable lines that are shown before "Show all". */
const fewLines = 4;
/** Elements that the sentence about an irregularity names, at most. */
const mostSaid = 4;

export function Preview() {
  const session = useOverlay(({ brought }) => brought);
  return session === null ? null : <Shown key={session.id} session={session} />;
}

/** The dialog of a preview. It appears when the file has been read, or after {@link readingDelay}. */
function Shown({ session }: { readonly session: Session }) {
  const { part, isReading, looked, failed } = useStore(session.state);
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), soon);
    return () => clearTimeout(timer);
  }, []);
  const top = useStageTop();
  if (looked === null && failed === null && !isLate) return null;
  const title = session.name === "" ? "What you pasted" : isolated(session.name);
  return (
    <Dialog title={title} className="brought" isModal={false} onClose={session.leave}>
      <div className="brought-body" style={{ "--top": `${top}px` } as CSSProperties} aria-busy={isReading}>
        {failed !== null ? (
          <p role="alert">It could not be looked at: {failed}</p>
        ) : looked === null ? (
          <Reading part={part} session={session} />
        ) : (
          <Found key={looked.format?.id} looked={looked} session={session} isReading={isReading} />
        )}
      </div>
    </Dialog>
  );
}

function Reading({ part, session }: { readonly part: number; readonly session: Session }) {
  return (
    <p className="brought-reading">
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
function Found({ looked, session, isReading }: { readonly looked: Looked; readonly session: Session; readonly isReading: boolean }) {
  const [pointed, setPointed] = useState(0);
  const { holds, format, issues, refused } = looked;
  if (holds?.is === "counters")
    return (
      <FoundCounters counters={holds.counters} session={session}>
        <Unread {...looked} />
      </FoundCounters>
    );
  const isNetwork = holds?.is === "network";
  const found = isNetwork ? holds.found : null;
  const isUsable = holds !== null && issues.length === 0 && refused === null;
  return (
    <>
      <div className="brought-text">
        <div className="brought-scroll">
          <p className="brought-lead">{leadOf(looked)}</p>
          {refused !== null && <p>{refused}</p>}
          {format === null && looked.firstLine !== "" && refused?.includes(looked.firstLine) !== true && (
            <p className="brought-raw">{looked.firstLine}</p>
          )}
          {describeIssues(issues.map((issue) => ({ ...issue, path: "" }))).map((line) => (
            <p key={line}>{capital(line)}</p>
          ))}
          {found !== null && <p>{[`It is ${withArticle(found.title)}.`, ...found.said].join(" ")}</p>}
          {isNetwork && found === null && isUsable && (
            <p>
              {holds.isPlaced
                ? "It is of no family known here, so it stands where the file puts it."
                : "It is of no family known here, so it is drawn as it hangs together."}
            </p>
          )}
          {found !== null && found.irregular.length > 0 && (
            <ol>
              {found.irregular.map((each, i) => (
                <li key={i} data-pointed={pointed === i + 1 || undefined}>
                  <Button
                    onPointerEnter={() => setPointed(i + 1)}
                    onPointerLeave={() => setPointed(0)}
                    onFocus={() => setPointed(i + 1)}
                    onBlur={() => setPointed(0)}
                  >
                    <span className="brought-number">{i + 1}</span>
                    <span>{each.said}</span>
                  </Button>
                  {holds?.is === "network" && holds.network !== null && <All {...each} network={holds.network} />}
                </li>
              ))}
            </ol>
          )}
          {found?.irregular.length === 0 && <p>Nothing in it is irregular.</p>}
          {looked.columns !== null && <Columns columns={looked.columns} onTake={(columns) => void session.ask({ columns })} />}
          {looked.guesses.map((guess) => (
            <p key={guess} className="muted">
              {guess}
            </p>
          ))}
          <Unread {...looked} />
          {looked.others.length > 0 && (
            <p className="muted">
              Or read it as{" "}
              {looked.others.map(({ id, title }, i) => (
                <span key={id}>
                  {i > 0 && ", "}
                  <Button variant="underlined" onClick={() => void session.ask({ format: id })}>
                    {title}
                  </Button>
                </span>
              ))}
              .
            </p>
          )}
          {isUsable && <p className="muted">{[...looked.changes, "Undo brings back what was there."].join(" ")}</p>}
        </div>
        <div className="brought-end row">
          {isUsable ? (
            <Button ref={focused} variant="primary" isBusy={isReading} onClick={() => void session.use()}>
              Use it
            </Button>
          ) : (
            <Button ref={focused} variant="primary" onClick={session.leave}>
              Close
            </Button>
          )}
          <span className="muted">{isUsable ? "Esc or × changes nothing." : "Everything is as it was."}</span>
        </div>
      </div>
      {holds !== null && holds.is === "network" && holds.network !== null && (
        <div className="brought-picture">
          <NetworkPicture network={holds.network} irregular={found?.irregular ?? none} pointed={pointed} />
        </div>
      )}
      {holds !== null && (holds.is === "traffic" || holds.is === "program") && (
        <div className="brought-picture">
          <PairsPicture ends={holds.ends} {...holds.pairs} />
        </div>
      )}
    </>
  );
}

const none = [] as const;

/** All elements of an irregularity, if its sentence names only the first few. */
function All({ nodes, channels, between, network }: Irregularity & { readonly network: Network }) {
  const links = [
    ...between.map((ends) => ends.map((node) => nameOfNode(network, node)).join(" – ")),
    ...channels.map((channel) => nameOfLink(network, channel)),
  ];
  const all = links.length > 0 ? links : nodes.map((node) => nameOfNode(network, node));
  if (all.length <= mostSaid) return null;
  return (
    <details>
      <summary>All {formatCount(all.length)}</summary>
      <ul className="muted">
        {all.map((name, i) => (
          <li key={i}>{name}</li>
        ))}
      </ul>
    </details>
  );
}

/** Why lines could not be read, the most frequent reasons first. Not shown if the refusal already gives the only reason. */
function Unread({ reasons, unread, lines, refused }: Pick<Looked, "reasons" | "unread" | "lines" | "refused">) {
  const [isAll, setAll] = useState(false);
  if (unread === 0 || (refused !== null && reasons.length <= 1)) return null;
  const shown = isAll ? reasons : reasons.slice(0, fewLines);
  return (
    <div className="brought-unread">
      <p>{unreadOf(unread, lines)}</p>
      <ul>
        {shown.map(({ lines: [first], lines: own, text, why, count }, i) => (
          <li key={i}>
            {first !== undefined && <span className="brought-line">{formatCount(first)}</span>}
            <span>
              {text !== "" && <code>{text}</code>} {why}
              {count > 1 && ` (${sayLines(count, own)})`}
            </span>
          </li>
        ))}
      </ul>
      {!isAll && reasons.length > fewLines && (
        <Button variant="underlined" onClick={() => setAll(true)}>
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
    const measure = () => {
      const stage = document.getElementById("stage");
      if (stage !== null) setTop(Math.max(48, Math.min(innerHeight / 3, stage.getBoundingClientRect().top)));
    };
    measure();
    addEventListener("resize", measure);
    return () => removeEventListener("resize", measure);
  }, []);
  return top;
}
