/** A sentence that tells a user what the last step changed. */
import { recently } from "../core/base/lru.ts";
import type { ChosenKind, KindParam, Param } from "../core/base/params.ts";
import { changesOf } from "../core/scenario/variants.ts";
import type { Change } from "../core/scenario/variants.ts";
import { paramAt, valueAt } from "../core/scenario/place.ts";
import type { Scenario } from "../core/scenario/scenario.ts";
import { routings } from "../core/routings/shelf.ts";
import { drawnTopology } from "../core/scenario/edits/drawn.ts";
import { drawnId, faultyId } from "../core/topologies/contract.ts";
import { topologies } from "../core/topologies/shelf.ts";
import { anded, isolated, uncapital } from "../core/base/words.ts";
import { networkOf } from "./networks.ts";
import { ownerAt, wordsOf } from "./params.ts";
import { sayValue } from "./sweep.ts";

/** Prefix that marks a change that is too long to write out; only the parameter is named. */
const other = "other ";
/** At most this many changes are listed. */
const mostTold = 2;

/** `You took k′ from 4 to 2.` Empty if nothing changed that affects a run. */
export function sayChange(was: Scenario, after: Scenario): string {
  const before = asDrawn(was, after);
  const changes = changesOf(before, after);
  const isOther = changes.some(({ path }) => path.join(".") === "topology");
  // A new topology brings its own parameters, which the user has not chosen.
  if (isOther && entire(before) === entire(after)) return `Now it is ${networkOf(after)}${sayRouting(before, after)}.`;
  if (isOther) return `You took ${networkOf(after)} in place of ${networkOf(before)}.`;
  const done = changes.flatMap((change) => doneBy(before, after, change));
  // A drawing may change the routing as well.
  const isAlone = changes.every(({ path }) => path[0] === "routing" || isDone(after, path));
  if (done.length > 0 && isAlone) return `You ${anded(done)}${sayRouting(before, after)}.`;
  const told = changes
    .filter(({ path }) => paramAt(after, path)?.type !== "text")
    .map((change) => sayOne(before, after, change))
    .filter((each) => each !== "");
  const rest = told.length - mostTold;
  const [first] = told;
  if (told.length === 1 && first.startsWith(other)) return `You changed the ${first.slice(other.length)}.`;
  if (told.length === 0) return before.seed === after.seed ? "" : `You took seed from ${before.seed} to ${after.seed}.`;
  return `You took ${anded([...told.slice(0, mostTold), ...(rest > 0 ? [`changed ${rest} more`] : [])])}.`;
}

/** Whether the change is an edit of a drawing or a painting, or was made by choosing a kind that describes itself as an action. */
function isDone(after: Scenario, path: Change["path"]): boolean {
  const param = paramAt(after, path);
  return param?.type === "text" || (param?.type === "kind" && chosenAt(after, path).taken !== undefined);
}

/** The edit in words that follow “You”; empty if a value was replaced by another. */
function doneBy(before: Scenario, after: Scenario, { path }: Change): string | readonly string[] {
  const param = paramAt(after, path);
  if (param?.type === "kind") return chosenAt(after, path).taken ?? [];
  if (param?.type !== "text") return [];
  const said = param.sayChange?.(valueAt(before, path) as string, valueAt(after, path) as string) ?? "";
  return said === "" ? [] : said;
}

const chosenAt = (scenario: Scenario, path: Change["path"]) =>
  (paramAt(scenario, path) as KindParam).registry.get((valueAt(scenario, path) as ChosenKind).kind);

/**
 * The scenario before the change with its network converted to a drawing, if only the scenario after the change has one. The edits of the
 * drawing can then be described.
 */
function asDrawn(before: Scenario, after: Scenario): Scenario {
  if (after.topology.kind !== drawnId || before.topology.kind === drawnId) return before;
  const topology = drawnOnce(before.topology);
  return typeof topology === "string" ? before : { ...before, topology };
}

const drawnOnce = recently(drawnTopology);

/** Says that the routing has changed too: the effect of a missing link is then not due to the link alone. */
function sayRouting({ routing: { kind: former } }: Scenario, { routing: { kind } }: Scenario): string {
  return kind === former ? "" : `, with ${routings.get(kind).title} routing in place of ${routings.get(former).title}`;
}

/** The topology without its faults, as text for comparison. */
function entire({ topology: { kind, values } }: Scenario): string {
  return JSON.stringify(kind === faultyId ? values["of"] : { kind, values });
}

/** The first difference between two scenarios, as a condition: `With k′ = 3`, `With dimension order routing`. */
export function sayWith(before: Scenario, after: Scenario): string {
  const [{ path }] = changesOf(before, after);
  const param = paramAt(after, path);
  if (param === undefined) return "";
  const is = wordsOf(param, valueAt(after, path));
  if (param.type === "kind") return `With ${is} ${uncapital(param.title)}`;
  if (param.type === "choice") return `With ${uncapital(param.title)} “${is}”`;
  return `With ${param.symbol === undefined ? `${uncapital(param.title)} ${is}` : `${param.symbol} = ${is}`}`;
}

/** A value in words. The number of a terminal is replaced by the terminal's name if it has one. */
function wordsAt(scenario: Scenario, param: Param, path: Change["path"]): string {
  const { kind, values } = scenario.topology;
  const value = valueAt(scenario, path);
  const name =
    param.isTerminal === true
      ? topologies
          .get(kind)
          .look?.(values)
          ?.names.get(value as number)
      : undefined;
  return name === undefined ? wordsOf(param, value) : isolated(name);
}

function sayOne(before: Scenario, after: Scenario, { path }: Change): string {
  const [own, former] = [paramAt(after, path), paramAt(before, path)];
  if (own === undefined || former === undefined) return "";
  const [was, is] = [wordsAt(before, former, path), wordsAt(after, own, path)];
  if (own.type === "kind") return `${is} in place of ${was}`;
  if (own.type === "choice") return `${uncapital(own.title)} “${is}” in place of “${was}”`;
  if (own.most !== undefined) return `${sayValue(own, valueAt(after, path))} in place of ${sayValue(former, valueAt(before, path))}`;
  // Lists of links and the like are too long to write out.
  const owner = ownerAt(after, path);
  const name = `${own.symbol ?? uncapital(own.title)}${owner === "" ? "" : ` of ${owner}`}`;
  return was.length + is.length > 40 ? `${other}${name}` : `${name} from ${was === "" ? "none" : was} to ${is === "" ? "none" : is}`;
}
