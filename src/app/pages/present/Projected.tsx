/** What is shown step by step on a projector: a heading for the back row, a code and an address at every step, and the way on. */
import "./projected.css";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { bindKeys } from "../../shell/keys.ts";
import { CodePicture, isOfThisComputer } from "../../shell/bar/Code.tsx";
import { codeOf } from "../../shell/bar/code-marks.ts";
import { clickerKeys } from "./clicker-keys.ts";

/** Squares along a side up to which a code of this size reads from the back row. */
export const readable = 69;
/** Longest part of an address behind `#` that is typed by hand, characters. */
const longestTyped = 24;

export interface ProjectedProps {
  /** From 0. */
  readonly at: number;
  readonly count: number;
  readonly name: string;
  readonly heading: string;
  /** Whether the heading is an answer, and no question any more. */
  readonly isAnswer: boolean;
  readonly words: ReactNode;
  /** The address of this step; null where there is none that is short enough, undefined until it is known. */
  readonly link: string | null | undefined;
  /** What is beside the code: what whoever opens it can do. */
  readonly invitation: string;
  /** Offers what no code can hold. */
  readonly onFile: () => void;
  readonly onNext: () => void;
  readonly onBack: () => void;
  readonly onLeave: () => void;
  /** What the next press does. */
  readonly nextWords: string;
  readonly dots: ReactNode;
  /** What else stands in the foot. */
  readonly more?: ReactNode;
  readonly children: ReactNode;
}

export function Projected(props: ProjectedProps) {
  const { at, count, name, heading, isAnswer, words, onNext, onBack, onLeave, nextWords, dots, more, children } = props;
  const [isBlack, setBlack] = useState(false);
  const keys = useMemo(
    () =>
      clickerKeys({
        next: isBlack ? () => setBlack(false) : onNext,
        back: isBlack ? () => setBlack(false) : onBack,
        black: () => setBlack(!isBlack),
        leave: isBlack ? () => setBlack(false) : onLeave,
      }),
    [isBlack, onNext, onBack, onLeave],
  );
  useEffect(() => bindKeys(keys, () => true), [keys]);
  return (
    <div className="projected">
      <header>
        <div>
          <h1 data-answer={isAnswer || undefined} tabIndex={-1}>
            {heading}
          </h1>
          <p>{words}</p>
        </div>
        <Address {...props} />
      </header>
      <main className="projected-body">{children}</main>
      <footer>
        <p className="projected-place">
          <b>
            {at + 1} of {count}
          </b>{" "}
          {name}
        </p>
        {dots}
        <div className="row">
          {more}
          <button type="button" className="quiet" onClick={onLeave}>
            Leave
          </button>
          <button type="button" className="primary" onClick={onNext}>
            {nextWords}
          </button>
        </div>
      </footer>
      <p className="visually-hidden" role="status">
        {isBlack ? "The screen is black. Press B to show it again." : isAnswer ? heading : ""}
      </p>
      {isBlack && (
        <button type="button" className="projected-black" aria-label="The screen is black: show it again" onClick={() => setBlack(false)} />
      )}
    </div>
  );
}

/** A code that reads from the back row, and beside it what to type; for what is too long, the file. */
function Address({ link, invitation, onFile }: ProjectedProps) {
  const marks = useMemo(() => (link === null || link === undefined ? null : codeOf(link)), [link]);
  if (link === undefined) return null;
  if (link === null || marks === null || marks.size > readable) {
    return (
      <aside className="projected-code" aria-label="Pass it on">
        <p>
          <span>Too long for a code that reads from the back row.</span>
          <button type="button" className="quiet" onClick={onFile}>
            Save the file
          </button>
        </p>
      </aside>
    );
  }
  const [page, fragment = ""] = link.replace(/^https?:\/\//, "").split("#");
  const typed = fragment.replace(/&seed=ask$/, "");
  return (
    <aside className="projected-code" aria-label="Open it on your own device">
      <p>
        <b>{page.replace(/\/$/, "")}</b>
        <b>{typed.length <= longestTyped ? `#${typed}` : "scan the code"}</b>
        <span>{isOfThisComputer(location) ? "on this computer only" : invitation}</span>
      </p>
      <CodePicture marks={marks} label="QR code of this step" />
    </aside>
  );
}
