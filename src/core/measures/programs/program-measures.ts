/** Additional measures of rank programs: ranks, phases and messages. */
import { withoutUndefined } from "../../base/defined.ts";
import { collectiveTimeBoundOf } from "../../analysis/collectives/bound.ts";
import { memoize } from "../../base/memoize.ts";
import { messagesOfProgram } from "../../programs/operations.ts";
import type { Collective } from "../../programs/collective.ts";
import type { Plan } from "../../plan/plan.ts";
import type { Program } from "../../programs/program.ts";
import { type Frame, scalar, statuses } from "../../simulation/frame.ts";
import { type CollectiveResult, messageLatency, type MessageResult, type PhaseResult, type RankResults, type Results } from "../results.ts";
import { timelineOfGraph } from "./timeline-of-graph.ts";
import { timelineOf } from "../timeline.ts";
import { waitingRanksOf } from "./waiting-ranks.ts";

/** Up to this number of ranks, results list the phases of each. */
const maxListedRanks = 256;

/**
 * Results of the ranks, the timeline, and the collective operation of a program.
 * @param plan Needed only for the lower bound of the time.
 */
export function measuresOfRanks(
  program: Program,
  frame: Frame,
  plan?: Plan,
): Pick<Results, "ranks" | "timeline" | "collective" | "waitingRanks"> {
  const isTimed = frame.operationFrom.length > 0 && frame.rankDone.every((cycle) => cycle >= 0);
  const timeline = isTimed ? (program.graph === undefined ? timelineOf : timelineOfGraph)(program, frame) : null;
  return {
    ranks: rankResultsOf(program, frame),
    ...(statuses[frame.scalars[scalar.status]] === "deadlocked" ? { waitingRanks: waitingRanksOf(program, frame) } : {}),
    ...withoutUndefined({
      timeline: timeline ?? undefined,
      collective: program.collective && collectiveOf(program.collective, frame, plan),
    }),
  };
}

const cachedBoundOf = memoize(collectiveTimeBoundOf);

/** A collective operation; its lower bound is computed only when it has completed. */
function collectiveOf(collective: Collective, { rankDone }: Frame, plan?: Plan): CollectiveResult {
  const bound = plan === undefined || rankDone.some((cycle) => cycle < 0) ? null : cachedBoundOf(plan);
  return bound === null ? collective : { ...collective, bound };
}

/** Results of the ranks of a program; null while a rank has not ended. */
function rankResultsOf({ phases, terminalOf }: Program, frame: Frame): RankResults | null {
  const { rankDone, rankWaited, rankBusy } = frame;
  if (rankDone.some((cycle) => cycle < 0)) return null;
  const mean = (column: Float64Array) => column.reduce((sum, each) => sum + each, 0) / column.length;
  return {
    count: rankDone.length,
    firstDone: rankDone.reduce((a, b) => Math.min(a, b), Infinity),
    meanDone: mean(rankDone),
    terminals: Array.from(terminalOf),
    done: Array.from(rankDone),
    meanWaited: mean(rankWaited),
    meanBusy: mean(rankBusy),
    ...(phases.length === 0 || rankDone.length > maxListedRanks
      ? {}
      : { phases: phases.map((name, phase) => phaseOf(name, phase, phases.length, frame)) }),
  };
}

function phaseOf(name: string, phase: number, phases: number, { rankDone, phaseCycles }: Frame): PhaseResult {
  return { name, cycles: Array.from(rankDone, (_, rank) => phaseCycles[rank * phases + phase]) };
}

/** The messages of a program that are recorded individually, by rank in sending order. */
export function sentMessages(program: Program, frame: Frame): readonly MessageResult[] {
  const { terminalOf } = program;
  if (frame.messageCreated.length === 0) return [];
  // A copy of a message that another rank overhears has 0 packets; it is listed with the packets of the original.
  let sent = 0;
  return messagesOfProgram(program).map(({ from, to, packets }, message) => {
    if (packets > 0) sent = packets;
    const [created, injected, delivered] = [frame.messageCreated[message], frame.messageInjected[message], frame.messageDelivered[message]];
    const latency = messageLatency(created, delivered);
    return { source: terminalOf[from], destination: terminalOf[to], packets: sent, created, injected, delivered, latency };
  });
}
