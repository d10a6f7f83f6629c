/** Ways in: a file, and the other drafts. On a phone also what the bar has no room for. */
import { useEffect, useState } from "react";
import { Header, MenuItem, MenuSection, Text } from "react-aria-components";
import { isolated } from "../../../core/base/words.ts";
import type { Lesson } from "../../../lessons/lesson.ts";
import { countOf } from "../../../words/numbers.ts";
import { type Draft, isSame } from "../../document/draft.ts";
import { newDraftName } from "../../state/draft-name.ts";
import type { Opened } from "../../ui/Opener.tsx";
import { compareMix } from "../../workbench/mix/compare-mix.ts";
import { plain, documentSentence } from "../../../words/sentence.ts";
import type { WorkbenchStore } from "../../state/workbench.ts";
import { compare, drawOn } from "../../document/edits.ts";
import { open, redo } from "../../document/history.ts";
import { changeTheme } from "../theme.ts";
import { MenuPopover } from "../../ui/MenuPopover.tsx";
import { usePage, useWorkbench } from "../../hooks.ts";
import { linkTo, studyLink } from "../../../links/fragment.ts";

export interface OpenMenuProps extends Opened {
  /** Asks for a file. */
  readonly onFile: () => void;
}

export function OpenMenu({ onFile, ...opened }: OpenMenuProps) {
  const { drafts, overlay, store } = usePage();
  const [recent, setRecent] = useState<readonly Recent[]>([]);
  const made = useWorkbench((state) => state.mode.made);
  useEffect(() => {
    void drafts.load().then(async (all) => setRecent(await Promise.all(othersOf(store, all).map(recentOf))));
  }, [drafts, store]);
  const act = (key: unknown) => {
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
    else if (typeof key === "string" && key.startsWith("recent-")) reopen(store, recent[Number(key.slice("recent-".length))].draft);
  };
  return (
    <MenuPopover {...opened} label="Open and more" onAction={act}>
      <MenuSection>
        <MenuItem id="settings" className="item narrow">
          All settings
        </MenuItem>
        <MenuItem id="redo" className="item narrow">
          Redo
        </MenuItem>
        <MenuItem id="theme" className="item narrow">
          Light or dark
        </MenuItem>
        {made !== null && (
          <MenuItem id="lesson" className="item" textValue="Back to the lesson">
            <Text slot="label">Back to the lesson</Text>
            <Text slot="description">{made.lesson.lesson.title === "" ? "It is being made." : isolated(made.lesson.lesson.title)}</Text>
          </MenuItem>
        )}
        <MenuItem id="file" className="item" textValue="A file">
          <Text slot="label">A file…</Text>
          <Text slot="description">A network, traffic, a scenario, a lesson. Or drop it on the page, or paste its text or a link.</Text>
        </MenuItem>
        <MenuItem id="lessons" className="item shed spare">
          Lessons
        </MenuItem>
        <MenuItem id="gallery" className="item shed">
          Gallery
        </MenuItem>
        <MenuItem id="study" className="item shed spare">
          Study
        </MenuItem>
        <MenuItem id="papers" className="item shed spare">
          Papers
        </MenuItem>
        <MenuItem id="compare" className="item shed">
          Compare
        </MenuItem>
        <MenuItem id="mix" className="item" textValue="Compare for a mix of programs">
          <Text slot="label">Compare for a mix of programs</Text>
          <Text slot="description">What these networks give for their cost, with weights of your own.</Text>
        </MenuItem>
        <MenuItem id="present" className="item shed">
          Present
        </MenuItem>
        <MenuItem id="glossary" className="item">
          Glossary
        </MenuItem>
        <MenuItem id="units" className="item">
          Unit of loads
        </MenuItem>
        <MenuItem id="offline" className="item">
          Without a connection
        </MenuItem>
        <MenuItem id="palette" className="item">
          All commands
        </MenuItem>
        <MenuItem id="keys" className="item keyed">
          Keys
        </MenuItem>
      </MenuSection>
      {recent.length > 0 && (
        <MenuSection>
          <Header>Recent</Header>
          {recent.map(({ said, more }, i) => (
            <MenuItem key={i} id={`recent-${i}`} className="item" textValue={said}>
              <Text slot="label">{said}</Text>
              <Text slot="description">{more}</Text>
            </MenuItem>
          ))}
        </MenuSection>
      )}
    </MenuPopover>
  );
}

/** A draft as the list says it. */
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

/** The lesson of a draft; null where this edition cannot read it. */
async function lessonOf(made: unknown): Promise<Lesson | null> {
  const { readMade } = await import("../../lesson/make.ts");
  return readMade(made).then(
    ({ lesson }) => lesson,
    () => null,
  );
}

/** The drafts that are not on the page, each document once, and each lesson. */
function othersOf(store: WorkbenchStore, drafts: readonly Draft[]): readonly Draft[] {
  const { draft, current: scenario } = store.getState().document;
  const isAgain = (a: Draft, b: Pick<Draft, "scenario" | "drawn" | "made">) =>
    isSame(a.drawn ?? a.scenario, b.drawn ?? b.scenario) && JSON.stringify(a.made) === JSON.stringify(b.made);
  const others = drafts.filter((each) => each.name !== draft && !isAgain(each, { scenario }));
  return others.filter((each, i) => others.findIndex((first) => isAgain(first, each)) === i);
}

/** Another draft is shown, and goes on as a copy; what it takes the place of becomes a draft even if it was only opened. */
function reopen(store: WorkbenchStore, draft: Draft): void {
  store.setState({ document: { isEdited: true } });
  if (draft.made === undefined) {
    open(store, draft.scenario, true);
    return drawOn(store, draft);
  }
  void import("../../lesson/make.ts").then(({ goOn, goOnMaking }) => {
    // The lesson of this tab goes on under its own name.
    if (store.getState().mode.made?.draft === draft.name) goOn(store);
    else void goOnMaking(store, { ...draft, name: newDraftName() });
  });
}
