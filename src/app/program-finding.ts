/** The finding of a rank program: when it is done, and how that stands to what it would take in an empty network. */
import type { Analysis } from "../core/analysis/analysis.ts";
import type { Results } from "../core/measures/results.ts";
import type { Scenario } from "../core/scenario/scenario.ts";
import { workloads } from "../core/workloads/index.ts";
import { countOf, formatCount, formatMeasure, formatPercent, sayLoad } from "../views/shared/format.ts";
import { sayLeast } from "../views/program/least.ts";
import { capital } from "./format.ts";
import type { Finding } from "./finding.ts";

/** Slower than an empty network by less than this part is not worth a word. */
const noticeable = 0.005;

/** What a run of a program found; its results have ranks, or not all of them have come to their end. */
export function programFinding({ workload }: Scenario, network: string, results: Results, analysis: Analysis | null): Finding {
  const { makespan, packets, arrived, cycles, ranks = null, load } = results;
  const count = ranks?.count ?? analysis?.program?.ranks;
  const of = count === undefined ? "" : ` of ${formatCount(count)} ranks`;
  const name = `the ${workloads.get(workload.kind).title}${of}`;
  const answer =
    makespan === null
      ? `After ${formatCount(cycles)} cycles, ${network} has delivered ${formatPercent(packets === 0 ? 0 : arrived / packets)}\u00a0% of the ${countOf(packets, "packet", "packets")} of ${name}.`
      : `${capital(network)} finishes ${name} in ${countOf(makespan, "cycle", "cycles")}.`;
  const evidence = [
    makespan === null ? "" : besideEmpty(makespan, analysis),
    makespan === null || ranks === null ? "" : sayWaiting(makespan, ranks),
    load.worst > 0 ? `Busiest channel: ${load.worstName}, ${sayLoad(load.worst)}.` : "",
  ];
  return { answer, evidence: evidence.filter((each) => each !== "").join(" ") };
}

/** How much of the time the program's own order takes, and how much is made by sharing the network. */
function besideEmpty(makespan: number, analysis: Analysis | null): string {
  const { leastCycles = null, chain = [] } = analysis?.program ?? {};
  if (leastCycles === null || leastCycles === 0) return "";
  const longest =
    chain.length === 1 ? "No message waits for another" : `Its longest chain has ${countOf(chain.length, "message", "messages")}`;
  if (makespan <= leastCycles * (1 + noticeable)) return `${longest}; this network could hardly do it sooner.`;
  return `${longest}; ${sayLeast(leastCycles)}, and sharing the network makes that ${formatMeasure(makespan / leastCycles)} times as long.`;
}

function sayWaiting(makespan: number, { meanWaited, meanDone, meanBusy, firstDone }: NonNullable<Results["ranks"]>): string {
  // Where nothing is computed, ranks do nothing but wait.
  const waited = meanBusy > 0 && meanDone > 0 ? `A rank waits ${formatPercent(meanWaited / meanDone)}\u00a0% of its time` : "";
  // Most programs end together; where one rank is done long before the last, that is worth a word.
  const early = firstDone > 0 && firstDone < 0.5 * makespan ? `the first is done with its part after ${formatCount(firstDone)}` : "";
  const said = [waited, early].filter((each) => each !== "");
  return said.length === 0 ? "" : `${capital(said.join("; "))}.`;
}
