/** What a figure is: marks for the room it has, which say what they are. What the reader changes is its component's. */
import type { Exhibit, Figure, Outcome } from "../../../../reproductions/contract.ts";
import type { Canvas } from "../../../../views/contract.ts";
import type { Drawing } from "../../../../views/marks/marks.ts";

export type FigureOf<Is extends Figure["is"]> = Extract<Figure, { is: Is }>;

export interface FigureProps<Is extends Figure["is"] = Figure["is"]> {
  readonly figure: FigureOf<Is>;
  readonly exhibit: Exhibit;
  readonly outcome: Outcome;
}

/** The width there is and the colours around. */
export type Room = Omit<Canvas, "height" | "units">;

/** A figure drawn. */
export interface Drawn extends Drawing {
  /** Own width, where it is not all there is, px. */
  readonly width?: number;
  readonly height: number;
  /** What it shows, for those who cannot see it; its title and the table say it when absent. */
  readonly said?: string;
  /** How it is read, below it. */
  readonly caption?: string;
}

/** A figure as a function: null before what it shows has been run. */
export type Layout<Is extends Figure["is"]> = (props: FigureProps<Is>, room: Room) => Drawn | null;
