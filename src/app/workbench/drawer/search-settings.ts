/** Full-text search of the settings, at any depth. */
import type { ChosenKind, Param, Params, Values } from "../../../core/base/params.ts";
import type { Path } from "../../../core/scenario/param-path.ts";

/** A setting that matches, with its current value. */
export interface FoundSetting {
  readonly path: Path;
  readonly param: Param;
  readonly value: unknown;
  /** Titles of the enclosing settings, outermost first: `Flow control`. */
  readonly enclosingTitles: readonly string[];
}

/** Whether a text contains all words, which must be in lower case. */
export function containsAllWords(text: string, words: readonly string[]): boolean {
  const lowerCase = text.toLowerCase();
  return words.every((word) => lowerCase.includes(word));
}

/**
 * Searches the settings, in the order of the forms: a setting is found if its name, title, symbol or help contains all `words`. The
 * settings within a found setting are not listed.
 * @param path Keys that lead from the document to `params`; extended for the settings within a setting.
 * @param enclosingTitles Titles of the settings that contain `params`, from the outermost.
 */
export function searchSettings(
  params: Params,
  values: Values,
  words: readonly string[],
  path: Path = [],
  enclosingTitles: readonly string[] = [],
): readonly FoundSetting[] {
  return Object.entries(params).flatMap(([name, param]): readonly FoundSetting[] => {
    const value = values[name];
    const ownPath = [...path, name];
    const help = "help" in param && typeof param.help === "string" ? param.help : "";
    if (containsAllWords(`${name} ${param.title} ${param.symbol ?? ""} ${help}`, words))
      return [{ path: ownPath, param, value, enclosingTitles }];
    const enclosing = [...enclosingTitles, param.title];
    if (param.type === "record") return searchSettings(param.params, value as Values, words, ownPath, enclosing);
    if (param.type !== "kind") return [];
    const { kind, values: kindValues } = value as ChosenKind;
    return searchSettings(param.registry.get(kind).params, kindValues, words, ownPath, enclosing);
  });
}
