/** Very long links: how deep queues must be to keep such a link busy, and how long to measure so that packets arrive in time. */
import { type ChosenKind, nearestWithin } from "../../core/base/params.ts";
import type { Network } from "../../core/network/network.ts";
import { phitBytes, sayQuantity } from "../../core/base/units.ts";
import { flowControls } from "../../core/flow-control/shelf.ts";
import { delayOf, rateOf } from "../../core/plan/links.ts";
import type { Document } from "../../core/scenario/document.ts";
import { withValue } from "../../core/scenario/edits/edit-place.ts";
import { channelClocksOf, linkClocksOf, linkIssues, type LinkRule } from "../../core/scenario/links.ts";
import { factsOf, longestRun } from "../../core/scenario/scenario.ts";
import { fixed } from "../../core/sizes/fixed.ts";
import { single } from "../../core/sizes/single.ts";
import { workloads } from "../../core/workloads/shelf.ts";

/** Links longer than this hold more packets than any queue can, in cycles. */
const longEnough = 10_000;
/** Maximum number of messages that are simulated one by one if the user did not choose their size. */
const mostMessages = 50_000;

/** Whether links are too long for packet-by-packet flow control, because packets would always wait for queue space at the other end. */
export function areTooLong(scenario: Document, links: readonly LinkRule[]): boolean {
  const linked = { ...scenario, links };
  return linkIssues(linked).some(({ path }) => path.endsWith(".length")) || !isShort(linked);
}

/**
 * Packets per queue, or flits per buffer, that keep the longest and fastest link busy: its bandwidth times the round-trip time of a credit.
 */
export function placesFor(document: Document): number {
  const { kind, values } = document.flowControl;
  const { packetBytes, bufferPhits } = flowControls.get(kind);
  const onTheWay = Math.max(...linkClocksOf(document).map(({ perCycle, perPhit, delay }) => (2 * delay * perCycle) / perPhit));
  // A flit takes a cycle to leave a buffer, and its credit takes another.
  return bufferPhits === undefined ? Math.ceil(onTheWay / (packetBytes(values) / phitBytes)) + 2 : Math.ceil(onTheWay) + 2;
}

/**
 * Whether no link with a length in seconds or meters is longer than {@link maxQueuedDelay}. A length in cycles was chosen deliberately and
 * is not checked.
 */
function isShort(scenario: Document): boolean {
  const isTimed = new Set(scenario.links.filter(({ length }) => typeof length !== "number").map((rule) => rule.class));
  if (isTimed.size === 0 || linkIssues(scenario).length > 0) return isTimed.size === 0;
  return linkClocksOf(scenario).every(({ name, delay }) => !isTimed.has(name) || delay <= longEnough);
}

/**
 * Extends warm-up, window and drain of a document so that packets with a long travel time arrive, and reports it. If more than {@link
 * maxMessages} messages would then be sent and the user did not choose their size, the messages become larger.
 */
export function measuredLongEnough(
  document: Document,
  network: Network,
): { readonly document: Document; readonly said: readonly string[] } {
  const { run, flowControl } = document;
  const cycles = isEndless(document) ? longestWay(document, network) : 0;
  const most = longestRun(flowControls.get(flowControl.kind).engine);
  const next = {
    ...run,
    warmUp: Math.max(run.warmUp, Math.min(cycles, most.warmUp)),
    window: Math.max(run.window, Math.min(cycles, most.window)),
    // Routings may take detours, and packets wait.
    drain: Math.max(run.drain, Math.min(2 * cycles, most.drain)),
  };
  if (next.warmUp === run.warmUp && next.window === run.window && next.drain === run.drain) return { document, said: [] };
  const sentence = `Packets are up to ${cycles.toLocaleString("en-US")} cycles on their way: they are measured for as long, and waited for twice as long.`;
  const longer = withLargerMessages(withValue(document, ["run"], next));
  return { document: longer.document, said: [sentence, ...longer.said] };
}

/**
 * The document with larger messages, if it uses fluid flow and the user did not choose their size. In fluid flow, a large message costs as
 * much as a small one.
 */
function withLargerMessages(document: Document): { readonly document: Document; readonly said: readonly string[] } {
  const { workload, flowControl, topology, run } = document;
  const { engine, packetBytes } = flowControls.get(flowControl.kind);
  const { load, size } = workload.values;
  const isSingle = (size as ChosenKind | undefined)?.kind === single.id;
  if (engine.moves === "packets" || !isSingle || typeof load !== "number") return { document, said: [] };
  const bytes = load * factsOf(topology).terminals * (run.warmUp + run.window) * phitBytes;
  const least = bytes / mostMessages;
  if (least <= packetBytes(flowControl.values)) return { document, said: [] };
  const power = 10 ** Math.ceil(Math.log10(least));
  const larger = { kind: fixed.id, values: { bytes: nearestWithin(fixed.params.bytes, power) } };
  const said = `Messages have ${sayQuantity(larger.values.bytes, "bytes")}, so that all of them can be followed for so long.`;
  return { document: withValue(document, ["workload"], { ...workload, values: { ...workload.values, size: larger } }), said: [said] };
}

const isEndless = ({ workload }: Document) => workloads.get(workload.kind).endless;

/**
 * Longest travel time of a packet over paths with the fewest channels, in cycles, rounded up to two digits. An estimate from two searches.
 */
function longestWay(document: Document, network: Network): number {
  const clocks = channelClocksOf(document, network);
  const times = Float64Array.from(network.head, (_, c) => delayOf(clocks, c) + 1 / rateOf(clocks, c));
  const all = slowestTimes(network, times, 0);
  const most = Math.max(...slowestTimes(network, times, all.indexOf(Math.max(...all))));
  const digit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(most, 1))) - 1);
  return Math.ceil(most / digit) * digit;
}

/**
 * [N] Time from node `source` to every node over the slowest path with the fewest channels, 0 if there is no path. Minimal routings minimize
 * the number of channels, not their length.
 * @param timeOfChannel time of each channel, at least 0
 */
function slowestTimes({ terminals, forwards, firstOut, head }: Network, times: Float64Array, from: number): Float64Array {
  const found = new Float64Array(firstOut.length - 1);
  const channels = new Int32Array(found.length).fill(-1);
  channels[from] = 0;
  const order = [from];
  for (const n of order) {
    if (n < terminals && n !== from && !forwards) continue;
    for (let c = firstOut[n]; c < firstOut[n + 1]; c++) {
      const to = head[c];
      if (channels[to] < 0) {
        channels[to] = channels[n] + 1;
        order.push(to);
      }
      if (channels[to] === channels[n] + 1) found[to] = Math.max(found[to], found[n] + times[c]);
    }
  }
  return found;
}
