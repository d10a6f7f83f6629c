/** A timeline of the ranks of a program, one row each, drawn by the same code as the view of the workbench. */
import { phitsPerCycle } from "../../../../core/base/load-unit.ts";
import { unitsOf } from "../../../../words/units.ts";
import { layoutRanks, ranksHeight } from "../../../../views/ranks/layout.ts";
import type { FigureDrawing, FigureProps, FigureContext } from "./contract.ts";

/** Lays the timeline out. */
export function layoutRankTimeline({ figure, outcome }: FigureProps<"ranks">, { width, theme }: FigureContext): FigureDrawing | null {
  const run = outcome.ranks?.get(figure.run);
  if (run === undefined) return null;
  const { timeline, messages, cycleSeconds } = run;
  const height = ranksHeight(timeline.terminals.length, width, 0);
  const units = unitsOf(phitsPerCycle, "", cycleSeconds);
  const { marks } = layoutRanks(timeline, messages, { width, height, theme, units }, { hasPanel: false });
  return { height, marks, description: `${figure.title}; the times of each process are in the table.` };
}
