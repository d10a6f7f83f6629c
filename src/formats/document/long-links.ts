/** Links that are very long, or very unlike: how long a cycle is with them, and how long is measured, so that packets arrive in time. */
import { type ChosenKind, nearestWithin } from "../../core/base/params.ts";
import type { Network } from "../../core/network/network.ts";
import { timesFrom } from "../../core/network/times.ts";
import { phitBytes } from "../../core/base/units.ts";
import { flowControls } from "../../core/flow-control/shelf.ts";
import { delayOf, rateOf } from "../../core/plan/links.ts";
import type { Document } from "../../core/scenario/document.ts";
import { withValue } from "../../core/scenario/edits/edit-place.ts";
import { channelClocksOf, linkClocksOf, linkIssues, type LinkRule } from "../../core/scenario/links.ts";
import { scenarioParams } from "../../core/scenario/scenario.ts";
import { workloads } from "../../core/workloads/shelf.ts";

/** Links that are longer hold more than any queue, cycles. */
const longEnough = 10_000;
/** A cycle is up to two to this times as long or short as a phit takes at the usual rate. */
const mostDoublings = 9;

/** Whether links are so long that whole packets would wait for queues at their other end all the time. */
export function areTooLong(scenario: Document, links: readonly LinkRule[]): boolean {
  const linked = { ...scenario, links };
  return linkIssues(linked).some(({ path }) => path.endsWith(".length")) || !isShort(linked);
}

/**
 * The usual rate, or the nearest half of it, or double, and so on, with which links can be simulated and, where that can be, last
 * {@link longEnough} at most; null where none will do.
 * @param rated the technology that has a rate
 */
export function fittingRate(
  document: Document,
  links: readonly LinkRule[],
  usual: number,
  rated: (rate: number) => ChosenKind,
): number | null {
  const at = (rate: number) => ({ ...document, technology: rated(rate), links });
  const rates = Array.from({ length: 2 * mostDoublings + 1 }, (_, i) => usual * 2 ** (i <= mostDoublings ? -i : i - mostDoublings));
  const able = rates.filter((rate) => linkIssues(at(rate)).length === 0);
  return able.find((rate) => isShort(at(rate))) ?? able.findLast((rate) => rate <= usual) ?? able[0] ?? null;
}

/** Packets that queues must have room for, so that the longest and fastest link can be full: what is on it while credits come back. */
export function queuesFor(document: Document): number {
  const { kind, values } = document.flowControl;
  const phits = flowControls.get(kind).packetBytes(values as never) / phitBytes;
  const onTheWay = linkClocksOf(document).map(({ perCycle, perPhit, delay }) => (2 * delay * perCycle) / perPhit);
  return Math.ceil(Math.max(...onTheWay) / phits) + 2;
}

/** Whether no link is longer than {@link longEnough} that is told in seconds or metres; what is told in cycles is meant so. */
function isShort(scenario: Document): boolean {
  const isTimed = new Set(scenario.links.filter(({ length }) => typeof length !== "number").map((rule) => rule.class));
  if (isTimed.size === 0 || linkIssues(scenario).length > 0) return isTimed.size === 0;
  return linkClocksOf(scenario).every(({ name, delay }) => !isTimed.has(name) || delay <= longEnough);
}

/** A document whose run lasts until packets arrive that are long on their way, and a sentence where it did not. */
export function measuredLongEnough(
  document: Document,
  network: Network,
): { readonly document: Document; readonly said: readonly string[] } {
  const { run } = document;
  const cycles = isEndless(document) ? longestWay(document, network) : 0;
  const params = scenarioParams.run.params;
  const next = {
    ...run,
    warmUp: nearestWithin(params.warmUp, Math.max(run.warmUp, cycles)),
    window: nearestWithin(params.window, Math.max(run.window, cycles)),
    // Routings may lead a long way round, and packets wait.
    drain: nearestWithin(params.drain, Math.max(run.drain, 2 * cycles)),
  };
  if (next.warmUp === run.warmUp && next.window === run.window && next.drain === run.drain) return { document, said: [] };
  const sentence = `Packets are up to ${cycles.toLocaleString("en-US")} cycles on their way: they are measured for as long, and waited for twice as long.`;
  return { document: withValue(document, ["run"], next), said: [sentence] };
}

const isEndless = ({ workload }: Document) => workloads.get(workload.kind).endless;

/** About how many cycles of length and phits are between the two nodes that are farthest apart, in two digits. */
function longestWay(document: Document, network: Network): number {
  const clocks = channelClocksOf(document, network);
  const times = Float64Array.from(network.head, (_, c) => delayOf(clocks, c) + 1 / rateOf(clocks, c));
  const reached = (from: number) => timesFrom(network, times, from, network.terminals).map((time) => (time === Infinity ? 0 : time));
  const all = reached(0);
  const most = Math.max(...reached(all.indexOf(Math.max(...all))));
  const digit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(most, 1))) - 1);
  return Math.ceil(most / digit) * digit;
}
