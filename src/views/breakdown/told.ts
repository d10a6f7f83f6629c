/** Whose time a breakdown tells of, and in which phases: what terminals do, what ranks of a program do, or what part of it they are in. */
import { scalar } from "../../core/simulation/frame.ts";
import type { Theme, ViewData } from "../contract.ts";
import { palette, toneOf } from "../shared/colour.ts";
import type { Phase } from "../shared/stacked-bars.ts";
import { timesOf } from "../shared/times.ts";

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
  terminalOf(thing: number): number;
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
  { id: "waiting", title: "waiting for a message", fill: "var(--blocked)", pattern: "hatched" },
  { id: "done", title: "done", ...idlePattern },
];

/**
 * The time of all terminals; of the ranks of a program, or of its phases, where that was chosen and there is one.
 * @param theme colours of the phases; null where none are needed
 */
export function toldOf({ frame, network, analysis }: ViewData, of: string, theme: Theme | null): Told | null {
  if (frame === null || network === null) return null;
  const program = analysis?.program;
  const ranks = frame.rankDone.length;
  if (of !== "terminals" && ranks > 0 && program?.ranks === ranks) {
    const cycles = frame.scalars[scalar.now];
    const terminalOf = (rank: number) => program.terminalOf[rank];
    const done = frame.rankDone.map((cycle) => (cycle < 0 ? 0 : Math.max(0, cycles - cycle)));
    if (of === "phases" && program.phases.length > 0 && frame.phaseCycles.length === ranks * program.phases.length) {
      const times = program.phases.map((_, p) =>
        Float64Array.from({ length: ranks }, (_each, r) => frame.phaseCycles[r * program.phases.length + p]),
      );
      const rest = done.map((_, r) => Math.max(0, cycles - times.reduce((sum, own) => sum + own[r], 0)));
      return { noun: "rank", phases: named(program.phases, theme), times: [...times, rest], cycles, idle: times.length, terminalOf };
    }
    const computing = Float64Array.from(frame.rankBusy);
    const waiting = done.map((own, r) => Math.max(0, cycles - own - computing[r]));
    return { noun: "rank", phases: ofRanks, times: [computing, waiting, done], cycles, idle: 2, terminalOf };
  }
  const { sending, blocked, cycles } = timesOf(frame);
  const idle = sending.map((own, t) => Math.max(0, cycles - own - blocked[t]));
  return { noun: "terminal", phases: ofTerminals, times: [sending, idle, blocked], cycles, idle: 1, terminalOf: (terminal) => terminal };
}

/** Named phases in the tones of the scale, the later the hotter, every second one hatched; what is in none of them is pale. */
function named(names: readonly string[], theme: Theme | null): readonly Phase[] {
  const own = names.map((title, i): Phase => {
    const fill = theme === null ? "" : palette(theme, "surface").fill[toneOf((i + 1) / names.length)];
    return { id: `phase ${i}`, title: `in ${title}`, fill, pattern: i % 2 === 0 ? "solid" : "hatched" };
  });
  return [...own, { id: "none", title: "in none", ...idlePattern }];
}
