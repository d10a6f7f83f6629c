/** The data of a time breakdown: times of terminals by activity, of ranks by activity, or of ranks by phase of their program. */
import { scalar } from "../../core/simulation/frame.ts";
import type { Theme, ViewData } from "../contract.ts";
import { phaseStyles } from "../bars/phase-styles.ts";
import type { Phase } from "../bars/stacked-bars.ts";
import { terminalNames } from "../readings/terminal-names.ts";
import { terminalTimesOf } from "../readings/times.ts";
import { rankGroupsOf, type RankGroup } from "./groups.ts";
import type { MeetingContext } from "./partners.ts";

/** Times of N items (terminals or ranks) in P phases. */
export interface TimeBreakdown {
  /** Noun for an item: `terminal`, `rank`. */
  readonly noun: string;
  /** Phases in the order of stacking, from the bottom up. */
  readonly phases: readonly Phase[];
  /** [P][N] Cycles. The phases of an item add up to the cycles of the run. */
  readonly times: readonly Float64Array[];
  readonly cycles: number;
  /** Index of the phase in which an item has nothing to do. */
  readonly idle: number;
  /** Whether an item has ended; only then its times are complete. */
  isDone(thing: number): boolean;
  /** Groups of ranks by the phases in which they communicate; empty where there are none. */
  readonly groups: readonly RankGroup[];
  /** Communication partners in each phase; null where they are not known. */
  readonly meetingContext: MeetingContext | null;
  terminalOf(thing: number): number;
  /** Name of an item: `terminal 5`, `login`, `rank 3`. */
  nameOf(thing: number): string;
}

const idlePattern = { fill: "var(--idle)", pattern: "outlined" } as const;

/** Sending is at the bottom and blocked at the top, so that both have a common baseline for comparison. */
const terminalPhases: readonly Phase[] = [
  { id: "sending", title: "sending", fill: "var(--sending)", pattern: "solid" },
  { id: "idle", title: "idle", ...idlePattern },
  { id: "blocked", title: "blocked", fill: "var(--blocked)", pattern: "hatched" },
];

const rankPhases: readonly Phase[] = [
  { id: "computing", title: "computing", fill: "var(--sending)", pattern: "solid" },
  { id: "waiting", title: "exchanging or waiting", fill: "var(--blocked)", pattern: "hatched" },
  { id: "done", title: "done", ...idlePattern },
];

/** Whether the frame has the time of each rank in each phase of its program. */
export function hasPhases({ frame, analysis }: Pick<ViewData, "frame" | "analysis">): boolean {
  const { ranks = 0, phases = [] } = analysis?.program ?? {};
  return frame !== null && phases.length > 0 && frame.phaseCycles.length === ranks * phases.length && frame.rankDone.length === ranks;
}

/** Whether messages bypass the terminals' own channels, as on an ideal network: packets have been sent, but none over these channels. */
export function hasBypassedChannels({ frame }: Pick<ViewData, "frame">): boolean {
  return frame !== null && frame.sentSoFar.some((packets) => packets > 0) && frame.sendingSoFar.every((cycles) => cycles === 0);
}

/** The groups of ranks in a breakdown by phases. They depend only on the program, not on times. */
export function rankGroupsFor(data: Pick<ViewData, "frame" | "analysis">, kind: string): readonly RankGroup[] {
  const { meetings = null, phases = [] } = data.analysis?.program ?? {};
  return kind === "phases" && meetings !== null && hasPhases(data) ? rankGroupsOf(meetings, phases) : [];
}

/**
 * The times of terminals, of ranks, or of ranks by phase, as far as available; null before the run has begun.
 * @param theme Theme for the colors of phases; null where they are not needed.
 */
export function timeBreakdownOf(data: ViewData, kind: string, theme: Theme | null): TimeBreakdown | null {
  const { frame, network, analysis } = data;
  if (frame === null || network === null) return null;
  const program = analysis?.program;
  const ranks = frame.rankDone.length;
  if (kind !== "terminals" && ranks > 0 && program?.ranks === ranks) {
    const cycles = frame.scalars[scalar.now];
    const terminalOf = (rank: number) => program.terminalOf[rank];
    const isDone = (rank: number) => frame.rankDone[rank] >= 0;
    const doneCycles = frame.rankDone.map((cycle) => (cycle < 0 ? 0 : Math.max(0, cycles - cycle)));
    const meetings = program.meetings ?? null;
    if (kind === "phases" && hasPhases(data)) {
      const times = program.phases.map((_, phase) =>
        Float64Array.from({ length: ranks }, (_each, rankIndex) => frame.phaseCycles[rankIndex * program.phases.length + phase]),
      );
      const otherCycles = doneCycles.map((_, rankIndex) =>
        Math.max(0, cycles - times.reduce((sum, itemCycles) => sum + itemCycles[rankIndex], 0)),
      );
      const context = meetings === null ? null : { meetings, network, terminalOf, packetPhits: data.packetPhits };
      return {
        noun: "rank",
        phases: phasesWithRest(program.phases, theme),
        times: [...times, otherCycles],
        cycles,
        idle: times.length,
        isDone,
        groups: rankGroupsFor(data, kind),
        meetingContext: context,
        terminalOf,
        nameOf: nameOfRank,
      };
    }
    const computing = Float64Array.from(frame.rankBusy);
    const waiting = doneCycles.map((itemCycles, rankIndex) => Math.max(0, cycles - itemCycles - computing[rankIndex]));
    return {
      noun: "rank",
      phases: rankPhases,
      times: [computing, waiting, doneCycles],
      cycles,
      idle: 2,
      isDone,
      groups: [],
      meetingContext: null,
      terminalOf,
      nameOf: nameOfRank,
    };
  }
  const { sending, blocked, cycles } = terminalTimesOf(frame);
  const idle = sending.map((itemCycles, t) => Math.max(0, cycles - itemCycles - blocked[t]));
  const terminalOf = (terminal: number) => terminal;
  return {
    noun: "terminal",
    phases: terminalPhases,
    times: [sending, idle, blocked],
    cycles,
    idle: 1,
    isDone: () => false,
    groups: [],
    meetingContext: null,
    terminalOf,
    nameOf: terminalNames(network),
  };
}

const nameOfRank = (rank: number) => `rank ${rank}`;

/** Phases with their usual styles, and a last one without a bar for time outside all phases. */
function phasesWithRest(names: readonly string[], theme: Theme | null): readonly Phase[] {
  return [...phaseStyles(names, theme), { id: "none", title: "done", fill: "none", pattern: "solid" }];
}
