/** Paths as everybody may write them → the one spelling that each place has. */
import type { Param, Params, Values } from "../base/params.ts";
import { inside, type Path, valuesIn, whole } from "./place.ts";
import { scenarioParams } from "./scenario.ts";

/** The path with every entry of a list whose entries have names by its key: `links.0.rate` → `links.global.rate`. */
export function keyed(scenario: object, path: Path, params: Params = scenarioParams): Path {
  let param = whole(params);
  let value: unknown = scenario;
  let beside: Values = {};
  return path.map((key) => {
    const own = param.type === "list" ? (param.about?.entryOf(key, value as readonly Values[], beside)?.key ?? key) : key;
    const [inner, within]: [Param | undefined, unknown] = inside(param, value, key, beside);
    beside = valuesIn(param, value) ?? beside;
    if (inner !== undefined) [param, value] = [inner, within];
    return own;
  });
}
