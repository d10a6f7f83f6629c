/** The bar of a lesson: its title, the number of the step, and the buttons that leave or share the lesson. */
import { isolated } from "../../../core/base/words.ts";
import { Button } from "../../ui/Button.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
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
      <Button className="brand" aria-label="Fabricscope: all lessons" onClick={() => overlay.showSheet("lessons")}>
        <Mark />
        <span className="roomy">Fabricscope</span>
      </Button>
      <bdi className="doc">{isolated(lesson.title)}</bdi>
      <nav aria-label="Lesson">
        <span className="muted lesson-count">
          {at + 1} of {lesson.steps.length}
        </span>
        {isGathering ? (
          <Button onClick={() => takePart(store, "student")}>Back to the step</Button>
        ) : (
          !isCovered && <Button onClick={() => explore(store)}>Explore freely</Button>
        )}
        {!isGathering && lesson.steps[at].question !== null && (
          <Button className="roomy" onClick={() => takePart(store, "gatherer")}>
            Answers
          </Button>
        )}
        <Button className="roomy" onClick={() => overlay.present(true)}>
          Present
        </Button>
        {isTried ? (
          <Button onClick={() => goOn(store)}>Back to making</Button>
        ) : (
          <Button className="roomy" onClick={() => leave(store)}>
            Leave
          </Button>
        )}
        <IconButton className="roomy" label="Change between light and dark" onClick={() => changeTheme(store)}>
          <ThemeIcon />
        </IconButton>
        <Button variant="primary" onClick={() => overlay.showSheet("lesson-share")}>
          Share
        </Button>
      </nav>
    </header>
  );
}
