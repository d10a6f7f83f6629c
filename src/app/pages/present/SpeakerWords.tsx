/** The speaker's notes in a separate window. If the browser blocks the window, they are shown below the slide. */
import "./speaker.css";
import { type ReactNode, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { ToggleButton } from "../../ui/ToggleButton.tsx";
import { usePage } from "../../hooks.ts";

export interface SpeakerWordsProps {
  readonly notes: string;
  /** Position and title of the step, as in `2 of 7: …`. */
  readonly place: string;
  /** The heading of the next step; null on the last one. */
  readonly next: string | null;
  /** Whether the audience sees the answer; absent if the step has no question. */
  readonly isShown?: boolean;
}

/** The button that shows or hides the notes, and the notes. */
export function useSpeakerWords(words: SpeakerWordsProps): { readonly button: ReactNode; readonly beneath: ReactNode } {
  const { store } = usePage();
  const [place, setPlace] = useState<Window | "beneath" | null>(null);
  const isOwn = place !== null && place !== "beneath";
  // Close the window when the presentation ends, and notice when the speaker closes it.
  useEffect(() => {
    if (!isOwn) return;
    const closed = () => setPlace(null);
    place.addEventListener("pagehide", closed);
    return () => {
      place.removeEventListener("pagehide", closed);
      place.close();
    };
  }, [isOwn, place]);
  const open = () => {
    if (place !== null) return setPlace(null);
    const own = window.open("", "_blank", "popup,width=820,height=560");
    if (own === null) {
      store.setState({ session: { toast: "The browser opens no second window; the words stand beneath." } });
      return setPlace("beneath");
    }
    dress(own, store.getState().view.theme);
    setPlace(own);
  };
  return {
    button: (
      <ToggleButton isPressed={place !== null} onClick={open}>
        Speaker’s words
      </ToggleButton>
    ),
    beneath: isOwn ? createPortal(<Words {...words} />, place.document.body) : place === "beneath" ? <Words {...words} /> : null,
  };
}

/** Copies the stylesheets and the theme of the page into an empty window. */
function dress({ document: own }: Window, theme: string): void {
  own.title = "Speaker’s words · Fabricscope";
  own.documentElement.lang = "en";
  own.documentElement.dataset["theme"] = theme;
  // Forward key presses, so that the speaker can also navigate from this window.
  own.addEventListener("keydown", ({ key, code }) => window.dispatchEvent(new KeyboardEvent("keydown", { key, code, cancelable: true })));
  for (const sheet of document.querySelectorAll<HTMLLinkElement | HTMLStyleElement>('link[rel="stylesheet"], style')) {
    const copy = own.importNode(sheet, true);
    // A relative address would not resolve in the new window.
    if ("href" in sheet) (copy as HTMLLinkElement).href = sheet.href;
    own.head.append(copy);
  }
}

/** The notes of a step, with the time of day and the heading of the next step. */
function Words({ notes, place, next, isShown }: SpeakerWordsProps) {
  const [time, setTime] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setTime(new Date()), 5000);
    return () => clearInterval(timer);
  }, []);
  return (
    <section className="speaker" aria-label="Speaker’s words">
      <p className="row">
        <b>{place}</b>
        {isShown !== undefined && <span className="muted">{isShown ? "the room sees the answer" : "the room sees the question"}</span>}
        <span className="speaker-clock">{time.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" })}</span>
      </p>
      <div>
        {(notes === "" ? "There are no words for this step." : notes).split(/\n+/).map((part) => (
          <p key={part}>{part}</p>
        ))}
      </div>
      <p className="muted">
        Next: <b>{next ?? "the end"}</b>
      </p>
    </section>
  );
}
