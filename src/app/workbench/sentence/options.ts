/** Options of a choice word: kinds of a registry, named values, or yes and no. */
import type { ChoiceParam, ChosenKind, FlagParam, KindParam } from "../../../core/base/params.ts";
import { kindsOf } from "../../../core/kinds/all-kinds.ts";
import type { Document } from "../../../core/scenario/document.ts";
import { type Path } from "../../../core/scenario/param-path.ts";
import { reasonAgainstKind, documentValueAt, withKind } from "../../../core/scenario/edits/edit-document-value.ts";
import {
  assumedTechnologyText,
  lacksTechnologyFor,
  withAssumedTechnology,
  withoutUnusedTechnology,
} from "../../../core/scenario/edits/assumed-technology.ts";
import { capitalize } from "../../../words/params.ts";
import type { WorkbenchStore } from "../../state/workbench.ts";
import { editedDocument } from "../../state/document-state.ts";
import { editValue, propose } from "../../document/edits.ts";
import { notesOn } from "./choice-notes.ts";
import type { PictogramData } from "../../pictogram/pictogram-data.ts";
import { pictogramOf } from "../../pictogram/pictograms.ts";
import { flagText } from "../../../words/sentence.ts";

/** Parameters with a list of options. */
export type ChoosableParam = KindParam | ChoiceParam | FlagParam;

/** One option. */
export interface WordOption {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  /** Why the option is not available; null if it is. */
  readonly reason: string | null;
  readonly picture: PictogramData | null;
  /** Heading under which the option is listed; null without groups. */
  readonly group: string | null;
}

/**
 * The options that a word of the sentence offers for a parameter: all kinds of a registry, named values, or yes and no. A kind that cannot
 * be used with the document has the reason.
 */
export function optionsAt(scenario: Document, path: Path, param: ChoosableParam): readonly WordOption[] {
  switch (param.type) {
    case "kind":
      return availableKinds(param, currentOption(scenario, path, param)).map((kind) => ({
        id: kind.id,
        title: capitalize(kind.title),
        summary: kind.summary,
        reason: reasonAgainstKind(documentFor(scenario, path, kind.id), path, kind.id),
        picture: pictogramOf(kind),
        group: kind.group ?? null,
      }));
    case "choice":
      return param.choices.map(({ id, title, help }) => ({
        id,
        title: capitalize(title),
        summary: help,
        reason: null,
        picture: notesOn(param)?.notes[id]?.picture ?? null,
        group: null,
      }));
    case "flag":
      return [true, false].map((value) => ({
        id: String(value),
        title: capitalize(flagText(param, value)),
        summary: value ? param.help : "",
        reason: null,
        picture: null,
        group: null,
      }));
  }
}

/** All kinds except those kept only for old documents, unless such a kind is the current one. */
const availableKinds = ({ registry }: KindParam, chosen: string) =>
  kindsOf(registry).filter(({ id, isRetired }) => isRetired !== true || id === chosen);

/** Id of the current option at a path. */
export function currentOption(scenario: Document, path: Path, param: ChoosableParam): string {
  const value = documentValueAt(scenario, path);
  return param.type === "kind" ? (value as ChosenKind).kind : String(value);
}

/** Applies an option. */
export function applyOption(store: WorkbenchStore, path: Path, param: ChoosableParam, id: string): void {
  if (param.type === "kind") chooseKind(store, path, id);
  else editValue(store, path, param.type === "flag" ? id === "true" : id);
}

const isWorkload = (path: Path) => path.at(-1) === "workload";

/** The document before a kind is chosen: with the assumed technology if the kind is a workload that needs one. */
function documentFor(document: Document, path: Path, id: string): Document {
  return isWorkload(path) && lacksTechnologyFor(document, id) ? withAssumedTechnology(document) : document;
}

/** Selects a kind, with the technology that is assumed for it, as one undo step. Another workload removes an assumed technology. */
export function chooseKind(store: WorkbenchStore, path: Path, id: string): void {
  const before = editedDocument(store.getState());
  const prepared = documentFor(before, path, id);
  const after = withKind(prepared, path, id);
  propose(store, isWorkload(path) ? withoutUnusedTechnology(after) : after);
  if (prepared !== before && store.getState().document.pending === null)
    store.setState({ session: { toast: `Times are for ${assumedTechnologyText}. Other values can be chosen in the sentence.` } });
}
