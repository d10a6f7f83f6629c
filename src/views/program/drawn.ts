/** Types of the drawing of a program, common to all its forms. */
import type { TerminalNames } from "../readings/terminal-names.ts";
import type { Arrow, State } from "./arrows.ts";
import type { Graph } from "./graph.ts";
import type { Drawing, Mark } from "../marks/marks.ts";
import type { Strip } from "./steps.ts";

/** The drawing of a program, and data for hit test and navigation. */
export interface ProgramMarks extends Drawing {
  readonly arrows: readonly Arrow[];
  /** Hoverable positions of ranks, pixels. */
  readonly ranks: readonly RankPlace[];
  /** Null where there are too many messages to draw. */
  readonly graph: Graph | null;
  /** The row of steps; null where there is none. */
  readonly strip: StepRow | null;
  readonly steps: number;
  /** Null where the run does not record single messages. */
  readonly stateOf: ((m: number) => State) | null;
  /** Names of the terminals that ranks run on; their numbers where absent. */
  readonly nameOf?: TerminalNames;
}

export interface RankPlace {
  readonly rank: number;
  readonly terminal: number;
  readonly x: number;
  readonly y: number;
}

/** The row of steps, and the top of the highlight of a step, pixels. */
export interface StepRow extends Strip {
  readonly upTo: number;
}

/** Placed arrows and ranks, with the marks below and above the arrows. */
export interface PlacedProgram extends Pick<ProgramMarks, "arrows" | "ranks" | "strip"> {
  readonly below: readonly Mark[];
  readonly above: readonly Mark[];
}

export const nothingDrawn: ProgramMarks = { marks: [], arrows: [], ranks: [], graph: null, strip: null, steps: 0, stateOf: null };
