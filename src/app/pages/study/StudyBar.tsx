/** The bar of a study: undo and redo, and links to other pages. On narrow screens the links are in a menu. */
import { useStore } from "zustand";
import { paperLink } from "../../../links/fragment.ts";
import { Button } from "../../ui/Button.tsx";
import { copyText } from "../../ui/copy-text.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { Logo, ThemeIcon, UndoIcon } from "../../ui/icons.tsx";
import { Link } from "../../ui/Link.tsx";
import { Menu, MenuItem } from "../../ui/Menu.tsx";
import { type PopupProps, PopupButton } from "../../ui/PopupButton.tsx";
import { studyFragment } from "./open-study.ts";
import { changeTheme } from "../../shell/theme.ts";
import { usePage } from "../../hooks.ts";
import { redoStudyStep, type StudyStore, undoStudyStep } from "./study-store.ts";

/**
 * The bar at the top of the study: undo and redo, links to the other pages, and sharing. Undo also discards a typed number that is invalid.
 */
export function StudyBar({ study }: { readonly study: StudyStore }) {
  const page = usePage();
  const hasInvalidInput = useStore(study, ({ invalidInput }) => invalidInput !== null);
  const canUndo = useStore(study.temporal, ({ pastStates }) => pastStates.length > 0) || hasInvalidInput;
  const canRedo = useStore(study.temporal, ({ futureStates }) => futureStates.length > 0);
  return (
    <header className="bar">
      <Link className="brand" href="#" aria-label="Fabricscope, to the workbench">
        <Logo />
        <span>Fabricscope</span>
      </Link>
      <nav aria-label="Page">
        <IconButton label="Undo" disabled={!canUndo} onClick={() => undoStudyStep(study)}>
          <UndoIcon />
        </IconButton>
        <IconButton className="redo" label="Redo" disabled={!canRedo} onClick={() => redoStudyStep(study)}>
          <UndoIcon forth />
        </IconButton>
        <Link className="roomy" href="#">
          Workbench
        </Link>
        <span className="roomy" aria-current="page">
          Study
        </span>
        <Link className="roomy" href={paperLink("")}>
          Papers
        </Link>
        <Button className="roomy" onClick={() => page.overlay.showTerm(null)}>
          Glossary
        </Button>
        <IconButton label="Change between light and dark" onClick={() => changeTheme(page.store)}>
          <ThemeIcon />
        </IconButton>
        <PopupButton popup={navigationMenu} aria-haspopup="menu" aria-label="More" className="narrow" popupProps={{ study }}>
          <span aria-hidden="true">⋯</span>
        </PopupButton>
        <Button variant="primary" onClick={() => void copyText(page, studyLink(study), "The link to this study is copied.")}>
          Share
        </Button>
      </nav>
    </header>
  );
}

/** Written from the state, because the page's own address is updated with a delay. */
const studyLink = (study: StudyStore) => `${location.href.split("#", 1)[0]}#${studyFragment(study.getState())}`;

/** Menu with the links that do not fit into a narrow bar. */
function NavigationMenu({ study, ...popup }: PopupProps & { readonly study: StudyStore }) {
  const { overlay } = usePage();
  const actions: Readonly<Record<string, () => void>> = {
    Workbench: () => (location.hash = ""),
    Papers: () => (location.hash = paperLink("")),
    Glossary: () => overlay.showTerm(null),
    Redo: () => redoStudyStep(study),
  };
  return (
    <Menu {...popup} label="More" onAction={(key) => actions[key]()}>
      {Object.keys(actions).map((title) => (
        <MenuItem key={title} id={title} title={title} />
      ))}
    </Menu>
  );
}

/** Not loaded on demand: the component is in this module. */
const navigationMenu = { Component: NavigationMenu, fetch: () => undefined };
