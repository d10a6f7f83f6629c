/** Reads and changes a value of a scenario by its path, without knowledge of particular kinds. */
import { type ChosenKind, type Param, type Params, paramInContext, type Values } from "../base/params.ts";
import { scenarioParams } from "./scenario.ts";

/** A path in a document: `["topology", "k"]`. The name of a kind's parameter follows the name of the part that has the kind. */
export type Path = readonly string[];

/** The path of a dotted name, `topology.k`. */
export function parsePath(dotted: string): Path {
  return dotted === "" ? [] : dotted.split(".");
}

/** Whether `path` equals `ancestor` or lies below it. */
export function isWithin(path: Path, ancestor: Path): boolean {
  return ancestor.every((key, i) => path[i] === key);
}

/** Named parameters as one record parameter. */
export const asRecordParam = (params: Params): Param => ({ type: "record", params, title: "Document", help: "All of it.", default: {} });

/** The parameter at a path; undefined if there is none. Works for any values with their parameters, by default for a scenario. */
export function paramAtPath(scenario: object, path: Path, params: Params = scenarioParams): Param | undefined {
  return resolvePath(scenario, path, params)?.param;
}

/** The value at a path; undefined if there is none. */
export function valueAtPath(scenario: object, path: Path, params: Params = scenarioParams): unknown {
  return resolvePath(scenario, path, params)?.value;
}

/** Whether the phrase of the enclosing kind contains the value, so that it needs no title. */
export function isInPhrase(scenario: object, path: Path): boolean {
  const enclosing = paramAtPath(scenario, path.slice(0, -1));
  if (enclosing?.type !== "kind") return false;
  const { kind } = valueAtPath(scenario, path.slice(0, -1)) as ChosenKind;
  return enclosing.registry.get(kind).phrase.includes(`{${path.at(-1)}}`);
}

/** Names of the entries of a list; null if the entries need no names. */
export function entryNames(scenario: object, path: Path): readonly string[] | null {
  const param = paramAtPath(scenario, path);
  if (param?.type !== "list" || param.names === undefined) return null;
  return param.names((valueAtPath(scenario, path.slice(0, -1)) as ChosenKind).values);
}

/** Follows a path from the whole document to a parameter and its value. */
function resolvePath(scenario: object, path: Path, params: Params): { param: Param; value: unknown } | undefined {
  let param = asRecordParam(params);
  let value: unknown = scenario;
  let siblings: Values = {};
  for (const key of path) {
    const [innerParam, innerValue]: [Param | undefined, unknown] = stepInto(param, value, key, siblings);
    if (innerParam === undefined) return undefined;
    siblings = namedValues(param, value) ?? siblings;
    [param, value] = [innerParam, innerValue];
  }
  return { param, value };
}

/** The named values of a record or a kind. */
export function namedValues(param: Param, value: unknown): Values | undefined {
  return param.type === "record" ? (value as Values) : param.type === "kind" ? (value as ChosenKind).values : undefined;
}

/**
 * Follows a path one key further: the parameter and the value that `key` selects within a record, a list or a selected kind. Both are
 * undefined if there is none. A key of a list is an index, or a name if the list defines names of its entries.
 * @param siblings the values of the object that contains the list
 */
export function stepInto(param: Param, value: unknown, key: string, siblings: Values): [Param | undefined, unknown] {
  switch (param.type) {
    case "record":
      return Object.hasOwn(param.params, key)
        ? [paramInContext(param.params[key], value as Values), (value as Values)[key]]
        : [undefined, undefined];
    case "list": {
      const values = value as readonly unknown[];
      if (param.entryKeys !== undefined) {
        const entry = param.entryKeys.entryOf(key, value as readonly Values[], siblings);
        return entry === null ? [undefined, undefined] : [param.of, entry.entry];
      }
      return /^(0|[1-9]\d*)$/.test(key) && Number(key) < values.length ? [param.of, values[Number(key)]] : [undefined, undefined];
    }
    case "kind": {
      const { kind, values } = value as ChosenKind;
      const { params } = param.registry.get(kind);
      return Object.hasOwn(params, key) ? [params[key], values[key]] : [undefined, undefined];
    }
    default:
      return [undefined, undefined];
  }
}

/** The scenario with another value at a path, which must exist. */
export function withValueAtPath<S extends object>(scenario: S, path: Path, next: unknown, params: Params = scenarioParams): S {
  return replaceValue(asRecordParam(params), scenario, path, next, {}) as S;
}

/** Copies the values along a path, with another value at its end. */
function replaceValue(param: Param, value: unknown, path: Path, next: unknown, siblings: Values): unknown {
  if (path.length === 0)
    return param.type === "list" && param.entryKeys !== undefined ? param.entryKeys.normalize(next as readonly Values[], siblings) : next;
  const [key, ...rest] = path;
  const [innerParam, innerValue] = stepInto(param, value, key, siblings);
  if (innerParam === undefined) throw new Error(`the document has no "${key}" here`);
  const changed = replaceValue(innerParam, innerValue, rest, next, namedValues(param, value) ?? siblings);
  if (param.type === "list" && param.entryKeys !== undefined)
    return param.entryKeys.withEntry(changed as Values, value as readonly Values[], siblings);
  if (param.type === "list") return (value as readonly unknown[]).map((each, i) => (i === Number(key) ? changed : each));
  if (param.type !== "kind") return { ...(value as Values), [key]: changed };
  const { kind, values } = value as ChosenKind;
  return { kind, values: { ...values, [key]: changed } };
}
