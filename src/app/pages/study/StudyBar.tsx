/** The bar of a study: its steps, and the ways to the rest of the page; where there is no room for these, a list of them. */
import { useStore } from "zustand";
import { linkTo } from "../../../links/fragment.ts";
import { Menu, MenuItem } from "../../ui/Menu.tsx";
import { copy } from "../../ui/copy.ts";
import { studyFragment } from "./open-study.ts";
import { Mark, ThemeIcon, UndoIcon } from "../../ui/icons.tsx";
import { type PopupProps, PopupButton } from "../../ui/PopupButton.tsx";
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
      <a className="brand" href="#" aria-label="Fabricscope, to the workbench">
        <Mark />
        <span>Fabricscope</span>
      </a>
      <nav aria-label="Page">
        <button type="button" className="icon" aria-label="Undo" disabled={!canUndo} onClick={() => undoAsk(study)}>
          <UndoIcon />
        </button>
        <button type="button" className="icon redo" aria-label="Redo" disabled={!canRedo} onClick={() => redoAsk(study)}>
          <UndoIcon forth />
        </button>
        <a className="roomy" href="#">
          Workbench
        </a>
        <span className="roomy" aria-current="page">
          Study
        </span>
        <a className="roomy" href={linkTo("")}>
          Papers
        </a>
        <button type="button" className="roomy" onClick={() => page.overlay.showTerm(null)}>
          Glossary
        </button>
        <button type="button" className="icon" aria-label="Change between light and dark" onClick={() => changeTheme(page.store)}>
          <ThemeIcon />
        </button>
        <PopupButton popup={ways} aria-haspopup="menu" aria-label="More" className="narrow" popupProps={{ study }}>
          <span aria-hidden="true">⋯</span>
        </PopupButton>
        <button type="button" className="primary" onClick={() => void copy(page, linkOf(study), "The link to this study is copied.")}>
          Share
        </button>
      </nav>
    </header>
  );
}

/** The page's own address lags behind a hand that drags. */
const linkOf = (study: StudyStore) => `${location.href.split("#", 1)[0]}#${studyFragment(study.getState())}`;

/** What a narrow bar has no room for. */
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

/** It comes with the page. */
const ways = { Component: Ways, fetch: () => undefined };
