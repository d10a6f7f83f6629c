/** The menu for opening files and drafts. On small screens it has the entries that do not fit into the bar, too. */
import { useEffect, useState } from "react";
import { isolateDirection } from "../../../core/base/words.ts";
import type { Lesson } from "../../../lessons/lesson.ts";
import { countOf } from "../../../words/numbers.ts";
import { type Draft, isSameDocument } from "../../document/draft.ts";
import { newDraftName } from "../../state/draft-name.ts";
import type { PopupProps } from "../../ui/PopupButton.tsx";
import { compareMix } from "../../workbench/mix/compare-mix.ts";
import { segmentsAsText, documentSentence } from "../../../words/sentence.ts";
import type { WorkbenchStore } from "../../state/workbench.ts";
import { addNetwork, restoreDrawing } from "../../document/edits.ts";
import { redo } from "../../document/history.ts";
import { openDocument } from "../../document/open-document.ts";
import { loadOwnNetwork } from "../../opening/sync-address.ts";
import { changeTheme } from "../theme.ts";
import { Menu, MenuItem, MenuSection } from "../../ui/Menu.tsx";
import { usePage, useWorkbench } from "../../hooks.ts";
import { paperLink, studyLink } from "../../../links/fragment.ts";

export interface OpenMenuProps extends PopupProps {
  /** Opens the file dialog. */
  readonly onFile: () => void;
}

export function OpenMenu({ onFile, ...popup }: OpenMenuProps) {
  const { drafts, overlay, store } = usePage();
  const [recent, setRecent] = useState<readonly RecentDraft[]>([]);
  const lessonInMaking = useWorkbench((state) => state.mode.setAsideLesson);
  useEffect(() => {
    void drafts.load().then(async (all) => setRecent(await Promise.all(otherDraftsOf(store, all).map(recentDraftOf))));
  }, [drafts, store]);
  const runAction = (key: string) => {
    if (key === "file") onFile();
    else if (key === "start-over") void loadOwnNetwork().then(({ startOver }) => startOver(store));
    else if (key === "lesson") void import("../../lesson/editor-actions.ts").then(({ resumeEditing }) => resumeEditing(store));
    else if (key === "settings") store.setState({ view: { drawer: "" } });
    else if (key === "redo") redo(store);
    else if (key === "theme") changeTheme(store);
    else if (key === "papers") location.hash = paperLink("");
    else if (key === "study") location.hash = studyLink;
    else if (key === "compare") void addNetwork(store);
    else if (key === "mix") compareMix(store);
    else if (key === "present") overlay.present(true);
    else if (key === "glossary") overlay.showTerm(null);
    else if (key === "gallery" || key === "lessons" || key === "keys" || key === "palette" || key === "units" || key === "offline")
      overlay.showSheet(key);
    else if (key.startsWith("recent-")) reopenDraft(store, recent[Number(key.slice("recent-".length))].draft);
  };
  return (
    <Menu {...popup} label="Open and more" onAction={runAction}>
      <MenuSection header="Open">
        <MenuItem
          id="file"
          title="A file…"
          description="A network, traffic, a scenario or a lesson. You can also drop a file on the page, or paste text or a link."
        />
        <MenuItem
          id="start-over"
          title="Start over"
          description="The first network again. Yours stays under Recent, and Undo restores it."
        />
        {lessonInMaking !== null && (
          <MenuItem
            id="lesson"
            title="Back to the lesson"
            description={
              lessonInMaking.lesson.lesson.title === "" ? "Unfinished lesson" : isolateDirection(lessonInMaking.lesson.lesson.title)
            }
          />
        )}
      </MenuSection>
      {/* What does not fit into the bar has the order of the bar. */}
      <MenuSection label="Page">
        <MenuItem id="redo" title="Redo" className="narrow" />
        <MenuItem id="lessons" title="Lessons" className="narrow-only spare" />
        <MenuItem id="gallery" title="Gallery" className="narrow-only" />
        <MenuItem id="study" title="Study" className="narrow-only spare" />
        <MenuItem id="papers" title="Papers" className="narrow-only spare" />
        <MenuItem id="compare" title="Compare" className="narrow-only" />
        <MenuItem
          id="mix"
          title="Compare for a mix of programs"
          description="Performance per cost of these networks, with your own weights."
        />
        <MenuItem id="present" title="Present" className="narrow-only" />
        <MenuItem id="settings" title="All settings" className="narrow" />
        <MenuItem id="theme" title="Light or dark" className="narrow" />
        <MenuItem id="glossary" title="Glossary" description="Every term in two sentences." />
        <MenuItem id="units" title="Unit of loads" description="Phits per cycle, bytes per second, or % of a link." />
        <MenuItem id="offline" title="Offline use" description="Keeps this page in the browser." />
        <MenuItem id="palette" title="All commands" description="Finds commands, settings, terms and switches by name." />
        <MenuItem id="keys" title="Keys" description="All keyboard shortcuts." className="keyed" />
      </MenuSection>
      {recent.length > 0 && (
        <MenuSection header="Recent">
          {recent.map(({ title, details }, i) => (
            <MenuItem key={i} id={`recent-${i}`} title={title} description={details} />
          ))}
        </MenuSection>
      )}
    </Menu>
  );
}

