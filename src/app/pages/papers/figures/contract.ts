/**
 * The contract of figures: a layout is a function from the available width and theme to marks. State that the reader changes is kept by the
 * figure's component.
 */
import type { Exhibit, ExhibitFigure, Outcome } from "../../../../reproductions/contract.ts";
import type { Canvas } from "../../../../views/contract.ts";
import type { MarksDrawing } from "../../../../views/marks/marks.ts";

export type FigureOf<Is extends ExhibitFigure["is"]> = Extract<ExhibitFigure, { is: Is }>;

export interface FigureProps<Is extends ExhibitFigure["is"] = ExhibitFigure["is"]> {
  readonly figure: FigureOf<Is>;
  readonly exhibit: Exhibit;
  readonly outcome: Outcome;
}

/** The available width in px, and the theme. */
export type FigureContext = Omit<Canvas, "height" | "units">;

/** The marks of a figure, with their size. */
export interface FigureDrawing extends MarksDrawing {
  /** Width in px, if the figure does not fill the available width. */
  readonly width?: number;
  readonly height: number;
  /** Accessible description; if absent, the figure's title and the table below the figure serve as description. */
  readonly description?: string;
  /** A note below the figure that explains how to read it. */
  readonly caption?: string;
}

/** Lays a figure out; null until its runs have finished. */
export type FigureLayout<Is extends ExhibitFigure["is"]> = (props: FigureProps<Is>, context: FigureContext) => FigureDrawing | null;
