/** What the page is used for at the moment, besides looking: a lesson, drawing a network, painting traffic. */
import type { Document } from "../../core/scenario/document.ts";
import type { DrawingSession } from "../../views/drawing/session.ts";
import type { LessonSession } from "./lesson-session.ts";

export const brushes = ["cell", "row", "column", "diagonal", "block"] as const;
export type Brush = (typeof brushes)[number];

/** A row and a column of a traffic matrix. */
export type Spot = readonly [source: number, destination: number];

/** A brush that is held: its form, and whether it paints both ways. */
export interface BrushSettings {
  readonly brush: Brush;
  readonly isBothWays: boolean;
}

/** A traffic matrix under the hand. */
export interface PaintingMode extends BrushSettings {
  /** Which of the document's scenarios it is of. */
  readonly of: number;
  /** What the brush paints; null for what is usual in the unit. */
  readonly value: number | null;
  /** The unit of a sheet as long as nothing is painted on it; null for the usual. */
  readonly form: SheetForm | null;
  /** The cell at hand. */
  readonly at: Spot;
  /** The cell under the pointer; null for none. */
  readonly pointed: Spot | null;
  /** How many flows are under the brush. */
  readonly lit: number;
  /** What was done last, as a sentence; empty for nothing. */
  readonly said: string;
  /** The document that it was said of. */
  readonly saidOf: Document | null;
}

/** What the numbers of a sheet are: weights, or rates in a unit. */
export type SheetForm = "weights" | "phits" | "MBps" | "Gbps";

/** A network under the hand. */
export interface DrawingMode {
  /** Which of the document's scenarios it is of. */
  readonly of: number;
  /** Chosen switches by their own numbers, which stay while others come and go. */
  readonly chosen: readonly number[];
  /** The two ends of each chosen link and of those parallel to it, switches by those numbers and terminal t as −1 − t. */
  readonly links: readonly (readonly [number, number])[];
  /** Chosen terminals; none while switches or links are chosen. */
  readonly terminals: readonly number[];
  /** Whether a copy is linked like the first. */
  readonly isLikeFirst: boolean;
  /** What a name is being written for: a switch by its number, terminal t as −1 − t, or all that is chosen; null for nothing. */
  readonly naming: number | "chosen" | null;
  /** What the hand is doing; it changes in place. */
  readonly session: DrawingSession;
}

/** A lesson that was put aside while it was being made: what the page showed is its present step, as it is kept. */
export interface LessonInMaking {
  readonly lesson: LessonSession;
  readonly scenario: Document;
  readonly draft: string;
}

export interface ModeState {
  /** The lesson that the page shows a step of, or that waits while its reader explores; null where there is none. */
  readonly lesson: LessonSession | null;
  /** The lesson that is being made, while the page shows something else; null where there is none. */
  readonly made: LessonInMaking | null;
  /** The network that is being drawn, and what of it is chosen; null while none is. */
  readonly drawing: DrawingMode | null;
  /** The traffic that is being painted, and with what; null while none is. */
  readonly painting: PaintingMode | null;
}

/** A state with its modes. */
interface HasMode {
  readonly mode: ModeState;
}

/** Whether a step of a lesson is shown. */
export function isInLesson({ mode: { lesson } }: HasMode): boolean {
  return lesson !== null && lesson.part !== "explorer";
}

/** Whether nothing of the runs may be seen: somebody is asked what will come of them. */
export function isCovered({ mode: { lesson } }: HasMode): boolean {
  return lesson?.isCovered ?? false;
}
