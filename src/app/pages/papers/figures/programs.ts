/** A rank program as a figure draws it: all of its messages, and those of one step in front. */
import type { DrawnProgram } from "../../../../reproductions/contract.ts";
import type { Canvas } from "../../../../views/contract.ts";
import { arrowMarks } from "../../../../views/program/arrows.ts";
import { nothingDrawn, type ProgramMarks } from "../../../../views/program/drawn.ts";
import { placedByStep } from "../../../../views/program/form.ts";
import { graphOf, rowExcerpt } from "../../../../views/program/graph.ts";
import { heightOfMesh } from "../../../../views/program/mesh.ts";
import { roomOfRails } from "../../../../views/program/rails.ts";
import { stripMarks } from "../../../../views/program/steps.ts";

/** A drawing and its height, pixels. */
export interface ProgramFigure {
  readonly drawn: ProgramMarks;
  readonly height: number;
}

/** Draws a program in a width. */
export function drawProgram({ program, form }: DrawnProgram, { width, theme }: Omit<Canvas, "height">): ProgramFigure {
  const graph = graphOf(program());
  if (graph === null) return { drawn: nothingDrawn, height: 0 };
  const shown = rowExcerpt(graph, graph.causality.ranks, -1);
  const side = form === "mesh" ? graph.side : null;
  const steps = graph.perColumn.length;
  const height = side === null ? roomOfRails(shown.ranks.length, steps, true, width).height : heightOfMesh(side, width);
  const canvas = { width, height, theme };
  const { arrows, ranks, strip, below, above } = placedByStep(shown, side, canvas);
  const row = strip === null ? [] : stripMarks(strip, graph, canvas);
  const marks = [...below, ...arrowMarks(arrows, null, theme), ...above, ...row];
  return { drawn: { marks, arrows, ranks, strip, graph, steps, stateOf: null }, height };
}
