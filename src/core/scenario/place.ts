/** Places in a scenario, by path: reading and changing one of them. No kind is known by name. */
import { type ChosenKind, type Param, type Params, readBeside, type Values } from "../base/params.ts";
import { scenarioParams } from "./scenario.ts";

/** A place in the document: `["topology", "k"]`. A kind's parameters follow the kind directly. */
export type Path = readonly string[];

/** The path of a dotted name, `topology.k`. */
export function pathOf(dotted: string): Path {
  return dotted === "" ? [] : dotted.split(".");
}

/** True when `path` is `place` or lies inside it. */
export function isWithin(path: Path, place: Path): boolean {
  return place.every((key, i) => path[i] === key);
}

/** Named values as one value of one description. */
export const whole = (params: Params): Param => ({ type: "record", params, title: "Document", help: "All of it.", default: {} });

/** The description of a place, or undefined where the scenario has none; also of other values than a scenario's, by their own descriptions. */
export function paramAt(scenario: object, path: Path, params: Params = scenarioParams): Param | undefined {
  return walk(scenario, path, params)?.param;
}

/** The value at a place, or undefined where the scenario has none. */
export function valueAt(scenario: object, path: Path, params: Params = scenarioParams): unknown {
  return walk(scenario, path, params)?.value;
}

/** Whether the phrase of the kind around a place says its value: in words that need no title before them. */
export function isInPhrase(scenario: object, path: Path): boolean {
  const around = paramAt(scenario, path.slice(0, -1));
  if (around?.type !== "kind") return false;
  const { kind } = valueAt(scenario, path.slice(0, -1)) as ChosenKind;
  return around.registry.get(kind).phrase.includes(`{${path.at(-1)}}`);
}

/** What the entries of a list stand for, in words; null where they say it themselves. */
export function namesAt(scenario: object, path: Path): readonly string[] | null {
  const param = paramAt(scenario, path);
  if (param?.type !== "list" || param.names === undefined) return null;
  return param.names((valueAt(scenario, path.slice(0, -1)) as ChosenKind).values);
}

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

/** Named values, where a value is made of such. */
export function valuesIn(param: Param, value: unknown): Values | undefined {
  return param.type === "record" ? (value as Values) : param.type === "kind" ? (value as ChosenKind).values : undefined;
}

/** One step down: the description and the value behind a key. */
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

/** The scenario with another value at a place. The place must exist. */
export function withValue<S extends object>(scenario: S, path: Path, next: unknown, params: Params = scenarioParams): S {
  return replaced(whole(params), scenario, path, next, {}) as S;
}

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
