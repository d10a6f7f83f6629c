/** Types of the drawing of a program, common to all its forms. */
import type { TerminalNames } from "../readings/terminal-names.ts";
import type { ProgramArrow, MessageState } from "./message-arrows.ts";
import type { MessageGraph } from "./message-graph.ts";
import type { MarksDrawing, Mark } from "../marks/marks.ts";
import type { StepRowPosition } from "./step-row.ts";

/** The drawing of a program, and data for hit test and navigation. */
export interface ProgramMarks extends MarksDrawing {
  readonly arrows: readonly ProgramArrow[];
  /** Hoverable positions of ranks, pixels. */
  readonly ranks: readonly RankPosition[];
  /** Null where there are too many messages to draw. */
  readonly graph: MessageGraph | null;
  /** The row of steps; null where there is none. */
  readonly strip: StepRow | null;
  readonly steps: number;
  /** Null where the run does not record single messages. */
  readonly stateOf: ((message: number) => MessageState) | null;
  /** Names of the terminals that ranks run on; when absent, terminals are named by their numbers. */
  readonly nameOf?: TerminalNames;
}

export interface RankPosition {
  readonly rank: number;
  readonly terminal: number;
  readonly x: number;
  readonly y: number;
}

/** The row of steps, and the top of the highlight of a step, pixels. */
export interface StepRow extends StepRowPosition {
  readonly upTo: number;
}

/** Placed arrows and ranks, with the marks below and above the arrows. */
export interface PlacedProgram extends Pick<ProgramMarks, "arrows" | "ranks" | "strip"> {
  readonly below: readonly Mark[];
  readonly above: readonly Mark[];
}

export const emptyProgramMarks: ProgramMarks = { marks: [], arrows: [], ranks: [], graph: null, strip: null, steps: 0, stateOf: null };
