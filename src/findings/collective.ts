/** The finding of a collective operation: how long it took, how close that is to the bound of this network, and what delayed it. */
import type { Analysis } from "../core/analysis/analysis.ts";
import { joinWithAnd } from "../core/base/words.ts";
import { allreduceFactors, hasTwoFactors, collectiveSpeedOf } from "../core/measures/collective.ts";
import type { Results } from "../core/measures/results.ts";
import { waitingPhase } from "../core/programs/program.ts";
import { formatCount, formatShare, sayPercent, withUnit } from "../words/numbers.ts";
import type { Units } from "../words/units.ts";
import { fullUtilization } from "./cause/bottleneck.ts";
import { sayBandwidth } from "../words/units-of-work.ts";

/** From this fraction on, something counts as taking most of the time. */
const mostOfTime = 0.5;

/** Sentences about a collective operation. */
interface CollectiveSentences {
  readonly answer: string;
  /** The bus bandwidth; empty if the operation moves no data. */
  readonly bandwidth: string;
  /** The bus bandwidth in bytes per cycle; null if the operation moves no data. */
  readonly busBandwidth: number | null;
  /** What delayed the operation, as far as the results of its run show. */
  readonly delays: readonly string[];
  /** The lower bound on the time of any algorithm; empty if unknown. */
  readonly lowerBound: readonly string[];
}

/**
 * Sentences about a collective operation: its time and bus bandwidth (as NCCL defines it) relative to what the network allows, what delays
 * it, and a lower bound of its time. An allreduce with reduction in the network has two factors between time and bus bandwidth. Null if the
 * run is not a collective operation or has not finished.
 */
export function sayCollective(units: Units, results: Results, analysis: Analysis | null): CollectiveSentences | null {
  const speed = collectiveSpeedOf(results);
  if (speed === null) return null;
  const { operation, algorithm, time, busBandwidth, sendReceiveBusBandwidth, share, bound } = speed;
  const timeClause = `The ${operation} (${algorithm}) takes ${units.sayTime(time)}`;
  const shareClause = share === null ? "" : `, ${withUnit(formatShare(share), "%")} of the network’s upper bound`;
  const factorClause = hasTwoFactors(speed)
    ? ` with the factor ${allreduceFactors.inNetwork}, as for NVLS; ${sayBandwidth(units, sendReceiveBusBandwidth!)} with ${allreduceFactors.sendReceive}`
    : "";
  const bandwidth = busBandwidth === null ? "" : `${sayBandwidth(units, busBandwidth)} of bus bandwidth${factorClause}${shareClause}.`;
  const boundClause = bound === undefined ? "" : `; the lower bound for any algorithm on this network is ${units.sayTime(bound.cycles)}`;
  return {
    // A barrier moves no data, so it has a time but no bandwidth.
    answer: bandwidth === "" ? `${timeClause}${boundClause}.` : `${timeClause}: ${bandwidth}`,
    bandwidth,
    busBandwidth,
    delays: sayDelays(units, results, speed, analysis),
    lowerBound:
      bound === undefined
        ? []
        : [`The lower bound for any algorithm on this network is ${units.sayTime(bound.cycles)}, set by ${bound.by}.`],
  };
}

/** Bandwidths of more networks than this are not listed. */
const maxListedBandwidths = 4;

/**
 * A sentence on the bus bandwidth of each compared network and its ratio to what that network allows. Empty if there are too many networks,
 * or if some of them have not run a collective operation with a bandwidth.
 * @param networks the networks, by the letters under which a comparison shows them
 */
export function sayBandwidths(
  units: Units,
  networks: readonly { readonly letter: string; readonly results: Results }[],
): readonly string[] {
  // If switches of some networks reduce, use and name the factor that all networks have.
  const isByOneFactor = networks.some(({ results: { collective } }) => collective !== undefined && hasTwoFactors(collective));
  const factor = isByOneFactor ? ` with the factor ${allreduceFactors.sendReceive}` : "";
  const bandwidths = networks.flatMap(({ letter, results }, i) => {
    const { sendReceiveBusBandwidth: busBandwidth = null, share = null } = collectiveSpeedOf(results) ?? {};
    if (busBandwidth === null || share === null) return [];
    const isFirst = i === 0;
    const shareText = `${withUnit(formatShare(share), "%")}${isFirst ? " of the upper bound for its network" : ""}`;
    return [
      `${letter}${isFirst ? " reaches" : ""} ${sayBandwidth(units, busBandwidth)}${isFirst ? ` of bus bandwidth${factor}` : ""} (${shareText})`,
    ];
  });
  return bandwidths.length < networks.length || bandwidths.length > maxListedBandwidths ? [] : [`${joinWithAnd(bandwidths)}.`];
}

/**
 * A sentence on what takes most of the time of a collective operation: full channels, the latency of dependent steps, or computing. Empty
 * if it is none of these.
 * @param steps number of dependent steps
 */
function sayDelays(
  units: Units,
  { load, ranks }: Results,
  { time, steps }: { readonly time: number; readonly steps: number },
  analysis: Analysis | null,
): readonly string[] {
  const { worst, worstName, equals = 0 } = load;
  if (worst >= fullUtilization) {
    const othersClause = equals === 0 ? "" : `, as ${equals === 1 ? "is 1 other" : `are ${formatCount(equals)} others`}`;
    return [`The channel ${worstName} is busy ${sayPercent(worst)} of the time${othersClause}.`, ...sayLongestPhase(ranks, time)];
  }
  // A channel that carries something is never idle all of the time.
  const idleShare = worst > 0 && worst < 0.005 ? `more than ${withUnit("99", "%")}` : sayPercent(1 - worst);
  const idleClause = `The busiest channel is idle ${idleShare} of the time`;
  const pathLatency = analysis?.zeroLoadLatency ?? 0;
  if (steps * pathLatency >= mostOfTime * (1 - worst) * time)
    return [`${idleClause}: ${formatCount(steps)} dependent steps take at least ${units.sayTime(Math.round(pathLatency))} each.`];
  const computingShare = (ranks?.meanBusy ?? 0) / time;
  return computingShare >= mostOfTime * (1 - worst)
    ? [`${idleClause}: on average, a rank computes for ${sayPercent(computingShare)} of the time.`]
    : [];
}

/** The phase that takes most of the time, for programs that name several phases. */
function sayLongestPhase(ranks: Results["ranks"], time: number): readonly string[] {
  const phases = (ranks?.phases ?? []).filter(({ name }) => name !== waitingPhase);
  if (phases.length < 2) return [];
  const means = phases.map(({ cycles }) => cycles.reduce((a, b) => a + b, 0) / cycles.length);
  const longest = means.reduce((best, mean, p) => (mean > means[best] ? p : best), 0);
  return [`The ${phases[longest].name} takes ${sayPercent(means[longest] / time)} of the time.`];
}
