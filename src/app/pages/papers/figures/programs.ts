/** Draws a rank program: all of its messages, with those of one step highlighted. */
import type { DrawnProgram } from "../../../../reproductions/contract.ts";
import { arrowMarks } from "../../../../views/program/arrows.ts";
import { placedByStep } from "../../../../views/program/form.ts";
import { graphOf, rowExcerpt } from "../../../../views/program/graph.ts";
import { heightOfMesh } from "../../../../views/program/mesh.ts";
import { stepMarks } from "../../../../views/program/pick.ts";
import { roomOfRails } from "../../../../views/program/rails.ts";
import { stripMarks } from "../../../../views/program/steps.ts";
import type { Drawn, Room } from "./contract.ts";
import { inCycles } from "../../../../words/units.ts";

/**
 * Lays a program out.
 * @param step The step to highlight, or −1 for none.
 */
export function layoutProgram(
  program: ReturnType<DrawnProgram["program"]>,
  form: DrawnProgram["form"],
  step: number,
  { width, theme }: Room,
): Drawn {
  const graph = graphOf(program);
  if (graph === null) return { height: 0, marks: [] };
  const shown = rowExcerpt(graph, graph.causality.ranks, -1);
  const side = form === "mesh" ? graph.side : null;
  const steps = graph.perColumn.length;
  const height = side === null ? roomOfRails(shown.ranks.length, steps, true, width).height : heightOfMesh(side, width);
  const canvas = { width, height, theme, units: inCycles };
  const { arrows, ranks, strip, below, above } = placedByStep(shown, side, canvas);
  const marks = [...below, ...arrowMarks(arrows, null, theme), ...above, ...(strip === null ? [] : stripMarks(strip, graph, canvas))];
  const front = step < 0 ? [] : stepMarks({ marks, arrows, ranks, strip, graph, steps, stateOf: null }, step, canvas);
  return { height, marks: [...marks, ...front] };
}
