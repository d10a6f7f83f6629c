/** State of the document on the page. It is the only slice covered by undo, drafts and links. */
import type { ValidationIssue } from "../../core/base/errors.ts";
import type { ChosenKind } from "../../core/base/params.ts";
import type { Document } from "../../core/scenario/document.ts";
import type { UndoStep } from "./workbench.ts";

/** An edit that is not valid. The last valid document remains current until the edit is corrected. */
export interface PendingEdit {
  /** The edited document. It equals the current document if the edit is a text that could not be parsed. */
  readonly document: Document;
  readonly issues: readonly ValidationIssue[];
  /** True if the edit was made in a drawing: then it is an undo step, and the next edit builds on it. */
  readonly isDrawn?: true;
  /** A text that could not be parsed, and the path of its parameter. */
  readonly typed?: { readonly path: string; readonly text: string };
}

export interface DocumentState {
  /** The document that runs. */
  readonly current: Document;
  readonly pending: PendingEdit | null;
  /** The document before the last edit, and the draft that was edited; null before the first edit. */
  readonly previous: { readonly scenario: Document; readonly of: string } | null;
  /** Name of the draft under which the document is stored. Every opened document gets a new one. */
  readonly draft: string;
  /** True once the reader has edited the document, so that it is saved and written to the address bar. */
  readonly isEdited: boolean;
  /** The address from which the document was opened, without `#`; empty if it has none. */
  readonly source: string;
  /** The document as the page brought it: the first document or an example of the gallery. Its titles leave with edits; null for others. */
  readonly example: Document | null;
  /** The reader's own document that was on the page before this one; null if there was none. */
  readonly own: LeftDocument | null;
  /** Aborts opening the current link when a later one is opened. */
  readonly opening: AbortController | null;
  /** The channels of the ports of an imported network; null if unknown. */
  readonly ports: { readonly topology: ChosenKind; readonly of: ReadonlyMap<string, number> } | null;
}

/** A document that another one replaced on the page, as it was left: with the steps that undo and redo restore. */
export interface LeftDocument {
  readonly document: DocumentState;
  readonly history: Readonly<Record<"pastStates" | "futureStates", Partial<UndoStep>[]>>;
}

/** The document that forms and the sentence show: the pending edit if there is one. */
export function editedDocument({ document: { pending, current } }: { readonly document: DocumentState }): Document {
  return pending?.document ?? current;
}
