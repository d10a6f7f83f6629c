/** Sentences on a program and on the progress of its run. */
import type { Causality } from "../../core/analysis/analysis.ts";
import type { Results } from "../../core/measures/results.ts";
import { uncapitalize } from "../../core/base/words.ts";
import type { ViewData } from "../contract.ts";
import { countOf, formatCount, formatMeasure } from "../../words/numbers.ts";
import type { MessageState } from "./message-arrows.ts";
import type { ProgramExcerpt, MessageGraph } from "./message-graph.ts";
import { sayLeastTime } from "../../words/program.ts";
import type { Units } from "../../words/units.ts";

/**
 * One sentence on a program: its size, its steps, and a lower bound of its time, or the reason why it never ends.
 * @param causality The dependencies of the program's messages: `chain` is the longest chain of messages that wait for each other,
 * `leastCycles` the bound from that, and `perStep` the number of messages in each step.
 * @param waveCount Number of waves, which replace steps if loops repeat messages within a step; null otherwise.
 * @param results Results of its run; null before it has ended.
 */
export function sayProgram(units: Units, causality: Causality, waveCount: number | null, results: Results | null): string {
  const { ranks, messages, chain, perStep } = causality;
  // The larger of two lower bounds.
  const leastCycles = causality.leastCycles === null ? null : Math.max(causality.leastCycles, results?.collective?.bound?.cycles ?? 0);
  const makespan = results?.makespan ?? null;
  // A run knows the order in which messages arrived, which the program alone does not determine.
  const stuckRanks = results?.waitingRanks?.first ?? (makespan === null ? causality.stuck : []);
  const sizeText = `${countOf(ranks, "rank sends", "ranks send")} ${countOf(messages, "message", "messages")}`;
  if (stuckRanks.length > 0) return `${sizeText}, and the program never ends: ${uncapitalize(stuckRanks[0].why)}`;
  if (perStep === null) return `${sizeText}: too many to track one by one.`;
  if (messages === 0) return `${sizeText}.`;
  const steps = waveCount === null ? countOf(chain.length, "step", "steps") : countOf(waveCount, "wave", "waves");
  const stepsText = chain.length === 1 ? `${sizeText}, none of which waits for another` : `${sizeText} in ${steps}`;
  if (leastCycles === null) return `${stepsText}.`;
  const boundText = sayLeastTime(units, leastCycles);
  if (makespan === null) return `${stepsText}; ${boundText}.`;
  if (makespan <= leastCycles * 1.005)
    return `${stepsText}; the program takes ${units.sayTime(makespan)}, almost the least possible for its messages in this order.`;
  return `${stepsText}; ${boundText}; this run takes ${formatMeasure(makespan / leastCycles)} times as long.`;
}

/** State of a message, as a verb. */
const verbOfState: Readonly<Record<MessageState, string>> = {
  "not sent": "is not sent yet",
  "in flight": "is in flight",
  arrived: "has arrived",
};

/** The selected message and its state, as the beginning of the summary; empty without a selection. */
export function saySelectedMessage(
  { selected }: ViewData,
  graph: MessageGraph | null,
  stateOf: ((message: number) => MessageState) | null,
): string {
  if (graph === null || selected.is !== "message" || selected.message >= graph.listed.from.length) return "";
  const message = selected.message;
  const { from, to, step, packets } = graph.listed;
  const chainLength = step[message] - 1;
  const dependencyText =
    chainLength === 0 ? "depends on no other message" : `depends on a chain of ${countOf(chainLength, "message", "messages")}`;
  const state = stateOf === null ? "" : ` and ${verbOfState[stateOf(message)]}`;
  return `Message rank ${from[message]} → rank ${to[message]} (${countOf(packets[message], "packet", "packets")}) ${dependencyText}${state}. `;
}

/** The messages outside the excerpt, as the end of the summary; empty if the whole program is shown. */
export function sayExcerpt({ graph, ranks, messages, outgoingMessages, incomingCount }: ProgramExcerpt): string {
  const rankCount = graph.causality.ranks;
  if (ranks.length === rankCount) return "";
  const shownText = `${countOf(messages.length, "message", "messages")} among ${formatCount(ranks.length)} of the ${formatCount(rankCount)} ranks`;
  const othersText =
    outgoingMessages.length + incomingCount === 0
      ? ""
      : `; these ranks send ${formatCount(outgoingMessages.length)} more to other ranks and receive ${formatCount(incomingCount)} from them`;
  return ` Drawn: the ${shownText}${othersText}. The bars count all messages.`;
}
