/** A sentence that tells a user what the last step changed. */
import { memoizeRecent } from "../core/base/lru.ts";
import type { ChosenKind, KindParam, Param } from "../core/base/params.ts";
import { changesOf } from "../core/scenario/variants.ts";
import type { ValueChange } from "../core/scenario/variants.ts";
import { paramAtPath, valueAtPath } from "../core/scenario/param-path.ts";
import type { Scenario } from "../core/scenario/scenario.ts";
import { routings } from "../core/routings/registry.ts";
import { drawingOfTopology } from "../core/scenario/edits/convert-to-drawing.ts";
import { drawnTopologyId, faultyTopologyId } from "../core/topologies/contract.ts";
import { topologies } from "../core/topologies/registry.ts";
import { joinWithAnd, isolateDirection, uncapitalize } from "../core/base/words.ts";
import { networkPhrase } from "./networks.ts";
import { countOf } from "./numbers.ts";
import { entryTitleAt, wordsOfValue } from "./params.ts";
import { sayValue } from "./sweep.ts";

/** Prefix that marks a change that is too long to write out; only the parameter is named. */
const tooLongPrefix = "other ";
/** At most this many changes are listed. */
const maxListedChanges = 2;

/**
 * A sentence to the user on the last step: `You changed k′ from 4 to 2.` A document may be edited as a drawing of its network; the old
 * scenario is then converted, so that only the edits are described. Empty if nothing changed that affects a run.
 */
export function sayChange(original: Scenario, newScenario: Scenario): string {
  const oldScenario = convertedToDrawing(original, newScenario);
  const changes = changesOf(oldScenario, newScenario);
  const isTopologyReplaced = changes.some(({ path }) => path.join(".") === "topology");
  // A new topology brings its own parameters, which the user has not chosen.
  if (isTopologyReplaced && intactTopologyText(oldScenario) === intactTopologyText(newScenario))
    return `The network is now ${networkPhrase(newScenario)}${sayRoutingChange(oldScenario, newScenario)}.`;
  if (isTopologyReplaced) return `You replaced ${networkPhrase(oldScenario)} by ${networkPhrase(newScenario)}.`;
  // Edits of a drawing, such as removed links.
  const edits = changes.flatMap((change) => sayEdit(oldScenario, newScenario, change));
  // A drawing may change the routing as well.
  const isOnlyEdits = changes.every(({ path }) => path[0] === "routing" || isEdit(newScenario, path));
  if (edits.length > 0 && isOnlyEdits) return `You ${joinWithAnd(edits)}${sayRoutingChange(oldScenario, newScenario)}.`;
  const phrases = changes
    .filter(({ path }) => paramAtPath(newScenario, path)?.type !== "text")
    .map((change) => sayValueChange(oldScenario, newScenario, change))
    .filter((each) => each !== "");
  // Other changes of values; at most `maxListedChanges` are named.
  const unlistedCount = phrases.length - maxListedChanges;
  const [firstPhrase] = phrases;
  if (phrases.length === 1 && firstPhrase.startsWith(tooLongPrefix)) return `You changed the ${firstPhrase.slice(tooLongPrefix.length)}.`;
  if (phrases.length === 0)
    return oldScenario.seed === newScenario.seed ? "" : `You changed the seed from ${oldScenario.seed} to ${newScenario.seed}.`;
  return `You changed ${joinWithAnd([...phrases.slice(0, maxListedChanges), ...(unlistedCount > 0 ? [countOf(unlistedCount, "other setting", "other settings")] : [])])}.`;
}

/** Whether the change is an edit of a drawing or a painting, or was made by choosing a kind that describes itself as an action. */
function isEdit(after: Scenario, path: ValueChange["path"]): boolean {
  const param = paramAtPath(after, path);
  return param?.type === "text" || (param?.type === "kind" && kindAt(after, path).replacementPhrase !== undefined);
}

/** The edit in words that follow “You”; empty if a value was replaced by another. */
function sayEdit(before: Scenario, after: Scenario, { path }: ValueChange): string | readonly string[] {
  const param = paramAtPath(after, path);
  if (param?.type === "kind") return kindAt(after, path).replacementPhrase ?? [];
  if (param?.type !== "text") return [];
  const sentence = param.sayChange?.(valueAtPath(before, path) as string, valueAtPath(after, path) as string) ?? "";
  return sentence === "" ? [] : sentence;
}

