/** Options of a choice word: kinds of a registry, named values, or yes and no. */
import type { ChoiceParam, ChosenKind, FlagParam, KindParam } from "../../../core/base/params.ts";
import { kindsOf } from "../../../core/kinds/all-kinds.ts";
import type { Document } from "../../../core/scenario/document.ts";
import { type Path } from "../../../core/scenario/place.ts";
import { reasonAgainst, valueAt } from "../../../core/scenario/edits/edit-place.ts";
import { capital } from "../../../words/params.ts";
import type { WorkbenchStore } from "../../state/workbench.ts";
import { choose, edit } from "../../document/edits.ts";
import { notesOn } from "./choice-notes.ts";
import type { Picture } from "../../pictogram/picture.ts";
import { pictureOf } from "../../pictogram/pictures.ts";
import { flagText } from "../../../words/sentence.ts";

/** Parameters with a list of options. */
export type ChoosableParam = KindParam | ChoiceParam | FlagParam;

/** One option. */
export interface Option {
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  /** Why it is not available; null if it is. */
  readonly reason: string | null;
  readonly picture: Picture | null;
  /** Heading under which it is listed; null without groups. */
  readonly group: string | null;
}

/** Options at a path, each with its description; unavailable kinds give the reason. */
export function optionsAt(scenario: Document, path: Path, param: ChoosableParam): readonly Option[] {
  switch (param.type) {
    case "kind":
      return offeredKinds(param, chosenAt(scenario, path, param)).map((kind) => ({
        id: kind.id,
        title: capital(kind.title),
        summary: kind.summary,
        reason: reasonAgainst(scenario, path, kind.id),
        picture: pictureOf(kind),
        group: kind.group ?? null,
      }));
    case "choice":
      return param.choices.map(({ id, title, help }) => ({
        id,
        title: capital(title),
        summary: help,
        reason: null,
        picture: notesOn(param)?.of[id]?.picture ?? null,
        group: null,
      }));
    case "flag":
      return [true, false].map((value) => ({
        id: String(value),
        title: capital(flagText(param, value)),
        summary: value ? param.help : "",
        reason: null,
        picture: null,
        group: null,
      }));
  }
}

/** All kinds except those kept only for old documents, unless such a kind is the current one. */
const offeredKinds = ({ registry }: KindParam, chosen: string) =>
  kindsOf(registry).filter(({ id, isFormer }) => isFormer !== true || id === chosen);

/** Id of the current option at a path. */
export function chosenAt(scenario: Document, path: Path, param: ChoosableParam): string {
  const value = valueAt(scenario, path);
  return param.type === "kind" ? (value as ChosenKind).kind : String(value);
}

/** Applies an option. */
export function chooseAt(store: WorkbenchStore, path: Path, param: ChoosableParam, id: string): void {
  if (param.type === "kind") choose(store, path, id);
  else edit(store, path, param.type === "flag" ? id === "true" : id);
}