/** A draft as the menu shows it. */
interface RecentDraft {
  readonly draft: Draft;
  readonly title: string;
  readonly details: string;
}

async function recentDraftOf(draft: Draft): Promise<RecentDraft> {
  const { document, time, made } = draft;
  const savedAt = new Date(time).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" });
  const lesson = made === undefined ? null : await lessonOfDraft(made);
  if (lesson === null) {
    const title = document.title === "" ? segmentsAsText(documentSentence(draft.drawn ?? document)) : isolateDirection(document.title);
    return { draft, title, details: draft.drawn === undefined ? savedAt : `cannot run yet; ${savedAt}` };
  }
  const title = lesson.title === "" ? "Untitled lesson" : isolateDirection(lesson.title);
  return { draft, title, details: `lesson, ${countOf(lesson.steps.length, "step", "steps")}; ${savedAt}` };
}

/** The lesson of a draft; null if this version cannot read it. */
async function lessonOfDraft(made: unknown): Promise<Lesson | null> {
  const { readLessonDraft } = await import("../../lesson/editor-actions.ts");
  return readLessonDraft(made).then(
    ({ lesson }) => lesson,
    () => null,
  );
}

/** The drafts that are not on the page, without duplicates. */
function otherDraftsOf(store: WorkbenchStore, drafts: readonly Draft[]): readonly Draft[] {
  const { draft, current: scenario } = store.getState().document;
  const isDuplicate = (a: Draft, b: Pick<Draft, "document" | "drawn" | "made">) =>
    isSameDocument(a.drawn ?? a.document, b.drawn ?? b.document) && JSON.stringify(a.made) === JSON.stringify(b.made);
  const candidates = drafts.filter((each) => each.name !== draft && !isDuplicate(each, { document: scenario }));
  return candidates.filter((each, i) => candidates.findIndex((first) => isDuplicate(first, each)) === i);
}

/** Opens a draft as a copy. The document on the page becomes a draft, even if the reader has not edited it. */
function reopenDraft(store: WorkbenchStore, draft: Draft): void {
  store.setState({ document: { isEdited: true } });
  if (draft.made === undefined) {
    openDocument(store, draft.document, true, { document: { own: null }, mode: { lesson: null } });
    return restoreDrawing(store, draft);
  }
  void import("../../lesson/editor-actions.ts").then(({ resumeEditing, openLessonDraft }) => {
    // A draft with the lesson that was set aside in this tab is not copied: its lesson continues.
    if (store.getState().mode.setAsideLesson?.draft === draft.name) resumeEditing(store);
    else void openLessonDraft(store, { ...draft, name: newDraftName() });
  });
}
