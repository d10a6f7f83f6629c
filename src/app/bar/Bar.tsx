/** The bar at the top: what this is, undo and redo, and the ways in and out. */
import { lazy, Suspense } from "react";
import { Mark, ThemeIcon, UndoIcon } from "../icons.tsx";
import { redo, undo, useHistory, useWorkbench, workbench } from "../store.ts";
import { keepTheme, wear } from "../theme.ts";
import { OpenMenu } from "./OpenMenu.tsx";
import { ViewsMenu } from "./ViewsMenu.tsx";

const ShareMenu = lazy(() => import("./ShareMenu.tsx").then(({ ShareMenu: component }) => ({ default: component })));

export function Bar() {
  const title = useWorkbench((state) => state.scenario.title);
  const canUndo = useHistory((state) => state.pastStates.length > 0);
  const canRedo = useHistory((state) => state.futureStates.length > 0);
  const hasPending = useWorkbench((state) => state.pending !== null);
  return (
    <header className="bar">
      <span className="brand">
        <Mark />
        Fabricscope
      </span>
      {title !== "" && <span className="doc">{title}</span>}
      <nav aria-label="Page">
        <button
          type="button"
          className="icon"
          aria-label="Undo"
          title="Undo (Ctrl Z)"
          disabled={!canUndo && !hasPending}
          onClick={() => undo(workbench)}
        >
          <UndoIcon />
        </button>
        <button
          type="button"
          className="icon redo"
          aria-label="Redo"
          title="Redo (Shift Ctrl Z)"
          disabled={!canRedo}
          onClick={() => redo(workbench)}
        >
          <UndoIcon forth />
        </button>
        <ViewsMenu />
        <OpenMenu />
        <button type="button" className="wide" onClick={() => workbench.setState({ drawer: "" })}>
          All settings
        </button>
        <button type="button" className="icon" aria-label="Change between light and dark" title="Light or dark" onClick={changeTheme}>
          <ThemeIcon />
        </button>
        <Suspense fallback={<span className="primary">Share</span>}>
          <ShareMenu />
        </Suspense>
      </nav>
    </header>
  );
}

function changeTheme(): void {
  const theme = workbench.getState().theme === "dark" ? "light" : "dark";
  wear(theme);
  keepTheme(theme);
  workbench.setState({ theme });
}
