/**
 * The root component: the workbench, the papers, a study or a lesson, as the address says. If rendering fails, it shows an error page with
 * the link of the scenario.
 */
import "./fallen.css";
import { Component, type ReactNode, useEffect, useSyncExternalStore } from "react";
import { lazy } from "./ui/lazy.ts";
import { NoticeBox } from "./shell/NoticeBox.tsx";
import { followAddress, paperPlace, studyOf } from "./pages/address.ts";
import { Workbench } from "./pages/workbench/WorkbenchPage.tsx";
import { isInLesson } from "./state/mode-state.ts";
import { Button } from "./ui/Button.tsx";
import { Link } from "./ui/Link.tsx";
import { usePage, useWorkbench } from "./hooks.ts";

/** Exhibits compile scenarios of all kinds while they render, so the compilers are loaded first. */
const papers = lazy(() =>
  import("../core/run/fetch-compilers.ts")
    .then(({ fetchCompilers }) => fetchCompilers())
    .then(() => import("./pages/papers/Papers.tsx"))
    .then(({ Papers }) => Papers),
);

const study = lazy(() => import("./pages/study/StudyRoom.tsx").then(({ StudyRoom }) => StudyRoom));

const lessonPage = lazy(() => import("./pages/lesson/LessonRoom.tsx").then(({ LessonRoom }) => LessonRoom));

export function App() {
  const isLesson = useWorkbench(isInLesson);
  const place = useSyncExternalStore(followAddress, () => paperPlace(location));
  const studied = useSyncExternalStore(followAddress, () => studyOf(location));
  const { view } = usePage();
  // Views of the document are drawn on the workbench and in lessons only.
  const isDrawn = place === null && studied === null;
  useEffect(() => (isDrawn ? view.follow() : undefined), [view, isDrawn]);
  return (
    <Guard>
      {studied !== null ? (
        <study.Component fragment={studied} />
      ) : place === null ? (
        isLesson ? (
          <lessonPage.Component />
        ) : (
          <Workbench />
        )
      ) : (
        <>
          <NoticeBox />
          <papers.Component place={place} />
        </>
      )}
    </Guard>
  );
}

/** Error boundary: if rendering the page fails, it shows the scenario's link, so that no work is lost. */
class Guard extends Component<{ readonly children: ReactNode }, { readonly fault: unknown }> {
  override state = { fault: null };

  static getDerivedStateFromError(fault: unknown) {
    return { fault };
  }

  override render() {
    const { fault } = this.state as { fault: unknown };
    if (fault === null) return this.props.children;
    return (
      <main className="fallen">
        <h1>Something went wrong.</h1>
        <p>Your scenario is safe in its link, and in this browser's drafts:</p>
        <p>
          <Link href={location.href}>{location.href}</Link>
        </p>
        <p className="muted">{fault instanceof Error ? fault.message : String(fault)}</p>
        <Button variant="primary" onClick={() => location.reload()}>
          Open it again
        </Button>
      </main>
    );
  }
}
