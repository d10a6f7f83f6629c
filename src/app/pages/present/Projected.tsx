/** A slide for a projector: a large heading, a QR code with the address, the content, and navigation. */
import "./projected.css";
import { type ReactNode, useEffect, useState } from "react";
import { bindKeys } from "../../ui/keys.ts";
import { PassOn, type PassOnProps } from "./PassOn.tsx";
import { blackKey, clickerKeys } from "./clicker-keys.ts";
import { Button } from "../../ui/Button.tsx";
import { usePage } from "../../hooks.ts";

export interface ProjectedProps extends PassOnProps {
  /** Index of the slide, from 0. */
  readonly at: number;
  readonly count: number;
  readonly name: string;
  readonly heading: ReactNode;
  /** Whether the heading is already the answer instead of the question. */
  readonly isAnswer?: boolean;
  /** Whether the next key press leaves the slide. False while it still reveals an answer. */
  readonly isOver?: boolean;
  readonly words: ReactNode;
  readonly onNext: () => void;
  readonly onBack: () => void;
  readonly onLeave: () => void;
  /** Label of the button for the next step. */
  readonly nextWords: string;
  readonly dots: ReactNode;
  /** Additional controls in the footer. */
  readonly more?: ReactNode;
  readonly children: ReactNode;
}

/** The slide. Its keys also work if single-key shortcuts are turned off, except for the key that turns the screen black. */
export function Projected(props: ProjectedProps) {
  const {
    at,
    count,
    name,
    heading,
    isAnswer = false,
    isOver = true,
    words,
    link,
    invitation,
    onFile,
    onNext,
    onBack,
    onLeave,
    nextWords,
    dots,
    more,
    children,
  } = props;
  const { overlay } = usePage();
  const [isBlack, setBlack] = useState(false);
  const show = () => setBlack(false);
  // On the last slide the clicker does nothing, so that one press too many does not end the lecture. The button and Escape leave it.
  const onward = at === count - 1 && isOver ? () => {} : onNext;
  const keys = clickerKeys({ next: isBlack ? show : onward, back: isBlack ? show : onBack, leave: isBlack ? show : onLeave });
  const black = blackKey(() => setBlack(!isBlack));
  useEffect(() => bindKeys(keys, () => true));
  useEffect(() => bindKeys([black], () => overlay.getState().hasSingleKeys));
  return (
    <div className="projected">
      <header>
        <div>
          <h1 data-answer={isAnswer || undefined} tabIndex={-1}>
            {heading}
          </h1>
          <p>{words}</p>
        </div>
        <PassOn link={link} invitation={invitation} onFile={onFile} />
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
          <Button variant="underlined" onClick={onLeave}>
            Leave
          </Button>
          <Button variant="primary" onClick={onNext}>
            {nextWords}
          </Button>
        </div>
      </footer>
      <p className="visually-hidden" role="status">
        {isBlack ? "The screen is black. Press B to show it again." : heading}
      </p>
      {isBlack && <Button className="projected-black" aria-label="The screen is black: show it again" onClick={() => setBlack(false)} />}
    </div>
  );
}
