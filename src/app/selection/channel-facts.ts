/** Facts of one channel for the channel card, from a frame and the analysis. */
import type { Analysis } from "../../core/analysis/analysis.ts";
import type { Explanation } from "../../core/searches/explanation.ts";
import { channelCount, capitalizeUnlessNamed, nameOfChannel, type Network } from "../../core/network/network.ts";
import { type ChannelClocks, rateOf } from "../../core/plan/links.ts";
import { type Frame, scalar, statuses } from "../../core/simulation/frame.ts";
import type { Span } from "../../views/contract.ts";
import { formatCount, sayPercent } from "../../words/numbers.ts";
import { fullShare, frameLoads } from "../../views/readings/loads.ts";
import type { Units } from "../../words/units.ts";

/** A named value on the card. */
export interface CardMeasure {
  readonly name: string;
  readonly value: string;
  readonly unit: string;
  /** How the value is computed. */
  readonly formula: string;
}

export interface ChannelFacts {
  readonly channel: number;
  readonly title: string;
  /** The main statement, shown in bold. */
  readonly claim: string;
  readonly name: string;
  /** Load as a fraction of the capacity, 0 to 1. */
  readonly share: number;
  readonly measures: readonly CardMeasure[];
}

/** A channel that carries more than this multiple of its load under an even split over all paths is said to carry more than that load. */
const unevenFactor = 1.02;
/**
 * Packets are said to be missing if fewer than this fraction of the expected ones arrived, and if the difference exceeds this many standard
 * deviations.
 */
const shortfall = { fraction: 0.95, deviations: 3 };
/** Tolerance for a sum of many shares. */
const shareTolerance = 1e-9;
/** From this fraction of the time on, a channel that is not full counts as blocked downstream. */
const minBlockedFraction = 0.1;

/**
 * Facts of a channel up to the time of the frame, counted from the start of the measurement window or, before that, from cycle 0.
 * @param packetPhits size of a packet, phits
 * @param deadlockChannels channels of the deadlock with which the run ended; empty for none
 * @param span time span of the frame, if one was selected
 * @param cycle length of a cycle of the run in cycles of the document's first network
 * @param offered load of the scenario, phits/cycle per sending terminal, or null
 * @param explanation explanation of the channel's load, found by a second run, or null
 * @param links rates of the channels if they differ; the analysis then gives fractions of each capacity
 */
export function channelFacts(
  units: Units,
  network: Network,
  frame: Frame,
  channel: number,
  packetPhits: number,
  offered: number | null,
  analysis: Analysis | null,
  deadlockChannels: readonly number[] = [],
  span: Span | null = null,
  cycle = 1,
  explanation: Explanation | null = null,
  links: ChannelClocks | undefined = undefined,
): ChannelFacts {
  // Measured values.
  const loads = frameLoads({ frame, cycle, links });
  const rate = rateOf(links, channel);
  const carried = loads.loadOf(channel);
  const share = loads.share(channel);
  const packets = (carried * loads.cycles) / packetPhits;
  const waiting = loads.waiting(channel);
  // The expected load under direct routing is not meaningful if packets decide for detours.
  const hasChannelLoad = analysis?.channelLoad.length === channelCount(network) && !analysis.direct;
  const relativeLoad = hasChannelLoad ? analysis.channelLoad[channel] : null;
  const demandedLoad = relativeLoad === null || offered === null ? null : relativeLoad * offered * rate;
  const period =
    span !== null ? units.sayStretch(span.from, span.to, span.to) : loads.isMeasured ? "in the measurement window" : "since cycle 0";
  const isRunning = frame.scalars[scalar.status] === statuses.indexOf("running");
  const suffix = `${loads.isMeasured ? " measured" : ""}${isRunning ? " so far" : ""}`;
  // The rows of the card.
  const measures: CardMeasure[] = [
    {
      name: span !== null ? "Load in the interval" : `Load${suffix}`,
      value: units.formatLoad(carried),
      unit: "phits/cycle",
      formula: `phits that crossed ${period} ÷ cycles. The finding covers the whole measurement window and is computed ahead of the playback`,
    },
    {
      name: span !== null ? "Packets in the interval" : `Packets${suffix}`,
      value: formatCount(packets),
      unit: "",
      formula: `phits ${period} ÷ phits of a packet`,
    },
    {
      name: "Mean wait for next channel",
      ...units.timeParts(packets > 0 ? waiting / packets : 0),
      formula: `cycles between the arrival of a header and the grant of its next channel, ${period} ÷ packets`,
    },
    // This row is left out if the run has ended in a deadlock: the channel then does not stand still because of its load.
    ...(relativeLoad === null || demandedLoad === null || relativeLoad === 0 || deadlockChannels.length > 0
      ? []
      : [
          {
            name: "Full at offered load",
            // A terminal cannot offer more than its own link carries.
            ...(relativeLoad < 1 - shareTolerance
              ? { value: "never", unit: "" }
              : { value: units.formatLoad(1 / (relativeLoad * cycle)), unit: "phits/cycle" }),
            formula:
              "the offered load at which the load of this channel reaches its capacity, by analysis, with traffic split evenly over all paths. The minimum over all channels is the ideal throughput: if every pair has a single path, the highest load that the network can deliver to all terminals",
          },
        ]),
  ];
  // While a run continues, random variation may push a channel above the threshold although the demand is below its capacity.
  const mayBeRandom = isRunning && span === null && demandedLoad !== null && demandedLoad < rate;
  const isFull = share >= fullShare && !mayBeRandom;
  const blockedFraction = isFull ? 0 : (explanation?.heldUp ?? null);
  const isBlocked = blockedFraction !== null && blockedFraction >= minBlockedFraction;
  const expected = (load: number) => (load * loads.cycles) / packetPhits;
  const isUnderSupplied =
    demandedLoad !== null &&
    offered !== null &&
    explanation !== null &&
    isSignificantlyLess(packets, expected(demandedLoad)) &&
    areSourcesBlocked(explanation, frame, expected(offered));
  const isStarved = !isFull && isUnderSupplied && blockedFraction !== null && (loads.isMeasured || span !== null);
  // Why the channel carries less than its demand: it is blocked downstream, or its sources are blocked.
  const reason = isBlocked
    ? ` ${sayPercent(blockedFraction)} of the time it is blocked downstream${aheadText(network, explanation?.ahead ?? [])}.`
    : isStarved
      ? ` The rest is blocked upstream${(analysis?.widest ?? 1) > 1 ? ", or takes another path" : ""}.`
      : "";
  return {
    channel,
    title:
      deadlockChannels.length > 0
        ? "Why does nothing move?"
        : isFull
          ? "Why is this channel full?"
          : isBlocked
            ? "Why is this channel blocked?"
            : "What crosses this channel?",
    claim:
      deadlockChannels.length > 0
        ? deadlockClaim(deadlockChannels, channel)
        : loadClaim(units, demandedLoad, carried, cycle / rate, rate === 1, isRunning && span === null, (analysis?.widest ?? 1) > 1) +
          reason,
    name: capitalizeUnlessNamed(network, network.tail[channel], nameOfChannel(network, channel)),
    share,
    measures,
  };
}

