/** What draws a figure is given. */
import type { Exhibit, Figure, Outcome } from "../../../../reproductions/contract.ts";

export interface FigureProps<Is extends Figure["is"] = Figure["is"]> {
  readonly figure: Extract<Figure, { is: Is }>;
  readonly exhibit: Exhibit;
  readonly outcome: Outcome;
}
