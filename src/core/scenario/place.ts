/** Reads and changes a value of a scenario by its path, without knowledge of particular kinds. */
import { type ChosenKind, type Param, type Params, readBeside, type Values } from "../base/params.ts";
import { scenarioParams } from "./scenario.ts";

/** A path in a document: `["topology", "k"]`. The parameters of a kind follow the kind directly. */
export type Path = readonly string[];

/** The path of a dotted name, `topology.k`. */
export function pathOf(dotted: string): Path {
  return dotted === "" ? [] : dotted.split(".");
}

/** Whether `path` equals `place` or lies below it. */
export function isWithin(path: Path, place: Path): boolean {
  return place.every((key, i) => path[i] === key);
}

/** Named parameters as one record parameter. */
export const whole = (params: Params): Param => ({ type: "record", params, title: "Document", help: "All of it.", default: {} });

/** The parameter at a path; undefined if there is none. Works for any values with their parameters, by default for a scenario. */
export function paramAt(scenario: object, path: Path, params: Params = scenarioParams): Param | undefined {
  return walk(scenario, path, params)?.param;
}

/** The value at a path; undefined if there is none. */
export function valueAt(scenario: object, path: Path, params: Params = scenarioParams): unknown {
  return walk(scenario, path, params)?.value;
}

/** Whether the phrase of the enclosing kind contains the value, so that it needs no title. */
export function isInPhrase(scenario: object, path: Path): boolean {
  const around = paramAt(scenario, path.slice(0, -1));
  if (around?.type !== "kind") return false;
  const { kind } = valueAt(scenario, path.slice(0, -1)) as ChosenKind;
  return around.registry.get(kind).phrase.includes(`{${path.at(-1)}}`);
}

/** Names of the entries of a list; null if the entries speak for themselves. */
export function namesAt(scenario: object, path: Path): readonly string[] | null {
  const param = paramAt(scenario, path);
  if (param?.type !== "list" || param.names === undefined) return null;
  return param.names((valueAt(scenario, path.slice(0, -1)) as ChosenKind).values);
}

/** Follows a path from the whole document to a parameter and its value. */
function walk(scenario: object, path: Path, params: Params): { param: Param; value: unknown } | undefined {
  let param = whole(params);
  let value: unknown = scenario;
  let beside: Values = {};
  for (const key of path) {
    const [inner, within]: [Param | undefined, unknown] = inside(param, value, key, beside);
    if (inner === undefined) return undefined;
    beside = valuesIn(param, value) ?? beside;
    [param, value] = [inner, within];
  }
  return { param, value };
}

/** The named values of a record or a kind. */
export function valuesIn(param: Param, value: unknown): Values | undefined {
  return param.type === "record" ? (value as Values) : param.type === "kind" ? (value as ChosenKind).values : undefined;
}

/** The parameter and the value one key further. */
export function inside(param: Param, value: unknown, key: string, beside: Values): [Param | undefined, unknown] {
  switch (param.type) {
    case "record":
      return Object.hasOwn(param.params, key)
        ? [readBeside(param.params[key], value as Values), (value as Values)[key]]
        : [undefined, undefined];
    case "list": {
      const values = value as readonly unknown[];
      if (param.about !== undefined) {
        const found = param.about.entryOf(key, value as readonly Values[], beside);
        return found === null ? [undefined, undefined] : [param.of, found.entry];
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
export function withValue<S extends object>(scenario: S, path: Path, next: unknown, params: Params = scenarioParams): S {
  return replaced(whole(params), scenario, path, next, {}) as S;
}

/** Copies the values along a path, with another value at its end. */
function replaced(param: Param, value: unknown, path: Path, next: unknown, beside: Values): unknown {
  if (path.length === 0)
    return param.type === "list" && param.about !== undefined ? param.about.settled(next as readonly Values[], beside) : next;
  const [key, ...rest] = path;
  const [inner, present] = inside(param, value, key, beside);
  if (inner === undefined) throw new Error(`the document has no "${key}" here`);
  const changed = replaced(inner, present, rest, next, valuesIn(param, value) ?? beside);
  if (param.type === "list" && param.about !== undefined)
    return param.about.withEntry(changed as Values, value as readonly Values[], beside);
  if (param.type === "list") return (value as readonly unknown[]).map((each, i) => (i === Number(key) ? changed : each));
  if (param.type !== "kind") return { ...(value as Values), [key]: changed };
  const { kind, values } = value as ChosenKind;
  return { kind, values: { ...values, [key]: changed } };
}