/** Whether there are significantly fewer packets than expected. */
function isSignificantlyLess(packets: number, expected: number): boolean {
  return packets < shortfall.fraction * expected && packets < expected - shortfall.deviations * Math.sqrt(expected);
}

/** Whether the sources of the flows on a channel inject significantly fewer packets than they offer. */
function areSourcesBlocked({ flows }: Explanation, { sent }: Frame, offered: number): boolean {
  const sources = [...new Set(flows.map(({ source }) => source))];
  const entered = sources.reduce((sum, source) => sum + sent[source], 0);
  return isSignificantlyLess(entered, offered * sources.length);
}

function aheadText(network: Network, ahead: readonly number[]): string {
  return ahead.length === 0 ? "" : `${ahead.length > 1 ? ", most often" : ""} by ${nameOfChannel(network, ahead[0])}`;
}

function deadlockClaim(deadlockChannels: readonly number[], channel: number): string {
  return deadlockChannels.includes(channel)
    ? `Deadlock: this channel is one of ${deadlockChannels.length} in a cyclic wait. Each packet holds one channel and waits for the next.`
    : `Deadlock: the packets on ${deadlockChannels.length} channels wait for each other in a cycle; this channel is not part of it.`;
}

/**
 * @param cycle cycles that a phit needs to cross the channel
 * @param hasUnitRate whether the channel carries one phit per cycle, so that its rate need not be mentioned
 * @param isRunning whether the run continues, so that its mean may still change
 * @param hasAlternatives whether the routing chooses among several paths
 */
function loadClaim(
  units: Units,
  demandedLoad: number | null,
  carried: number,
  cycle: number,
  hasUnitRate: boolean,
  isRunning: boolean,
  hasAlternatives: boolean,
): string {
  const soFar = isRunning ? " so far" : "";
  if (demandedLoad === null) return `Mean load ${units.sayChannelLoad(carried, cycle)}${soFar}.`;
  const isTooMuch = demandedLoad * cycle > 1;
  // Random variation, or an uneven choice of paths, may give a channel more than its share.
  if (!isTooMuch && carried > unevenFactor * demandedLoad)
    return `Load ${units.sayChannelLoad(carried, cycle)}${soFar}; ${hasAlternatives ? "with traffic split evenly over all paths, it would be" : "on average, its offered load is"} ${units.formatLoad(demandedLoad)}.`;
  return `Offered load ${isTooMuch ? "" : "about "}${units.formatLoad(demandedLoad)}; accepted ${hasUnitRate ? units.formatLoad(carried) : units.sayChannelLoad(carried, cycle)}${soFar}.`;
}
