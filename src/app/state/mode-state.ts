/** Modes of the page: a lesson, drawing a network, editing a traffic matrix. */
import type { Document } from "../../core/scenario/document.ts";
import type { DrawingSession } from "../../views/drawing/session.ts";
import type { LessonSession } from "./lesson-session.ts";

export const brushes = ["cell", "row", "column", "diagonal", "block"] as const;
export type Brush = (typeof brushes)[number];

/** A cell of a traffic matrix: row and column. */
export type MatrixPosition = readonly [source: number, destination: number];

/** The form of the brush, and whether it also paints the opposite direction. */
export interface BrushSettings {
  readonly brush: Brush;
  readonly isBothWays: boolean;
}

/** The traffic matrix editor. */
export interface PaintingMode extends BrushSettings {
  /** Index of the network whose traffic is edited. */
  readonly of: number;
  /** The value that the brush paints; null for the default of the unit. */
  readonly value: number | null;
  /** The unit while the document has no matrix yet; null for the default. */
  readonly unit: CellUnit | null;
  /** The cell at the cursor. */
  readonly cursor: MatrixPosition;
  /** The cell under the pointer; null for none. */
  readonly hoveredCell: MatrixPosition | null;
  /** Number of flows under the brush. */
  readonly flowCount: number;
  /** The last action, as a sentence; empty for none. */
  readonly message: string;
  /** The document to which that sentence refers. */
  readonly messageDocument: Document | null;
}

/** The unit of the cells: weights, or rates. */
export type CellUnit = "weights" | "phits" | "MBps" | "Gbps";

/** The mode in which a network is drawn. */
export interface DrawingMode {
  /** Index of the network that is drawn. */
  readonly of: number;
  /** Selected switches by their numbers, which do not change when other switches are added or removed. */
  readonly chosen: readonly number[];
  /** The two ends of each selected bundle of parallel links: switches by their numbers, terminal t as −1 − t. */
  readonly links: readonly (readonly [number, number])[];
  /** Selected terminals; empty while switches or links are selected. */
  readonly terminals: readonly number[];
  /** Whether a copied switch gets the same links as the original. */
  readonly isLikeFirst: boolean;
  /** What is being renamed: a switch by its number, terminal t as −1 − t, or the whole selection; null for nothing. */
  readonly naming: number | "chosen" | null;
  /** The current gesture. This object is mutated in place. */
  readonly session: DrawingSession;
}

/** A lesson that is being written, set aside while the page shows something else. `scenario` is the document of its current step. */
export interface LessonDraft {
  readonly lesson: LessonSession;
  readonly scenario: Document;
  readonly draft: string;
}

export interface ModeState {
  /** The lesson of which the page shows a step, or that waits while its reader explores; null for none. */
  readonly lesson: LessonSession | null;
  /** The lesson that is being written while the page shows something else; null for none. */
  readonly setAsideLesson: LessonDraft | null;
  /** The network that is drawn, with the selection; null if none is. */
  readonly drawing: DrawingMode | null;
  /** The traffic matrix editor; null if it is closed. */
  readonly painting: PaintingMode | null;
}

/** The part of a state with the modes. */
interface HasMode {
  readonly mode: ModeState;
}

/** Whether a step of a lesson is shown. */
export function isInLesson({ mode: { lesson } }: HasMode): boolean {
  return lesson !== null && lesson.role !== "explorer";
}

/** Whether results are hidden because a lesson asks for a prediction. */
export function isCovered({ mode: { lesson } }: HasMode): boolean {
  return lesson?.isCovered ?? false;
}
