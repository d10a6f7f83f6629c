/** The bar of a lesson: what it is, how far, and the ways out of it. */
import { isolated } from "../../../core/base/words.ts";
import { Mark, ThemeIcon } from "../../ui/icons.tsx";
import { changeTheme } from "../../shell/theme.ts";
import { explore, leave, takePart } from "../../lesson/attend.ts";
import { useAttending } from "./useAttending.ts";
import { goOn } from "../../lesson/make.ts";
import { usePage, useWorkbench } from "../../hooks.ts";

export function LessonBar() {
  const { store, overlay } = usePage();
  const { lesson, at, source, part, isCovered } = useAttending();
  const isGathering = part === "gatherer";
  const isTried = useWorkbench((state) => state.mode.made !== null) && source.is === "here";
  return (
    <header className="bar">
      <button type="button" className="brand" aria-label="Fabricscope: all lessons" onClick={() => overlay.showSheet("lessons")}>
        <Mark />
        <span className="roomy">Fabricscope</span>
      </button>
      <bdi className="doc">{isolated(lesson.title)}</bdi>
      <nav aria-label="Lesson">
        <span className="muted lesson-count">
          {at + 1} of {lesson.steps.length}
        </span>
        {isGathering ? (
          <button type="button" onClick={() => takePart(store, "student")}>
            Back to the step
          </button>
        ) : (
          !isCovered && (
            <button type="button" onClick={() => explore(store)}>
              Explore freely
            </button>
          )
        )}
        {!isGathering && lesson.steps[at].question !== null && (
          <button type="button" className="roomy" onClick={() => takePart(store, "gatherer")}>
            Answers
          </button>
        )}
        <button type="button" className="roomy" onClick={() => overlay.present(true)}>
          Present
        </button>
        {isTried ? (
          <button type="button" onClick={() => goOn(store)}>
            Back to making
          </button>
        ) : (
          <button type="button" className="roomy" onClick={() => leave(store)}>
            Leave
          </button>
        )}
        <button type="button" className="icon roomy" aria-label="Change between light and dark" onClick={() => changeTheme(store)}>
          <ThemeIcon />
        </button>
        <button type="button" className="primary" onClick={() => overlay.showSheet("lesson-share")}>
          Share
        </button>
      </nav>
    </header>
  );
}
