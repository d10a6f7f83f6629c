/** Draws a rank program: all of its messages, with the messages of one step highlighted. */
import type { DrawnProgram } from "../../../../reproductions/contract.ts";
import { programArrowMarks } from "../../../../views/program/message-arrows.ts";
import { placeProgramBySteps } from "../../../../views/program/form.ts";
import { messageGraphOf, rowExcerpt } from "../../../../views/program/message-graph.ts";
import { preferredMeshHeight } from "../../../../views/program/mesh-layout.ts";
import { currentStepMarks } from "../../../../views/program/hit-test.ts";
import { preferredRailsSize } from "../../../../views/program/rail-layout.ts";
import { stepRowMarks } from "../../../../views/program/step-row.ts";
import type { FigureDrawing, FigureContext } from "./contract.ts";
import { unitsOfResults } from "../../../../words/units.ts";

/**
 * Lays out the messages of a rank program as arrows between its ranks: on a mesh of ranks, or with one horizontal line for each rank and one
 * column for each step. Empty if the messages are not listed one by one.
 * @param step the step to highlight, or −1 for none
 */
export function layoutProgram(
  program: ReturnType<DrawnProgram["program"]>,
  form: DrawnProgram["form"],
  step: number,
  { width, theme }: FigureContext,
): FigureDrawing {
  const graph = messageGraphOf(program);
  if (graph === null) return { height: 0, marks: [] };
  // All ranks are drawn, and none is selected (−1).
  const excerpt = rowExcerpt(graph, graph.causality.ranks, -1);
  const side = form === "mesh" ? graph.side : null;
  const stepCount = graph.perColumn.length;
  const height = side === null ? preferredRailsSize(excerpt.ranks.length, stepCount, true, width).height : preferredMeshHeight(side, width);
  const canvas = { width, height, theme, units: unitsOfResults };
  const { arrows, ranks, strip, below, above } = placeProgramBySteps(excerpt, side, canvas);
  const marks = [
    ...below,
    ...programArrowMarks(arrows, null, theme),
    ...above,
    ...(strip === null ? [] : stepRowMarks(strip, graph, canvas)),
  ];
  const highlighted =
    step < 0 ? [] : currentStepMarks({ marks, arrows, ranks, strip, graph, steps: stepCount, stateOf: null }, step, canvas);
  return { height, marks: [...marks, ...highlighted] };
}
