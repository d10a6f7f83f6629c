/**
 * Sweeps in readable links: `sweep=load:.1..1..0.1,topology.k:2;4;8`. A parameter is named by its dotted path, or by its short name in the
 * link. Weights of the values follow an asterisk: `topology.k:2;4;8*1;0;2.5`.
 */
import { refuse } from "../core/base/errors.ts";
import type { Param } from "../core/base/params.ts";
import type { Document } from "../core/scenario/document.ts";
import { paramAtPath, parsePath } from "../core/scenario/param-path.ts";
import type { Scenario } from "../core/scenario/scenario.ts";
import { writeScenario } from "../core/scenario/scenario.ts";
import { maxSweepParameters } from "../core/scenario/sweep.ts";
import { openGroups } from "./groups.ts";
import { findParam, fromWord, toWord } from "./words.ts";

/** A number as written by hand; `.05` and `05` are both accepted for 0.05. */
const numberPattern = String.raw`(-?(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d+)?)`;
const rangePattern = new RegExp(`^${numberPattern}\\.\\.${numberPattern}(?:\\.\\.${numberPattern})?$`);
const wholeNumberPattern = new RegExp(`^${numberPattern}$`);

/** Whether a word is a range or several values. */
export function isRangeOrList(word: string): boolean {
  return rangePattern.test(word) || (word.slice(1, -1).includes(";") && !/[,:~]/.test(word));
}

/**
 * Reads the sweep of a link, `load:.1..1..0.1,seed:1;2*3;1`: for each parameter a colon and a range or values, optionally with weights
 * after `*`. Returns the entries of `sweep` as in a document.
 * @throws ScenarioError if a parameter is unknown
 */
export function readSweep(scenario: Scenario, word: string): readonly Record<string, unknown>[] {
  // One entry more than allowed is sufficient to report it.
  return word.split(",", maxSweepParameters + 1).map((text) => {
    const colonIndex = text.indexOf(":");
    const name = colonIndex < 0 ? text : text.slice(0, colonIndex);
    const path = colonIndex < 0 ? undefined : pathOfName(scenario, name);
    if (path === undefined)
      refuse(
        "sweep",
        `"${text.slice(0, 40)}" is not a parameter that can be swept; expected a parameter, a colon, and a range or values.`,
        "Write it as in sweep=load:.1..1..0.1.",
      );
    const [values, ...rest] = text.slice(colonIndex + 1).split("*");
    const weights = rest.length === 0 ? {} : { weights: rest.join("*").split(";").map(parseWeight) };
    // A range, or else a list of values.
    const [, from, to, step] = rangePattern.exec(values) ?? [];
    const param = paramAtPath(scenario, parsePath(path)) as Param;
    if (from === undefined)
      return { path, values: values.split(";").map((each) => (param.type === "kind" ? each : fromWord(param, each))), ...weights };
    const defaultStep = "step" in param ? param.step : 1;
    // A step without its dot, 05, means .05.
    const stepSize = step === undefined ? defaultStep : Number(/^0\d/.test(step) ? `.${step}` : step);
    return { path, from: Number(from), to: Number(to), step: stepSize, ...weights };
  });
}

/** A weight as a number; an invalid word is returned unchanged, to be reported later. */
function parseWeight(word: string): unknown {
  return wholeNumberPattern.test(word) ? Number(word) : word;
}

/** The dotted path of a name: the name itself, or the path of the only parameter or kind with that name. */
function pathOfName(scenario: Scenario, name: string): string | undefined {
  if (paramAtPath(scenario, parsePath(name)) !== undefined) return name;
  const groups = openGroups({ ...writeScenario(scenario) }, new Map(), []);
  const paths = groups.flatMap(({ key, path, params }) => {
    const [ownName] = findParam(params, name) ?? [];
    return [...(key === name ? [path] : []), ...(ownName === undefined ? [] : [`${path}.${ownName}`])];
  });
  // Names of prices do not count, because prices change no run.
  const [onlyPath, ...otherPaths] = new Set(paths.filter((path) => paramAtPath(scenario, parsePath(path)) !== undefined));
  return otherPaths.length === 0 ? onlyPath : undefined;
}

/** The word of a written sweep; null if it has values that words cannot express. */
export function writeSweep(document: Document, written: unknown): string | null {
  const words = (written as readonly WrittenSweep[]).map(({ path: dotted, weights, from, to, step, values }) => {
    const path = parsePath(dotted);
    const param = paramAtPath(document, path) as Param;
    const shortName = path[path.length - 1];
    const name = pathOfName(document, shortName) === dotted ? shortName : dotted;
    const weightSuffix = weights === undefined ? "" : `*${weights.join(";")}`;
    if (values === undefined) return `${name}:${toWord(param, from)}..${toWord(param, to)}..${step}${weightSuffix}`;
    const valueWords = values.map((value) => kindOrWord(param, value));
    return valueWords.includes(null) ? null : `${name}:${valueWords.join(";")}${weightSuffix}`;
  });
  return words.includes(null) ? null : words.join(",");
}

/** An entry of `sweep` in a document: a range, or values. */
interface WrittenSweep {
  readonly path: string;
  readonly from?: number;
  readonly to?: number;
  readonly step?: number;
  readonly values?: readonly unknown[];
  readonly weights?: readonly number[];
}

function kindOrWord(param: Param, value: unknown): string | null {
  if (param.type !== "kind") return toWord(param, value);
  const { kind, ...rest } = value as { kind: string };
  return Object.keys(rest).length === 0 ? kind : null;
}
