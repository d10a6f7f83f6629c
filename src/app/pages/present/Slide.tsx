/** A slide for a projector: a large heading, a QR code with the address, the content, and navigation. */
import "./projected.css";
import { type ReactNode, useEffect, useState } from "react";
import { bindShortcuts } from "../../ui/shortcuts.ts";
import { ShareCorner, type ShareCornerProps } from "./ShareCorner.tsx";
import { blackScreenKey, clickerKeys } from "./clicker-keys.ts";
import { Button } from "../../ui/Button.tsx";
import { usePage } from "../../hooks.ts";

export interface SlideProps extends ShareCornerProps {
  /** Index of the slide, from 0. */
  readonly slideIndex: number;
  readonly slideCount: number;
  readonly name: string;
  readonly heading: ReactNode;
  /** Whether the heading is already the answer instead of the question. */
  readonly isAnswer?: boolean;
  /** Whether the next key press leaves the slide. False while the next key press still reveals an answer. */
  readonly isAnswered?: boolean;
  readonly text: ReactNode;
  readonly onNext: () => void;
  readonly onBack: () => void;
  readonly onLeave: () => void;
  /** Label of the button for the next step. */
  readonly nextLabel: string;
  readonly dots: ReactNode;
  /** Controls of the run on the slide, first in the footer. */
  readonly playback?: ReactNode;
  /** Additional controls in the footer. */
  readonly controls?: ReactNode;
  readonly children: ReactNode;
}

/** The slide. Its keys also work if single-key shortcuts are turned off, except for the key that turns the screen black. */
export function Slide(props: SlideProps) {
  const {
    slideIndex,
    slideCount,
    name,
    heading,
    isAnswer = false,
    isAnswered = true,
    text,
    link,
    invitation,
    onFile,
    onNext,
    onBack,
    onLeave,
    nextLabel,
    dots,
    playback,
    controls,
    children,
  } = props;
  const { overlay } = usePage();
  const [isBlack, setBlack] = useState(false);
  const showScreen = () => setBlack(false);
  // On the last slide the clicker does nothing, so that one press too many does not end the lecture. The button and Escape leave it.
  const goForward = slideIndex === slideCount - 1 && isAnswered ? () => {} : onNext;
  const keys = clickerKeys({
    next: isBlack ? showScreen : goForward,
    back: isBlack ? showScreen : onBack,
    leave: isBlack ? showScreen : onLeave,
  });
  const blackShortcut = blackScreenKey(() => setBlack(!isBlack));
  useEffect(() => bindShortcuts(keys, () => true));
  useEffect(() => bindShortcuts([blackShortcut], () => overlay.getState().hasSingleKeys));
  return (
    <div className="projected">
      <header>
        <div>
          <h1 data-answer={isAnswer || undefined} tabIndex={-1}>
            {heading}
          </h1>
          <p>{text}</p>
        </div>
        <ShareCorner link={link} invitation={invitation} onFile={onFile} />
      </header>
      <main className="projected-body">{children}</main>
      <footer>
        <div className="projected-start">
          {playback}
          <p className="projected-place">
            <b>
              {slideIndex + 1} of {slideCount}
            </b>{" "}
            {name}
          </p>
        </div>
        {dots}
        <div className="row">
          {controls}
          <Button variant="underlined" onClick={onLeave}>
            Leave
          </Button>
          <Button
            variant="primary"
            onClick={({ detail, currentTarget }) => {
              // After a click, the space bar plays the run instead of pressing this button again.
              if (detail > 0) currentTarget.blur();
              onNext();
            }}
          >
            {nextLabel}
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
