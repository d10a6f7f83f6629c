/** The menu for opening files and drafts. On small screens it has the entries that do not fit into the bar, too. */
import { useEffect, useState } from "react";
import { isolated } from "../../../core/base/words.ts";
import type { Lesson } from "../../../lessons/lesson.ts";
import { countOf } from "../../../words/numbers.ts";
import { type Draft, isSame } from "../../document/draft.ts";
import { newDraftName } from "../../state/draft-name.ts";
import type { PopupProps } from "../../ui/PopupButton.tsx";
import { compareMix } from "../../workbench/mix/compare-mix.ts";
import { plain, documentSentence } from "../../../words/sentence.ts";
import type { WorkbenchStore } from "../../state/workbench.ts";
import { compare, drawOn } from "../../document/edits.ts";
import { open, redo } from "../../document/history.ts";
import { changeTheme } from "../theme.ts";
import { Menu, MenuItem, MenuSection } from "../../ui/Menu.tsx";
import { usePage, useWorkbench } from "../../hooks.ts";
import { linkTo, studyLink } from "../../../links/fragment.ts";

export interface OpenMenuProps extends PopupProps {
  /** Opens the file dialog. */
  readonly onFile: () => void;
}

export function OpenMenu({ onFile, ...popup }: OpenMenuProps) {
  const { drafts, overlay, store } = usePage();
  const [recent, setRecent] = useState<readonly Recent[]>([]);
  const made = useWorkbench((state) => state.mode.made);
  useEffect(() => {
    void drafts.load().then(async (all) => setRecent(await Promise.all(othersOf(store, all).map(recentOf))));
  }, [drafts, store]);
  const act = (key: string) => {
    if (key === "file") onFile();
    else if (key === "lesson") void import("../../lesson/make.ts").then(({ goOn }) => goOn(store));
    else if (key === "settings") store.setState({ view: { drawer: "" } });
    else if (key === "redo") redo(store);
    else if (key === "theme") changeTheme(store);
    else if (key === "papers") location.hash = linkTo("");
    else if (key === "study") location.hash = studyLink;
    else if (key === "compare") void compare(store);
    else if (key === "mix") compareMix(store);
    else if (key === "present") overlay.present(true);
    else if (key === "glossary") overlay.showTerm(null);
    else if (key === "gallery" || key === "lessons" || key === "keys" || key === "palette" || key === "units" || key === "offline")
      overlay.showSheet(key);
    else if (key.startsWith("recent-")) reopen(store, recent[Number(key.slice("recent-".length))].draft);
  };
  return (
    <Menu {...popup} label="Open and more" onAction={act}>
      <MenuSection>
        <MenuItem id="settings" title="All settings" className="narrow" />
        <MenuItem id="redo" title="Redo" className="narrow" />
        <MenuItem id="theme" title="Light or dark" className="narrow" />
        {made !== null && (
          <MenuItem
            id="lesson"
            title="Back to the lesson"
            description={made.lesson.lesson.title === "" ? "It is being made." : isolated(made.lesson.lesson.title)}
          />
        )}
        <MenuItem
          id="file"
          title="A file…"
          description="A network, traffic, a scenario, a lesson. Or drop it on the page, or paste its text or a link."
        />
        <MenuItem id="lessons" title="Lessons" className="shed spare" />
        <MenuItem id="gallery" title="Gallery" className="shed" />
        <MenuItem id="study" title="Study" className="shed spare" />
        <MenuItem id="papers" title="Papers" className="shed spare" />
        <MenuItem id="compare" title="Compare" className="shed" />
        <MenuItem
          id="mix"
          title="Compare for a mix of programs"
          description="What these networks give for their cost, with weights of your own."
        />
        <MenuItem id="present" title="Present" className="shed" />
        <MenuItem id="glossary" title="Glossary" />
        <MenuItem id="units" title="Unit of loads" />
        <MenuItem id="offline" title="Without a connection" />
        <MenuItem id="palette" title="All commands" />
        <MenuItem id="keys" title="Keys" className="keyed" />
      </MenuSection>
      {recent.length > 0 && (
        <MenuSection header="Recent">
          {recent.map(({ said, more }, i) => (
            <MenuItem key={i} id={`recent-${i}`} title={said} description={more} />
          ))}
        </MenuSection>
      )}
    </Menu>
  );
}

/** A draft as the menu shows it. */
interface Recent {
  readonly draft: Draft;
  readonly said: string;
  readonly more: string;
}

async function recentOf(draft: Draft): Promise<Recent> {
  const { scenario, time, made } = draft;
  const when = new Date(time).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" });
  const lesson = made === undefined ? null : await lessonOf(made);
  if (lesson === null) {
    const said = scenario.title === "" ? plain(documentSentence(draft.drawn ?? scenario)) : isolated(scenario.title);
    return { draft, said, more: draft.drawn === undefined ? when : `cannot run yet; ${when}` };
  }
  const said = lesson.title === "" ? "A lesson without a title" : isolated(lesson.title);
  return { draft, said, more: `lesson, ${countOf(lesson.steps.length, "step", "steps")}; ${when}` };
}

/** The lesson of a draft; null if this version cannot read it. */
async function lessonOf(made: unknown): Promise<Lesson | null> {
  const { readMade } = await import("../../lesson/make.ts");
  return readMade(made).then(
    ({ lesson }) => lesson,
    () => null,
  );
}

/** The drafts that are not on the page, without duplicates. */
function othersOf(store: WorkbenchStore, drafts: readonly Draft[]): readonly Draft[] {
  const { draft, current: scenario } = store.getState().document;
  const isAgain = (a: Draft, b: Pick<Draft, "scenario" | "drawn" | "made">) =>
    isSame(a.drawn ?? a.scenario, b.drawn ?? b.scenario) && JSON.stringify(a.made) === JSON.stringify(b.made);
  const others = drafts.filter((each) => each.name !== draft && !isAgain(each, { scenario }));
  return others.filter((each, i) => others.findIndex((first) => isAgain(first, each)) === i);
}

/** Opens a draft as a copy. The document that it replaces becomes a draft, even if it was only opened. */
function reopen(store: WorkbenchStore, draft: Draft): void {
  store.setState({ document: { isEdited: true } });
  if (draft.made === undefined) {
    open(store, draft.scenario, true);
    return drawOn(store, draft);
  }
  void import("../../lesson/make.ts").then(({ goOn, goOnMaking }) => {
    // The lesson of this tab continues under its own name.
    if (store.getState().mode.made?.draft === draft.name) goOn(store);
    else void goOnMaking(store, { ...draft, name: newDraftName() });
  });
}
