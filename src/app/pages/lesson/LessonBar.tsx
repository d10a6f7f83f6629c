/** The bar of a lesson: its title, the number of the step, and the buttons that leave or share the lesson. */
import { isolateDirection } from "../../../core/base/words.ts";
import { Button } from "../../ui/Button.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { Logo, ThemeIcon } from "../../ui/icons.tsx";
import { changeTheme } from "../../shell/theme.ts";
import { HomeLink } from "../../shell/bar/HomeLink.tsx";
import { exploreStep, changeRole } from "../../lesson/lesson-actions.ts";
import { useLessonSession } from "./useLessonSession.ts";
import { resumeEditing } from "../../lesson/editor-actions.ts";
import { usePage, useWorkbench } from "../../hooks.ts";

/**
 * The bar at the top of a lesson: its title, the number of the step, and the buttons. The buttons depend on whether the reader collects the
 * answers of a class, tries a lesson of their own, and still has to answer before the results are shown (`isCovered`).
 */
export function LessonBar() {
  const { store, overlay } = usePage();
  const { lesson, stepIndex, source, role, isCovered } = useLessonSession();
  const isCollecting = role === "gatherer";
  // The author tries the lesson as a student; the editor waits meanwhile.
  const isTrial = useWorkbench((state) => state.mode.setAsideLesson !== null) && source.is === "here";
  return (
    <header className="bar">
      <HomeLink className="brand" aria-label="Fabricscope, to your network">
        <Logo />
        <span className="roomy">Fabricscope</span>
      </HomeLink>
      <bdi className="doc">{isolateDirection(lesson.title)}</bdi>
      <nav aria-label="Lesson">
        <span className="muted lesson-count">
          {stepIndex + 1} of {lesson.steps.length}
        </span>
        {isCollecting ? (
          <Button onClick={() => changeRole(store, "student")}>Back to the step</Button>
        ) : (
          !isCovered && <Button onClick={() => exploreStep(store)}>Explore freely</Button>
        )}
        {!isCollecting && lesson.steps[stepIndex].question !== null && (
          <Button className="roomy" onClick={() => changeRole(store, "gatherer")}>
            Answers
          </Button>
        )}
        <Button className="roomy" onClick={() => overlay.present(true)}>
          Present
        </Button>
        {isTrial ? <Button onClick={() => resumeEditing(store)}>Back to making</Button> : <HomeLink className="roomy">Leave</HomeLink>}
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