const kindAt = (scenario: Scenario, path: ValueChange["path"]) =>
  (paramAtPath(scenario, path) as KindParam).registry.get((valueAtPath(scenario, path) as ChosenKind).kind);

/**
 * The scenario before the change with its network converted to a drawing, if only the scenario after the change has one. The edits of the
 * drawing can then be described.
 */
function convertedToDrawing(before: Scenario, after: Scenario): Scenario {
  if (after.topology.kind !== drawnTopologyId || before.topology.kind === drawnTopologyId) return before;
  const topology = memoizedDrawing(before.topology);
  return typeof topology === "string" ? before : { ...before, topology };
}

const memoizedDrawing = memoizeRecent(drawingOfTopology);

/** Says that the routing has changed, too, because the effect of a missing link is then not only due to the link. */
function sayRoutingChange({ routing: { kind: kindBefore } }: Scenario, { routing: { kind } }: Scenario): string {
  return kind === kindBefore ? "" : `, with ${routings.get(kind).title} routing instead of ${routings.get(kindBefore).title}`;
}

/** The topology without its faults, as text for comparison. */
function intactTopologyText({ topology: { kind, values } }: Scenario): string {
  return JSON.stringify(kind === faultyTopologyId ? values["of"] : { kind, values });
}

/**
 * All differences between two scenarios, as a condition: `With k′ = 3`, `With shortest path routing and 14 virtual channels per channel
 * instead of 1`.
 * @param vcs virtual channels per channel of the two; a routing with other classes changes them, too
 */
export function sayDifferences(before: Scenario, after: Scenario, vcs: readonly [before: number, after: number]): string {
  const changes = changesOf(before, after);
  // A setting of the virtual channels already names them.
  const isNamed = changes.some(({ path }) => path.at(-1) === "virtualChannels");
  const classes =
    vcs[0] === vcs[1] || isNamed ? [] : [`${countOf(vcs[1], "virtual channel", "virtual channels")} per channel instead of ${vcs[0]}`];
  return `With ${joinWithAnd([...changes.flatMap(({ path }) => sayNewValue(after, path)), ...classes])}`;
}

function sayNewValue(scenario: Scenario, path: ValueChange["path"]): string | readonly string[] {
  const param = paramAtPath(scenario, path);
  if (param === undefined) return [];
  const valueText = wordsOfValue(param, valueAtPath(scenario, path));
  if (param.type === "kind") return `${valueText} ${uncapitalize(param.title)}`;
  if (param.type === "choice") return `${uncapitalize(param.title)} “${valueText}”`;
  return param.symbol === undefined ? sayValue(param, valueAtPath(scenario, path)) : `${param.symbol} = ${valueText}`;
}

/** A value in words. The number of a terminal is replaced by the terminal's name if it has one. */
function valueWordsAt(scenario: Scenario, param: Param, path: ValueChange["path"]): string {
  const { kind, values } = scenario.topology;
  const value = valueAtPath(scenario, path);
  const name =
    param.isTerminalNumber === true
      ? topologies
          .get(kind)
          .look?.(values)
          ?.names.get(value as number)
      : undefined;
  return name === undefined ? wordsOfValue(param, value) : isolateDirection(name);
}

function sayValueChange(before: Scenario, after: Scenario, { path }: ValueChange): string {
  const [param, paramBefore] = [paramAtPath(after, path), paramAtPath(before, path)];
  if (param === undefined || paramBefore === undefined) return "";
  const [textBefore, textAfter] = [valueWordsAt(before, paramBefore, path), valueWordsAt(after, param, path)];
  if (param.type === "kind") return `${uncapitalize(param.title)} from ${textBefore} to ${textAfter}`;
  if (param.type === "choice") return `${uncapitalize(param.title)} from “${textBefore}” to “${textAfter}”`;
  if (param.most !== undefined)
    return `${sayValue(paramBefore, valueAtPath(before, path))} to ${sayValue(param, valueAtPath(after, path))}`;
  // Lists of links and the like are too long to write out.
  const owner = entryTitleAt(after, path);
  const name = `${param.symbol ?? uncapitalize(param.title)}${owner === "" ? "" : ` of ${owner}`}`;
  return textBefore.length + textAfter.length > 40
    ? `${tooLongPrefix}${name}`
    : `${name} from ${textBefore === "" ? "none" : textBefore} to ${textAfter === "" ? "none" : textAfter}`;
}
