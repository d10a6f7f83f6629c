/** Sentences on a program and on the progress of its run. */
import type { Causality } from "../../core/analysis/analysis.ts";
import type { Results } from "../../core/measures/results.ts";
import { uncapital } from "../../core/base/words.ts";
import type { ViewData } from "../contract.ts";
import { countOf, formatCount, formatMeasure } from "../../words/numbers.ts";
import type { State } from "./arrows.ts";
import type { Excerpt, Graph } from "./graph.ts";
import { sayLeast } from "../../words/program.ts";
import type { Units } from "../../words/units.ts";

/**
 * One sentence on a program: its size, its steps, and a lower bound of its time.
 * @param waveCount Number of columns if loops repeat messages within a step; null where columns are steps.
 * @param results Results of its run; null before it has ended.
 */
export function sayProgram(units: Units, causality: Causality, waves: number | null, results: Results | null): string {
  const { ranks, messages, chain, perStep } = causality;
  // The larger of two lower bounds.
  const leastCycles = causality.leastCycles === null ? null : Math.max(causality.leastCycles, results?.collective?.bound?.cycles ?? 0);
  const makespan = results?.makespan ?? null;
  // A run knows the order in which messages arrived, which the program alone does not determine.
  const stuck = results?.waitingRanks?.first ?? (makespan === null ? causality.stuck : []);
  const size = `${countOf(ranks, "rank sends", "ranks send")} ${countOf(messages, "message", "messages")}`;
  if (stuck.length > 0) return `${size}, and the program never ends: ${uncapital(stuck[0].why)}`;
  if (perStep === null) return `${size}: too many to be followed one by one.`;
  if (messages === 0) return `${size}.`;
  const steps = waves === null ? countOf(chain.length, "step", "steps") : countOf(waves, "wave", "waves");
  const depth = chain.length === 1 ? `${size}, none of which waits for another` : `${size} in ${steps}`;
  if (leastCycles === null) return `${depth}.`;
  const least = sayLeast(units, leastCycles);
  if (makespan === null) return `${depth}; ${least}.`;
  if (makespan <= leastCycles * 1.005)
    return `${depth}; the program takes ${units.sayTime(makespan)}, and its messages, sent in this order, could hardly arrive sooner here.`;
  return `${depth}; ${least}, here ${formatMeasure(makespan / leastCycles)} times that.`;
}

/** The selected message and its state, as the beginning of the summary; empty without a selection. */
export function sayPicked({ selected }: ViewData, graph: Graph | null, stateOf: ((m: number) => State) | null): string {
  if (graph === null || selected.is !== "message" || selected.message >= graph.listed.from.length) return "";
  const m = selected.message;
  const { from, to, step, packets } = graph.listed;
  const before = step[m] - 1;
  const after = before === 0 ? "which waits for none" : `which needs a chain of ${countOf(before, "message", "messages")} before it`;
  const state = stateOf === null ? "" : `, now ${stateOf(m)}`;
  return `Rank ${from[m]} → rank ${to[m]}, ${countOf(packets[m], "packet", "packets")}, ${after}${state}. `;
}

/** The messages outside the excerpt, as the end of the summary; empty if the whole program is shown. */
export function sayExcerpt({ graph, ranks, messages, leaving, coming }: Excerpt): string {
  const all = graph.causality.ranks;
  if (ranks.length === all) return "";
  const kept = `${countOf(messages.length, "message", "messages")} among ${formatCount(ranks.length)} of the ${formatCount(all)} ranks`;
  const others =
    leaving.length + coming === 0
      ? ""
      : `; ${formatCount(leaving.length)} go from there to others, ${formatCount(coming)} come from others`;
  return ` Drawn: the ${kept}${others}. The bars count all.`;
}
