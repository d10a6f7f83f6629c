/** What a solid word offers: kinds of a registry, named values, or yes and no. */
import type { ChoiceParam, ChosenKind, FlagParam, KindParam } from "../../core/base/params.ts";
import type { Scenario } from "../../core/scenario/scenario.ts";
import { type Path, reasonAgainst, valueAt } from "../document.ts";
import { capital } from "../format.ts";
import type { Option } from "./ChoiceWord.tsx";
import { pictureOf } from "./pictures.ts";
import { flagText } from "./segments.ts";

/** The options at a place, each with its line; kinds that do not fit carry the reason. */
export function optionsAt(scenario: Scenario, path: Path, param: KindParam | ChoiceParam | FlagParam): readonly Option[] {
  switch (param.type) {
    case "kind":
      return param.registry.kinds.map((kind) => ({
        id: kind.id,
        title: capital(kind.title),
        summary: kind.summary,
        reason: reasonAgainst(scenario, path, kind.id),
        picture: pictureOf(kind),
      }));
    case "choice":
      return param.choices.map(({ id, title, help }) => ({ id, title: capital(title), summary: help, reason: null, picture: null }));
    case "flag":
      return [true, false].map((value) => ({
        id: String(value),
        title: capital(flagText(param, value)),
        summary: value ? param.help : "",
        reason: null,
        picture: null,
      }));
  }
}

/** Id of the option that stands at a place now. */
export function chosenAt(scenario: Scenario, path: Path, param: KindParam | ChoiceParam | FlagParam): string {
  const value = valueAt(scenario, path);
  return param.type === "kind" ? (value as ChosenKind).kind : String(value);
}
