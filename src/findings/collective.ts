/** The finding of a collective operation: how long it took, how close that is to the bound of this network, and what delayed it. */
import type { Analysis } from "../core/analysis/analysis.ts";
import { anded } from "../core/base/words.ts";
import { phitBytes } from "../core/base/units.ts";
import { allreduceFactors, hasTwoFactors, speedOf } from "../core/measures/collective.ts";
import type { Results } from "../core/measures/results.ts";
import { waitingPhase } from "../core/programs/program.ts";
import { capital } from "../words/params.ts";
import { countOf, formatCount, formatShare, sayPercent, withUnit } from "../words/numbers.ts";
import type { Units } from "../words/units.ts";
import { full } from "./bottleneck.ts";

/** From this fraction on, something counts as taking most of the time. */
const most = 0.5;

/** Sentences about a collective operation. */
interface Said {
  readonly answer: string;
  /** The bus bandwidth; empty if the operation moves no data. */
  readonly besides: string;
  /** What delayed the operation, as far as its run alone shows. */
  readonly heldUp: readonly string[];
  /** The lower bound on the time of any algorithm; empty if unknown. */
  readonly least: readonly string[];
}

/** Sentences about a collective operation; null if the run is not a collective operation or has not finished. */
export function sayCollective(units: Units, results: Results, analysis: Analysis | null): Said | null {
  const speed = speedOf(results);
  if (speed === null) return null;
  const { operation, algorithm, time, busBandwidth, sendReceiveBusBandwidth, share, bound } = speed;
  const takes = `The ${operation} (${algorithm}) takes ${units.sayTime(time)}`;
  const allowed = share === null ? "" : `, ${withUnit(formatShare(share), "%")} of what this network allows`;
  const factors = hasTwoFactors(speed)
    ? ` by ${allreduceFactors.inNetwork}, as under NVLS; ${units.sayLoad(sendReceiveBusBandwidth! / phitBytes)} by ${allreduceFactors.sendReceive}`
    : "";
  const bandwidth = busBandwidth === null ? "" : `${units.sayLoad(busBandwidth / phitBytes)} of bus bandwidth${factors}${allowed}.`;
  const least = bound === undefined ? "" : `; no algorithm takes less than ${units.sayTime(bound.cycles)} here`;
  return {
    // A barrier moves no data, so it has a time but no bandwidth.
    answer: bandwidth === "" ? `${takes}${least}.` : `${takes}: ${bandwidth}`,
    besides: bandwidth,
    heldUp: sayHeldUp(units, results, speed, analysis),
    least: bound === undefined ? [] : [`No algorithm takes less than ${units.sayTime(bound.cycles)} here, because of ${bound.by}.`],
  };
}

/** Bandwidths of more networks than this are not listed. */
const mostTold = 4;

/**
 * The bandwidth of each network and its ratio to what that network allows. Empty if there are too many networks, or if some of them have
 * not run a collective operation with a bandwidth.
 */
export function sayBandwidths(units: Units, known: readonly { readonly letter: string; readonly results: Results }[]): readonly string[] {
  // If only some networks have switches that reduce, use the bandwidth factor that all of them have.
  const isByOneFactor = known.some(({ results: { collective } }) => collective !== undefined && hasTwoFactors(collective));
  const factor = isByOneFactor ? ` by ${allreduceFactors.sendReceive}` : "";
  const said = known.flatMap(({ letter, results }, i) => {
    const { sendReceiveBusBandwidth: busBandwidth = null, share = null } = speedOf(results) ?? {};
    if (busBandwidth === null || share === null) return [];
    const isFirst = i === 0;
    const part = `${withUnit(formatShare(share), "%")}${isFirst ? " of what its network allows" : ""}`;
    return [
      `${letter}${isFirst ? " has" : ""} ${units.sayLoad(busBandwidth / phitBytes)}${isFirst ? ` of bus bandwidth${factor}` : ""} (${part})`,
    ];
  });
  return said.length < known.length || said.length > mostTold ? [] : [`${anded(said)}.`];
}

/** What takes most of the time: full channels, the latency of dependent steps, or computing. Empty if it is none of these. */
function sayHeldUp(
  units: Units,
  { load, ranks }: Results,
  { time, steps }: { readonly time: number; readonly steps: number },
  analysis: Analysis | null,
): readonly string[] {
  const { worst, worstName, equals = 0 } = load;
  if (worst >= full) {
    const others = equals === 0 ? "" : `, as ${countOf(equals, "other is", "others are")}`;
    return [`${capital(worstName)} is full for ${sayPercent(worst)} of the time${others}.`, ...sayPhase(ranks, time)];
  }
  const idle = `The busiest channel idles for ${sayPercent(1 - worst)} of the time`;
  const way = analysis?.zeroLoadLatency ?? 0;
  if (steps * way >= most * (1 - worst) * time)
    return [`${idle}: ${formatCount(steps)} steps take at least ${units.sayTime(Math.round(way))} each.`];
  const computed = (ranks?.meanBusy ?? 0) / time;
  return computed >= most * (1 - worst) ? [`${idle}: a rank computes for ${sayPercent(computed)} of it.`] : [];
}

/** The phase that takes most of the time, for programs that name several phases. */
function sayPhase(ranks: Results["ranks"], time: number): readonly string[] {
  const phases = (ranks?.phases ?? []).filter(({ name }) => name !== waitingPhase);
  if (phases.length < 2) return [];
  const means = phases.map(({ cycles }) => cycles.reduce((a, b) => a + b, 0) / cycles.length);
  const longest = means.reduce((best, mean, p) => (mean > means[best] ? p : best), 0);
  return [`The ${phases[longest].name} takes ${sayPercent(means[longest] / time)} of it.`];
}
