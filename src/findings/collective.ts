/** What a run of a collective operation found: how long it took, beside what this network allows, and what held it up. */
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

/** From this part of the time on, something counts as most of it. */
const most = 0.5;

/** A collective operation in sentences. */
interface Said {
  readonly answer: string;
  /** What it says besides the time. */
  readonly besides: string;
  /** What held it up, as far as that can be told from its run alone. */
  readonly heldUp: readonly string[];
  /** What no algorithm beats; empty where that is not known. */
  readonly least: readonly string[];
}

/** What is said of a collective operation; null where a run is none, or has not ended. */
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
    // A barrier moves nothing, but takes its time.
    answer: bandwidth === "" ? `${takes}${least}.` : `${takes}: ${bandwidth}`,
    besides: bandwidth,
    heldUp: sayHeldUp(units, results, speed, analysis),
    least: bound === undefined ? [] : [`No algorithm takes less than ${units.sayTime(bound.cycles)} here, because of ${bound.by}.`],
  };
}

/** Networks whose bandwidths are told one by one. */
const mostTold = 4;

/** How fast each of several networks was, and how near to what it allows; empty where not all have run a collective with a bandwidth, or there are many. */
export function sayBandwidths(units: Units, known: readonly { readonly letter: string; readonly results: Results }[]): readonly string[] {
  // With and without switches that reduce: by the factor that both have.
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

/** What takes the time: channels that are full, the ways of steps that follow each other, or computing; empty where it is none of these. */
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

/** Which phase takes most of the time, where the program names several. */
function sayPhase(ranks: Results["ranks"], time: number): readonly string[] {
  const phases = (ranks?.phases ?? []).filter(({ name }) => name !== waitingPhase);
  if (phases.length < 2) return [];
  const means = phases.map(({ cycles }) => cycles.reduce((a, b) => a + b, 0) / cycles.length);
  const longest = means.reduce((best, mean, p) => (mean > means[best] ? p : best), 0);
  return [`The ${phases[longest].name} takes ${sayPercent(means[longest] / time)} of it.`];
}
