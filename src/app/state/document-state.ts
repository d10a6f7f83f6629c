/** The document on the page: the one state that undo covers, drafts keep and links say. */
import type { ValidationIssue } from "../../core/base/errors.ts";
import type { ChosenKind } from "../../core/base/params.ts";
import type { Document } from "../../core/scenario/document.ts";

/** An edit that cannot run: the last good document goes on showing while it waits to be mended. */
export interface Pending {
  /** The document as edited; the same as the last good one when only a text could not be read. */
  readonly scenario: Document;
  readonly issues: readonly ValidationIssue[];
  /** True where a hand has drawn it: it is a step like any other, and the next gesture goes on from it. */
  readonly isDrawn?: true;
  /** A text that could not be read, and its path. */
  readonly typed?: { readonly path: string; readonly text: string };
}

export interface DocumentState {
  /** The document that runs. */
  readonly current: Document;
  readonly pending: Pending | null;
  /** The document before the last step, and the draft that this was taken in; null before the first. */
  readonly previous: { readonly scenario: Document; readonly of: string } | null;
  /** Name of the draft that the document is kept as: each that is opened is another one. */
  readonly draft: string;
  /** True once the document has been changed here, so that it is ours to save and to write into the address bar. */
  readonly isEdited: boolean;
  /** The link that is being opened: a later one takes its place. */
  readonly opening: AbortController | null;
  /** The channels behind the ports of a network that came from a file; null where none is known. */
  readonly ports: { readonly topology: ChosenKind; readonly of: ReadonlyMap<string, number> } | null;
}

/** The document as the words and forms show it: a pending edit where there is one. */
export function edited({ document: { pending, current } }: { readonly document: DocumentState }): Document {
  return pending?.scenario ?? current;
}
