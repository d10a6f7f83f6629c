/** What a drawing of a program consists of, whichever form it has. */
import type { TerminalNames } from "../readings/terminal-names.ts";
import type { Arrow, State } from "./arrows.ts";
import type { Graph } from "./graph.ts";
import type { Drawing, Mark } from "../marks/marks.ts";
import type { Strip } from "./steps.ts";

export interface ProgramMarks extends Drawing {
  readonly arrows: readonly Arrow[];
  /** Ranks where they can be pointed at, pixels. */
  readonly ranks: readonly RankPlace[];
  /** Null where messages are too many to be drawn. */
  readonly graph: Graph | null;
  /** The row of steps; null where there is none. */
  readonly strip: StepRow | null;
  readonly steps: number;
  /** Null where a run does not tell of single messages. */
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

/** A row of steps, and the height up to which a step that is highlighted reaches; pixels. */
export interface StepRow extends Strip {
  readonly upTo: number;
}

/** Arrows and ranks in their places, with the marks that lie under the arrows and over them. */
export interface PlacedProgram extends Pick<ProgramMarks, "arrows" | "ranks" | "strip"> {
  readonly below: readonly Mark[];
  readonly above: readonly Mark[];
}

export const nothingDrawn: ProgramMarks = { marks: [], arrows: [], ranks: [], graph: null, strip: null, steps: 0, stateOf: null };
