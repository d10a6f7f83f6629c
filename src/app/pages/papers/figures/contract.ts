/**
 * The contract of figures: a layout is a function from the available width and theme to marks. State that the reader changes is kept by the
 * figure's component.
 */
import type { Exhibit, Figure, Outcome } from "../../../../reproductions/contract.ts";
import type { Canvas } from "../../../../views/contract.ts";
import type { Drawing } from "../../../../views/marks/marks.ts";

export type FigureOf<Is extends Figure["is"]> = Extract<Figure, { is: Is }>;

export interface FigureProps<Is extends Figure["is"] = Figure["is"]> {
  readonly figure: FigureOf<Is>;
  readonly exhibit: Exhibit;
  readonly outcome: Outcome;
}

/** The available width in px, and the theme. */
export type Room = Omit<Canvas, "height" | "units">;

/** The marks of a figure, with their size. */
export interface Drawn extends Drawing {
  /** Width in px, if the figure does not fill the available width. */
  readonly width?: number;
  readonly height: number;
  /** Accessible description; if absent, the figure's title and the table below it serve as one. */
  readonly said?: string;
  /** A note below the figure that explains how to read it. */
  readonly caption?: string;
}

/** Lays a figure out; null until its runs have finished. */
export type Layout<Is extends Figure["is"]> = (props: FigureProps<Is>, room: Room) => Drawn | null;
