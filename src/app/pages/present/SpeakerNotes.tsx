/** The speaker's notes in a separate window. If the browser blocks the window, they are shown below the slide. */
import "./speaker.css";
import { type ReactNode, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { ToggleButton } from "../../ui/ToggleButton.tsx";
import { usePage } from "../../hooks.ts";

export interface SpeakerNotesProps {
  readonly notes: string;
  /** Position and title of the step, as in `2 of 7: …`. */
  readonly stepName: string;
  /** The heading of the next step; null on the last one. */
  readonly nextHeading: string | null;
  /** Whether the audience sees the answer; absent if the step has no question. */
  readonly isAnswerShown?: boolean;
}

/**
 * The speaker's notes of a presentation: returns the button that shows or hides them, and the notes. They are in a second window, or below
 * the slide if the browser blocks the window.
 */
export function useSpeakerNotes(notesProps: SpeakerNotesProps): { readonly speakerButton: ReactNode; readonly speakerNotes: ReactNode } {
  const { store } = usePage();
  /** Where the notes are: in a second window, or on the page below the slide; null while they are hidden. */
  const [target, setTarget] = useState<Window | "page" | null>(null);
  const isWindow = target !== null && target !== "page";
  // Close the window when the presentation ends, and notice when the speaker closes it.
  useEffect(() => {
    if (!isWindow) return;
    const onClosed = () => setTarget(null);
    target.addEventListener("pagehide", onClosed);
    return () => {
      target.removeEventListener("pagehide", onClosed);
      target.close();
    };
  }, [isWindow, target]);
  const toggle = () => {
    if (target !== null) return setTarget(null);
    const popup = window.open("", "_blank", "popup,width=820,height=560");
    if (popup === null) {
      store.setState({ session: { toast: "The browser did not open a second window; the notes are below." } });
      return setTarget("page");
    }
    copyStyles(popup, store.getState().view.theme);
    setTarget(popup);
  };
  return {
    speakerButton: (
      <ToggleButton isPressed={target !== null} onClick={toggle}>
        Speaker notes
      </ToggleButton>
    ),
    speakerNotes: isWindow ? (
      createPortal(<SpeakerNotes {...notesProps} />, target.document.body)
    ) : target === "page" ? (
      <SpeakerNotes {...notesProps} />
    ) : null,
  };
}

/** Copies the stylesheets and the theme of the page into an empty window. */
function copyStyles({ document: popupDocument }: Window, theme: string): void {
  popupDocument.title = "Speaker notes · Fabricscope";
  popupDocument.documentElement.lang = "en";
  popupDocument.documentElement.dataset["theme"] = theme;
  // Forward key presses, so that the speaker can also navigate from this window.
  popupDocument.addEventListener("keydown", ({ key, code }) =>
    window.dispatchEvent(new KeyboardEvent("keydown", { key, code, cancelable: true })),
  );
  for (const stylesheet of document.querySelectorAll<HTMLLinkElement | HTMLStyleElement>('link[rel="stylesheet"], style')) {
    const copy = popupDocument.importNode(stylesheet, true);
    // A relative address would not resolve in the new window.
    if ("href" in stylesheet) (copy as HTMLLinkElement).href = stylesheet.href;
    popupDocument.head.append(copy);
  }
}

/**
 * The speaker's notes of a step of a presentation, with the time of day and the heading of the next step. `isAnswerShown` says whether the
 * audience sees the question or the answer; it is undefined outside of lessons.
 */
function SpeakerNotes({ notes, stepName, nextHeading, isAnswerShown }: SpeakerNotesProps) {
  const [time, setTime] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setTime(new Date()), 5000);
    return () => clearInterval(timer);
  }, []);
  return (
    <section className="speaker" aria-label="Speaker notes">
      <p className="row">
        <b>{stepName}</b>
        {isAnswerShown !== undefined && (
          <span className="muted">{isAnswerShown ? "the class sees the answer" : "the class sees the question"}</span>
        )}
        <span className="speaker-clock">{time.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" })}</span>
      </p>
      <div>
        {(notes === "" ? "This step has no notes." : notes).split(/\n+/).map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
      <p className="muted">
        Next: <b>{nextHeading ?? "the end"}</b>
      </p>
    </section>
  );
}
