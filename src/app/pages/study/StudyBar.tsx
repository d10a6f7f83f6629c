/** The bar of a study: undo and redo, and links to other pages. On narrow screens the links are in a menu. */
import { useStore } from "zustand";
import { linkTo } from "../../../links/fragment.ts";
import { Button } from "../../ui/Button.tsx";
import { copy } from "../../ui/copy.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { Mark, ThemeIcon, UndoIcon } from "../../ui/icons.tsx";
import { Link } from "../../ui/Link.tsx";
import { Menu, MenuItem } from "../../ui/Menu.tsx";
import { type PopupProps, PopupButton } from "../../ui/PopupButton.tsx";
import { studyFragment } from "./open-study.ts";
import { changeTheme } from "../../shell/theme.ts";
import { usePage } from "../../hooks.ts";
import { redoAsk, type StudyStore, undoAsk } from "./study-store.ts";

export function StudyBar({ study }: { readonly study: StudyStore }) {
  const page = usePage();
  const isMisread = useStore(study, ({ misread }) => misread !== null);
  const canUndo = useStore(study.temporal, ({ pastStates }) => pastStates.length > 0) || isMisread;
  const canRedo = useStore(study.temporal, ({ futureStates }) => futureStates.length > 0);
  return (
    <header className="bar">
      <Link className="brand" href="#" aria-label="Fabricscope, to the workbench">
        <Mark />
        <span>Fabricscope</span>
      </Link>
      <nav aria-label="Page">
        <IconButton label="Undo" disabled={!canUndo} onClick={() => undoAsk(study)}>
          <UndoIcon />
        </IconButton>
        <IconButton className="redo" label="Redo" disabled={!canRedo} onClick={() => redoAsk(study)}>
          <UndoIcon forth />
        </IconButton>
        <Link className="roomy" href="#">
          Workbench
        </Link>
        <span className="roomy" aria-current="page">
          Study
        </span>
        <Link className="roomy" href={linkTo("")}>
          Papers
        </Link>
        <Button className="roomy" onClick={() => page.overlay.showTerm(null)}>
          Glossary
        </Button>
        <IconButton label="Change between light and dark" onClick={() => changeTheme(page.store)}>
          <ThemeIcon />
        </IconButton>
        <PopupButton popup={ways} aria-haspopup="menu" aria-label="More" className="narrow" popupProps={{ study }}>
          <span aria-hidden="true">⋯</span>
        </PopupButton>
        <Button variant="primary" onClick={() => void copy(page, linkOf(study), "The link to this study is copied.")}>
          Share
        </Button>
      </nav>
    </header>
  );
}

/** Written from the state, because the page's own address is updated with a delay. */
const linkOf = (study: StudyStore) => `${location.href.split("#", 1)[0]}#${studyFragment(study.getState())}`;

/** Menu with the links that do not fit into a narrow bar. */
function Ways({ study, ...popup }: PopupProps & { readonly study: StudyStore }) {
  const { overlay } = usePage();
  const acts: Readonly<Record<string, () => void>> = {
    Workbench: () => (location.hash = ""),
    Papers: () => (location.hash = linkTo("")),
    Glossary: () => overlay.showTerm(null),
    Redo: () => redoAsk(study),
  };
  return (
    <Menu {...popup} label="More" onAction={(key) => acts[key]()}>
      {Object.keys(acts).map((title) => (
        <MenuItem key={title} id={title} title={title} />
      ))}
    </Menu>
  );
}

/** Not lazy: the component is part of this chunk. */
const ways = { Component: Ways, fetch: () => undefined };
