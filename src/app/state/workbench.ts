/** The page's store: four slices by kind of state. Undo covers the slice of the document. Frames and results are never in the store. */
import { temporal } from "zundo";
import { createStore, type StateCreator } from "zustand/vanilla";
import type { Document } from "../../core/scenario/document.ts";
import type { Path } from "../../core/scenario/param-path.ts";
import { newDraftName } from "./draft-name.ts";
import { firstDocument } from "./first-document.ts";
import type { DocumentState } from "./document-state.ts";
import { isInLesson, type ModeState } from "./mode-state.ts";
import { initialSession, type SessionState } from "./session-state.ts";
import { limitUndoMemory, undoLimits } from "./undo-limits.ts";
import type { ThemeName, ViewState } from "./view-state.ts";

export interface Workbench {
  readonly document: DocumentState;
  readonly session: SessionState;
  readonly view: ViewState;
  readonly mode: ModeState;
}

/** A change of the store: some fields of some slices. */
export type WorkbenchPatch = { readonly [S in keyof Workbench]?: Partial<Workbench[S]> };

/** What a step of undo restores: the document, and the lesson being written, whose current step it is. */
export interface UndoStep {
  readonly document: Pick<DocumentState, "current" | "pending">;
  readonly mode?: Pick<ModeState, "lesson">;
}

/** The page's store: a zustand store whose `setState` takes a patch, with `temporal` for undo and redo. */
export type WorkbenchStore = ReturnType<typeof createWorkbench>;

/**
 * Creates the store of the workbench. An undo step records the document and, for the author of a lesson, the lesson; the number of steps
 * and their memory are limited.
 * @param current The document to begin with, by default the first document.
 */
export function createWorkbench(current: Document = firstDocument(), theme: ThemeName = "light") {
  const initialState: Workbench = {
    document: {
      current,
      pending: null,
      previous: null,
      draft: newDraftName(),
      isEdited: false,
      source: "",
      example: current,
      own: null,
      opening: null,
      ports: null,
    },
    session: { ...initialSession, hover: null, speed: 2000, draggedPath: null, toast: null, measured: null },
    view: {
      theme,
      unit: null,
      cards: {},
      cardsOfLink: null,
      choices: {},
      stageView: "",
      drawer: null,
      isEmbedded: false,
      lock: null,
      hidden: [],
    },
    mode: { lesson: null, setAsideLesson: null, drawing: null, painting: null },
  };
  const store = createStore<Workbench>()(
    patchMiddleware(
      temporal((): Workbench => initialState, {
        partialize: ({ document: { current, pending }, mode: { lesson } }): UndoStep => {
          const document = { current, pending: pending?.isDrawn === true ? pending : null };
          return lesson?.role === "maker" ? { document, mode: { lesson } } : { document };
        },
        equality: (past, present) =>
          past.document.current === present.document.current &&
          past.document.pending === present.document.pending &&
          past.mode?.lesson === present.mode?.lesson,
        limit: undoLimits.steps,
      }),
    ),
  );
  limitUndoMemory(store.temporal);
  return store as Omit<typeof store, "setState"> & { setState(patch: WorkbenchPatch | ((state: Workbench) => WorkbenchPatch)): void };
}

/** The state with a patch applied. Slices without changes remain the same objects. */
function withPatch(state: Workbench, patch: WorkbenchPatch): Workbench {
  return {
    document: withFields(state.document, patch.document),
    session: withFields(state.session, patch.session),
    view: withFields(state.view, patch.view),
    mode: withFields(state.mode, patch.mode),
  };
}

const withFields = <Slice extends object>(slice: Slice, fields?: Partial<Slice>): Slice =>
  fields === undefined ? slice : { ...slice, ...fields };

/** Middleware: `setState`, also when undo calls it, takes a patch and merges the patch slice by slice. */
function patchMiddleware<Creator>(create: Creator): Creator {
  const creator: StateCreator<Workbench> = (set, get, api) => {
    const patch = (change: WorkbenchPatch | ((state: Workbench) => WorkbenchPatch)) =>
      set((state) => withPatch(state, typeof change === "function" ? change(state) : change));
    api.setState = patch as typeof api.setState;
    return (create as StateCreator<Workbench>)(patch as typeof set, get, api);
  };
  return creator as Creator;
}

/** Whether a parameter is locked. */
export function isParameterLocked(store: WorkbenchStore, path: Path): boolean {
  return store.getState().view.lock?.isLocked(path) ?? false;
}

/** Whether the document has the reader's own edits, and is not a step of a lesson. */
export function hasOwnEdits(state: Workbench): boolean {
  return state.document.isEdited && !isInLesson(state);
}

/** Sets an option of a view. */
export function setViewOption(store: WorkbenchStore, view: string, option: string, choice: string): void {
  store.setState(({ view: { choices } }) => ({ view: { choices: { ...choices, [view]: { ...choices[view], [option]: choice } } } }));
}
