/** Very long links: how deep queues must be to keep such a link busy, and how long to measure so that packets arrive in time. */
import { type ChosenKind, nearestWithin } from "../../core/base/params.ts";
import type { Network } from "../../core/network/network.ts";
import { phitBytes, quantityForPeople } from "../../core/base/units.ts";
import { flowControls } from "../../core/flow-control/registry.ts";
import { delayOf, rateOf } from "../../core/plan/links.ts";
import type { Document } from "../../core/scenario/document.ts";
import { withDocumentValue } from "../../core/scenario/edits/edit-document-value.ts";
import { channelClocksOf, linkClocksOf, linkIssues, type LinkRule } from "../../core/scenario/links.ts";
import { topologyFacts, maxRunLength } from "../../core/scenario/scenario.ts";
import { fixed } from "../../core/sizes/fixed.ts";
import { single } from "../../core/sizes/single.ts";
import { workloads } from "../../core/workloads/registry.ts";

/** Links longer than this hold more packets than any queue can, in cycles. */
const maxQueuedDelay = 10_000;
/** Maximum number of messages that are simulated one by one if the user did not choose their size. */
const maxMessages = 50_000;

/** Whether links are too long for packet-by-packet flow control, because packets would always wait for queue space at the other end. */
export function areLinksTooLong(scenario: Document, links: readonly LinkRule[]): boolean {
  const withLinks = { ...scenario, links };
  return linkIssues(withLinks).some(({ path }) => path.endsWith(".length")) || !areTimedLinksShort(withLinks);
}

/**
 * Packets per queue, or flits per buffer, that keep the longest and fastest link busy: its bandwidth times the round-trip time of a credit.
 */
export function bufferDepthFor(document: Document): number {
  const { kind, values } = document.flowControl;
  const { packetBytes, bufferPhits } = flowControls.get(kind);
  const inFlight = Math.max(...linkClocksOf(document).map(({ perCycle, perPhit, delay }) => (2 * delay * perCycle) / perPhit));
  // A flit takes a cycle to leave a buffer, and its credit takes another.
  return bufferPhits === undefined ? Math.ceil(inFlight / (packetBytes(values) / phitBytes)) + 2 : Math.ceil(inFlight) + 2;
}

/**
 * Whether no link with a length in seconds or meters is longer than {@link maxQueuedDelay}. A length in cycles was chosen deliberately and
 * is not checked.
 */
function areTimedLinksShort(scenario: Document): boolean {
  const timedClasses = new Set(scenario.links.filter(({ length }) => typeof length !== "number").map((rule) => rule.class));
  if (timedClasses.size === 0 || linkIssues(scenario).length > 0) return timedClasses.size === 0;
  return linkClocksOf(scenario).every(({ name, delay }) => !timedClasses.has(name) || delay <= maxQueuedDelay);
}

/**
 * Extends warm-up, window and drain of a document so that packets with a long travel time arrive, and reports it. If more than {@link
 * maxMessages} messages would then be sent and the user did not choose their size, the messages become larger.
 */
export function withLongEnoughRun(
  document: Document,
  network: Network,
): { readonly document: Document; readonly notes: readonly string[] } {
  const { run, flowControl } = document;
  const cycles = hasEndlessWorkload(document) ? longestTravelTime(document, network) : 0;
  const limits = maxRunLength(flowControls.get(flowControl.kind).engine);
  const extendedRun = {
    ...run,
    warmUp: Math.max(run.warmUp, Math.min(cycles, limits.warmUp)),
    window: Math.max(run.window, Math.min(cycles, limits.window)),
    // Routings may take detours, and packets wait.
    drain: Math.max(run.drain, Math.min(2 * cycles, limits.drain)),
  };
  if (extendedRun.warmUp === run.warmUp && extendedRun.window === run.window && extendedRun.drain === run.drain)
    return { document, notes: [] };
  const sentence = `Packets travel for up to ${cycles.toLocaleString("en-US")} cycles: warm-up and measurement window are extended to this time, the drain to twice this time.`;
  const withLargerSize = withLargerMessages(withDocumentValue(document, ["run"], extendedRun));
  return { document: withLargerSize.document, notes: [sentence, ...withLargerSize.notes] };
}

/**
 * The document with larger messages, if it uses fluid flow and the user did not choose their size. In fluid flow, a large message costs as
 * much as a small one.
 */
function withLargerMessages(document: Document): { readonly document: Document; readonly notes: readonly string[] } {
  const { workload, flowControl, topology, run } = document;
  const { engine, packetBytes } = flowControls.get(flowControl.kind);
  const { load, size } = workload.values;
  const isSingle = (size as ChosenKind | undefined)?.kind === single.id;
  if (engine.granularity === "packets" || !isSingle || typeof load !== "number") return { document, notes: [] };
  const bytes = load * topologyFacts(topology).terminals * (run.warmUp + run.window) * phitBytes;
  const minBytes = bytes / maxMessages;
  if (minBytes <= packetBytes(flowControl.values)) return { document, notes: [] };
  const roundBytes = 10 ** Math.ceil(Math.log10(minBytes));
  const larger = { kind: fixed.id, values: { bytes: nearestWithin(fixed.params.bytes, roundBytes) } };
  const sentence = `Messages have ${quantityForPeople(larger.values.bytes, "bytes")}, so that all messages of this long run can be simulated one by one.`;
  return {
    document: withDocumentValue(document, ["workload"], { ...workload, values: { ...workload.values, size: larger } }),
    notes: [sentence],
  };
}

const hasEndlessWorkload = ({ workload }: Document) => workloads.get(workload.kind).isEndless;

/**
 * Longest travel time of a packet over paths with the fewest channels, in cycles, rounded up to two digits. It is estimated by two
 * searches: from terminal 0, and from the node that is farthest from it.
 */
function longestTravelTime(document: Document, network: Network): number {
  const clocks = channelClocksOf(document, network);
  const timeOfChannel = Float64Array.from(network.head, (_, c) => delayOf(clocks, c) + 1 / rateOf(clocks, c));
  const fromFirst = slowestMinimalTimes(network, timeOfChannel, 0);
  const longest = Math.max(...slowestMinimalTimes(network, timeOfChannel, fromFirst.indexOf(Math.max(...fromFirst))));
  const roundingUnit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(longest, 1))) - 1);
  return Math.ceil(longest / roundingUnit) * roundingUnit;
}

/**
 * [N] Time from node `source` to every node over the slowest path with the fewest channels, 0 if there is no path. Minimal routings
 * minimize the number of channels, not their length.
 * @param timeOfChannel time of each channel, at least 0
 */
function slowestMinimalTimes({ terminals, forwards, firstOut, head }: Network, timeOfChannel: Float64Array, source: number): Float64Array {
  const longestTime = new Float64Array(firstOut.length - 1);
  const hops = new Int32Array(longestTime.length).fill(-1);
  hops[source] = 0;
  const order = [source];
  for (const n of order) {
    if (n < terminals && n !== source && !forwards) continue;
    for (let c = firstOut[n]; c < firstOut[n + 1]; c++) {
      const neighbor = head[c];
      if (hops[neighbor] < 0) {
        hops[neighbor] = hops[n] + 1;
        order.push(neighbor);
      }
      if (hops[neighbor] === hops[n] + 1) longestTime[neighbor] = Math.max(longestTime[neighbor], longestTime[n] + timeOfChannel[c]);
    }
  }
  return longestTime;
}
