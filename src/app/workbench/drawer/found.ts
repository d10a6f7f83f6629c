/** Settings by words: where each is, whatever it lies in. */
import type { ChosenKind, Param, Params, Values } from "../../../core/base/params.ts";
import type { Path } from "../../../core/scenario/place.ts";

/** A setting that was looked for, with its present value. */
export interface FoundSetting {
  readonly path: Path;
  readonly param: Param;
  readonly value: unknown;
  /** What it lies in, from the outside in: `Flow control`. */
  readonly within: readonly string[];
}

/** Whether all of these words, in small letters, stand in a text. */
export function hasAll(text: string, words: readonly string[]): boolean {
  const said = text.toLowerCase();
  return words.every((word) => said.includes(word));
}

/** The settings in whose name or help all of the words stand, in their order; of one that is found, what lies in it is a part. */
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
