/** The list of lessons that come with the page, each with its learning goal and duration. */
import { useEffect, useState } from "react";
import { countOf } from "../../../words/numbers.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { finishedLessons } from "../../lesson/finished-lessons.ts";
import { Link } from "../../ui/Link.tsx";
import { type LessonEntry, loadLessons } from "../../lesson/lesson-entries.ts";
import { useShownCards } from "../../workbench/cards/card-layout.ts";
import { usePage } from "../../hooks.ts";
import "./lessons.css";

/**
 * The dialog with all lessons, numbered in their order: title, duration in minutes, and a description (`look`). Each is a link that opens
 * the lesson.
 */
export function LessonList() {
  const { overlay, store } = usePage();
  const cards = useShownCards();
  const [entries, setEntries] = useState<readonly LessonEntry[]>([]);
  const [finished] = useState(finishedLessons);
  const [errorMessage, setErrorMessage] = useState<string | null>(null);
  useEffect(() => {
    loadLessons().then(setEntries, (error: unknown) => setErrorMessage(error instanceof Error ? error.message : String(error)));
  }, []);
  return (
    <Dialog title="Lessons" className="lessons" onClose={overlay.closeSheet}>
      <p className="muted">You predict the result, then the network runs. Your network is back when you leave.</p>
      {errorMessage !== null && <p role="alert">The lessons cannot be shown: {errorMessage}</p>}
      <ol>
        {entries.map(({ id, title, minutes, look }, i) => (
          <li key={id}>
            {/* The link includes the page's path: a bare `#…` would look like a skip link within the page. */}
            <Link className="lesson-entry" href={`${location.pathname}${location.search}#${id}`} onClick={overlay.closeSheet}>
              <span className="lesson-number" aria-hidden="true">
                {finished.includes(id) ? "✓" : i + 1}
              </span>
              <h3>
                {title}
                {finished.includes(id) && <span className="visually-hidden">, done</span>}
              </h3>
              <span className="muted">{countOf(minutes, "minute", "minutes")}</span>
              <p>{look}</p>
            </Link>
          </li>
        ))}
      </ol>
      <p className="row wrap">
        <Button
          variant="underlined"
          onClick={() => {
            overlay.closeSheet();
            void import("../../lesson/editor-actions.ts").then(({ addViewAsStep }) => addViewAsStep(store, cards));
          }}
        >
          Make a lesson of the view behind this list
        </Button>
      </p>
    </Dialog>
  );
}
