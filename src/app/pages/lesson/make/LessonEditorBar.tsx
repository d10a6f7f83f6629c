/** The bar of the lesson editor. */
import { Button } from "../../../ui/Button.tsx";
import { IconButton } from "../../../ui/IconButton.tsx";
import { Logo, ThemeIcon, UndoIcon } from "../../../ui/icons.tsx";
import { lazyComponent } from "../../../ui/lazy.ts";
import { PopupButton } from "../../../ui/PopupButton.tsx";
import { changeTheme } from "../../../shell/theme.ts";
import { HomeLink } from "../../../shell/bar/HomeLink.tsx";
import { undoInEditor, suspendEditing, tryAsStudent } from "../../../lesson/editor-actions.ts";
import { useHistory, usePage, useWorkbench } from "../../../hooks.ts";

const viewsMenu = lazyComponent(() => import("../../../shell/bar/ViewsMenu.tsx").then(({ ViewsMenu }) => ViewsMenu));

/**
 * The bar of the lesson editor: undo and redo, the menu of views, the settings, and the buttons that leave the editor or try the lesson as
 * a student. `hasPending` means that an edit is being previewed, which undo cancels.
 */
export function LessonEditorBar() {
  const { store } = usePage();
  const canUndo = useHistory((state) => state.pastStates.length > 0);
  const canRedo = useHistory((state) => state.futureStates.length > 0);
  const hasPending = useWorkbench((state) => state.document.pending !== null);
  return (
    <header className="bar">
      <HomeLink className="brand" aria-label="Fabricscope, to your network">
        <Logo />
        <span className="roomy">Fabricscope</span>
      </HomeLink>
      <span className="doc">Making a lesson</span>
      <nav aria-label="Lesson">
        <IconButton label="Undo" disabled={!canUndo && !hasPending} onClick={() => undoInEditor(store)}>
          <UndoIcon />
        </IconButton>
        <IconButton label="Redo" disabled={!canRedo} onClick={() => undoInEditor(store, true)}>
          <UndoIcon forth />
        </IconButton>
        <PopupButton popup={viewsMenu} aria-haspopup="menu" popupProps={{}}>
          Views
        </PopupButton>
        <Button className="roomy" onClick={() => store.setState({ view: { drawer: "" } })}>
          All settings
        </Button>
        <IconButton className="roomy" label="Change between light and dark" onClick={() => changeTheme(store)}>
          <ThemeIcon />
        </IconButton>
        <Button onClick={() => suspendEditing(store)}>Leave</Button>
        <Button variant="primary" onClick={() => tryAsStudent(store)}>
          Try it as a student
        </Button>
      </nav>
    </header>
  );
}
