/** Full-text search of the settings, at any depth. */
import type { ChosenKind, Param, Params, Values } from "../../../core/base/params.ts";
import type { Path } from "../../../core/scenario/place.ts";

/** A setting that matches, with its current value. */
export interface FoundSetting {
  readonly path: Path;
  readonly param: Param;
  readonly value: unknown;
  /** Titles of the enclosing settings, outermost first: `Flow control`. */
  readonly within: readonly string[];
}

/** Whether a text contains all words, which must be in lower case. */
export function hasAll(text: string, words: readonly string[]): boolean {
  const said = text.toLowerCase();
  return words.every((word) => said.includes(word));
}

/** Settings whose name or help contains all words, in order. The parts of a matching setting are not listed separately. */
export function foundIn(
  params: Params,
  values: Values,
  words: readonly string[],
  path: Path = [],
  within: readonly string[] = [],
): readonly FoundSetting[] {
  return Object.entries(params).flatMap(([name, param]): readonly FoundSetting[] => {
    const value = values[name];
    const here = [...path, name];
    const help = "help" in param && typeof param.help === "string" ? param.help : "";
    if (hasAll(`${name} ${param.title} ${param.symbol ?? ""} ${help}`, words)) return [{ path: here, param, value, within }];
    const inside = [...within, param.title];
    if (param.type === "record") return foundIn(param.params, value as Values, words, here, inside);
    if (param.type !== "kind") return [];
    const { kind, values: own } = value as ChosenKind;
    return foundIn(param.registry.get(kind).params, own, words, here, inside);
  });
}
