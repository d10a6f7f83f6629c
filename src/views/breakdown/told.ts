/** Whose time a breakdown tells of, and in which phases: what terminals do, what ranks of a program do, or what part of it they are in. */
import { scalar } from "../../core/simulation/frame.ts";
import type { Theme, ViewData } from "../contract.ts";
import { phaseStyles } from "../bars/phase-styles.ts";
import type { Phase } from "../bars/stacked-bars.ts";
import { terminalNames } from "../readings/terminal-names.ts";
import { timesOf } from "../readings/times.ts";
import { groupsOf, type RankGroup } from "./groups.ts";
import type { Met } from "./meet.ts";

/** Time of N things in P phases. */
export interface Told {
  /** What the things are: `terminal`, `rank`. */
  readonly noun: string;
  /** In the order in which bars leave their foot. */
  readonly phases: readonly Phase[];
  /** [P] of [N] cycles; together those of the run. */
  readonly times: readonly Float64Array[];
  readonly cycles: number;
  /** The phase in which nothing is to be done. */
  readonly idle: number;
  /** Whether one of them has come to its end: only then is its time in each phase whole. */
  isDone(thing: number): boolean;
  /** Groups of the things by the phases in which they communicate; none where these are not told apart. */
  readonly groups: readonly RankGroup[];
  /** Who meets whom in each phase; null where that is not known. */
  readonly met: Met | null;
  terminalOf(thing: number): number;
  /** What one of them is called: `terminal 5`, `login`, `rank 3`. */
  nameOf(thing: number): string;
}

const idlePattern = { fill: "var(--idle)", pattern: "outlined" } as const;

/** Sending and blocked each have an edge to compare along. */
const ofTerminals: readonly Phase[] = [
  { id: "sending", title: "sending", fill: "var(--sending)", pattern: "solid" },
  { id: "idle", title: "idle", ...idlePattern },
  { id: "blocked", title: "blocked", fill: "var(--blocked)", pattern: "hatched" },
];

const ofRanks: readonly Phase[] = [
  { id: "computing", title: "computing", fill: "var(--sending)", pattern: "solid" },
  { id: "waiting", title: "exchanging or waiting", fill: "var(--blocked)", pattern: "hatched" },
  { id: "done", title: "done", ...idlePattern },
];

/** Whether the frame tells the time of each rank in each phase of its program. */
export function hasPhases({ frame, analysis }: Pick<ViewData, "frame" | "analysis">): boolean {
  const { ranks = 0, phases = [] } = analysis?.program ?? {};
  return frame !== null && phases.length > 0 && frame.phaseCycles.length === ranks * phases.length && frame.rankDone.length === ranks;
}

/** Whether messages go past the terminals' own channels, as on an ideal network: packets have gone, and none of them there. */
export function isPastChannels({ frame }: Pick<ViewData, "frame">): boolean {
  return frame !== null && frame.sentSoFar.some((packets) => packets > 0) && frame.sendingSoFar.every((cycles) => cycles === 0);
}

/** The groups of what is told of, where the phases of a program are: known without looking at any time. */
export function groupsFor(data: Pick<ViewData, "frame" | "analysis">, of: string): readonly RankGroup[] {
  const { meetings = null, phases = [] } = data.analysis?.program ?? {};
  return of === "phases" && meetings !== null && hasPhases(data) ? groupsOf(meetings, phases) : [];
}

/**
 * The time of all terminals; of the ranks of a program, or of its phases, where that was chosen and there is one.
 * @param theme colours of the phases; null where none are needed
 */
export function toldOf(data: ViewData, of: string, theme: Theme | null): Told | null {
  const { frame, network, analysis } = data;
  if (frame === null || network === null) return null;
  const program = analysis?.program;
  const ranks = frame.rankDone.length;
  if (of !== "terminals" && ranks > 0 && program?.ranks === ranks) {
    const cycles = frame.scalars[scalar.now];
    const terminalOf = (rank: number) => program.terminalOf[rank];
    const isDone = (rank: number) => frame.rankDone[rank] >= 0;
    const done = frame.rankDone.map((cycle) => (cycle < 0 ? 0 : Math.max(0, cycles - cycle)));
    const meetings = program.meetings ?? null;
    if (of === "phases" && hasPhases(data)) {
      const times = program.phases.map((_, p) =>
        Float64Array.from({ length: ranks }, (_each, r) => frame.phaseCycles[r * program.phases.length + p]),
      );
      const rest = done.map((_, r) => Math.max(0, cycles - times.reduce((sum, own) => sum + own[r], 0)));
      const met = meetings === null ? null : { meetings, network, terminalOf, packetPhits: data.packetPhits };
      return {
        noun: "rank",
        phases: named(program.phases, theme),
        times: [...times, rest],
        cycles,
        idle: times.length,
        isDone,
        groups: groupsFor(data, of),
        met,
        terminalOf,
        nameOf: nameOfRank,
      };
    }
    const computing = Float64Array.from(frame.rankBusy);
    const waiting = done.map((own, r) => Math.max(0, cycles - own - computing[r]));
    return {
      noun: "rank",
      phases: ofRanks,
      times: [computing, waiting, done],
      cycles,
      idle: 2,
      isDone,
      groups: [],
      met: null,
      terminalOf,
      nameOf: nameOfRank,
    };
  }
  const { sending, blocked, cycles } = timesOf(frame);
  const idle = sending.map((own, t) => Math.max(0, cycles - own - blocked[t]));
  const terminalOf = (terminal: number) => terminal;
  return {
    noun: "terminal",
    phases: ofTerminals,
    times: [sending, idle, blocked],
    cycles,
    idle: 1,
    isDone: () => false,
    groups: [],
    met: null,
    terminalOf,
    nameOf: terminalNames(network),
  };
}

const nameOfRank = (rank: number) => `rank ${rank}`;

/** Named phases as they look everywhere; what is in none of them has no bar. */
function named(names: readonly string[], theme: Theme | null): readonly Phase[] {
  return [...phaseStyles(names, theme), { id: "none", title: "done", fill: "none", pattern: "solid" }];
}
