/** The shell: the workbench, or the papers where the address says so, and what stands in their place should they ever fall over. */
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

/** Exhibits compile scenarios of all kinds where they stand, so the code for that comes first. */
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
  // Views of the document are drawn at the workbench and in lessons.
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

/** Keeps the scenario's link in sight when drawing the page has failed. */
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
