/**
 * The root component: the workbench, the papers, a study or a lesson, as the address says. If rendering fails, it shows an error page with
 * the link of the scenario.
 */
import "./error-page.css";
import { Component, type ReactNode, useEffect, useSyncExternalStore } from "react";
import { lazyComponent } from "./ui/lazy.ts";
import { NoticeBox } from "./shell/NoticeBox.tsx";
import { onAddressChange, paperAddressOf, studyTextOf } from "./pages/address.ts";
import { WorkbenchPage } from "./pages/workbench/WorkbenchPage.tsx";
import { isInLesson } from "./state/mode-state.ts";
import { Button } from "./ui/Button.tsx";
import { Link } from "./ui/Link.tsx";
import { usePage, useWorkbench } from "./hooks.ts";

/** Exhibits compile scenarios of all kinds while they render, so the compilers are loaded first. */
const papersPage = lazyComponent(() =>
  import("../core/run/fetch-compilers.ts")
    .then(({ fetchCompilers }) => fetchCompilers())
    .then(() => import("./pages/papers/Papers.tsx"))
    .then(({ Papers }) => Papers),
);

const studyPage = lazyComponent(() => import("./pages/study/StudyLoader.tsx").then(({ StudyLoader }) => StudyLoader));

const lessonPage = lazyComponent(() => import("./pages/lesson/LessonScreen.tsx").then(({ LessonScreen }) => LessonScreen));

/**
 * The whole page. The address selects the study or the papers; otherwise it is a lesson if one is open, or else the workbench. The code of
 * all but the workbench is loaded when it is needed.
 */
export function App() {
  const isLesson = useWorkbench(isInLesson);
  const paperAddress = useSyncExternalStore(onAddressChange, () => paperAddressOf(location));
  const studyFragment = useSyncExternalStore(onAddressChange, () => studyTextOf(location));
  const { view } = usePage();
  // Only the workbench and lessons show views of the document, so only there the views follow its changes.
  const showsDocument = paperAddress === null && studyFragment === null;
  useEffect(() => (showsDocument ? view.follow() : undefined), [view, showsDocument]);
  return (
    <ErrorBoundary>
      {studyFragment !== null ? (
        <studyPage.Component fragment={studyFragment} />
      ) : paperAddress !== null ? (
        <>
          <NoticeBox />
          <papersPage.Component address={paperAddress} />
        </>
      ) : isLesson ? (
        <lessonPage.Component />
      ) : (
        <WorkbenchPage />
      )}
    </ErrorBoundary>
  );
}

/** Error boundary: if rendering the page fails, it shows the scenario's link, so that no work is lost. */
class ErrorBoundary extends Component<{ readonly children: ReactNode }, { readonly fault: unknown }> {
  override state = { fault: null };

  static getDerivedStateFromError(error: unknown) {
    return { fault: error };
  }

  override render() {
    const { fault: error } = this.state as { fault: unknown };
    if (error === null) return this.props.children;
    return (
      <main className="error-page">
        <h1>Something went wrong.</h1>
        <p>Your scenario is saved in its link and in the drafts of this browser:</p>
        <p>
          <Link href={location.href}>{location.href}</Link>
        </p>
        <p className="muted">{error instanceof Error ? error.message : String(error)}</p>
        <Button variant="primary" onClick={() => location.reload()}>
          Open it again
        </Button>
      </main>
    );
  }
}
