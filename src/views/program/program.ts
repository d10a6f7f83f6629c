/**
 * The communication graph of a rank program: time from left to right, a rail for each rank, an arrow for each message; or the ranks as a
 * mesh of neighbors, with the step of each message. (Navaridas et al., Fig. 4)
 */
import { terminalNames } from "../readings/terminal-names.ts";
import { small } from "../plot/axes.ts";
import type { Canvas, View, ViewData } from "../contract.ts";
import { formatCount } from "../../words/numbers.ts";
import { drawMarks, type Mark, pathMark, textMark } from "../marks/marks.ts";
import { drawPointed } from "../marks/pointing.ts";
import { arrowMarks, styleOf, stateIn, states } from "./arrows.ts";
import { nothingDrawn, type ProgramMarks } from "./drawn.ts";
import { drawnGraph, formOf, formOptions, placed } from "./form.ts";
import type { Excerpt, Graph } from "./graph.ts";
import { heightOfMesh } from "./mesh.ts";
import { pickedMarks, spotAt, stepMarks } from "./pick.ts";
import { roomOfRails } from "./rails.ts";
import { sayExcerpt, sayPicked, sayProgram } from "./say.ts";
import { stepIn, stepKeys, stepLayer, takeSteps } from "./step-hand.ts";
import { stepAt, stripHeight, stripMarks } from "./steps.ts";
import { programTable } from "./table.ts";
import { textWidth } from "../plot/text-width.ts";

/** Width for which the summary computes the excerpt, pixels. The summary is independent of the actual width. */
const usualWidth = 560;

export const program: View<ProgramMarks> = {
  id: "program",
  title: "Rank program",
  drawsFrom: ["answer", "analysis"],
  keys: stepKeys,
  isUsual: ({ analysis }) => analysis?.program !== undefined,
  options: formOptions,

  room(data, width) {
    const graph = drawnGraph(data);
    if (graph === null) return { width, height: stripHeight + 24 };
    const form = formOf(data, graph, width);
    if (form.is === "mesh") return { width, height: heightOfMesh(form.shown.side, width) };
    return roomOfRails(form.shown.ranks.length, graph.perColumn.length, form.is === "step", width);
  },

  needs: ({ analysis, load }) =>
    analysis?.program !== undefined
      ? null
      : `Shows who sends to whom in a rank program, step by step${load === null ? "" : "; this traffic is not a program, so its packets wait for no others"}.`,

  summary(data) {
    const causality = data.analysis?.program;
    if (causality === undefined) return "There is no program.";
    const graph = drawnGraph(data);
    const said = sayProgram(data.units, causality, graph?.hasTurns === true ? graph.perColumn.length : null, data.results);
    if (graph === null) return said;
    const picked = sayPicked(data, graph, stateIn(data.frame, causality.messages));
    return `${picked}${said}${sayExcerpt(formOf(data, graph, usualWidth).shown)}`;
  },

  layout(data, canvas) {
    const causality = data.analysis?.program;
    if (causality === undefined || canvas.width < 120) return nothingDrawn;
    const graph = drawnGraph(data);
    if (graph === null) return countsOnly(causality.perStep ?? [], canvas);
    const form = formOf(data, graph, canvas.width);
    const stateOf = stateIn(data.frame, causality.messages);
    const { arrows, ranks, strip, below, above } = placed(data, form, canvas);
    const marks = [
      ...keyMarks(graph, form.shown, stateOf, canvas),
      ...below,
      ...arrowMarks(arrows, stateOf, canvas.theme),
      ...pickedMarks(data, graph, arrows, canvas),
      ...above,
      ...(strip === null ? [] : stripMarks(strip, graph, canvas)),
    ];
    return { marks, graph, stateOf, steps: graph.perColumn.length, arrows, ranks, strip, nameOf: terminalNames(data.network) };
  },

  draw(drawn, into, canvas, act) {
    drawPointed(drawn, into, canvas, act, spotAt);
    const show = () => showStep(drawn, into, canvas);
    takeSteps(into, drawn.steps, (x, y) => (drawn.strip === null ? -1 : stepAt(drawn.strip, drawn.steps, x, y)), show);
    show();
  },

  table: (data: ViewData) => programTable(data),
};

/** The number of messages of each step, where there are too many messages to draw. */
function countsOnly(perStep: readonly number[], canvas: Canvas): ProgramMarks {
  if (perStep.length === 0) return nothingDrawn;
  const strip = { left: 36, top: 12, column: (canvas.width - 48) / perStep.length, upTo: 12 };
  return { ...nothingDrawn, strip, steps: perStep.length, marks: stripMarks(strip, { perColumn: perStep, hasTurns: false }, canvas) };
}

const turns = "each turn a wave later";

/** Legend of the message states, each with its number of messages. */
function keyMarks({ hasTurns }: Graph, { messages }: Excerpt, stateOf: ProgramMarks["stateOf"], { width, theme }: Canvas): readonly Mark[] {
  const shown = stateOf === null ? [] : states;
  const labels = shown.map((state) => `${state} ${formatCount(messages.reduce((sum, m) => sum + (stateOf?.(m) === state ? 1 : 0), 0))}`);
  const isTight = labels.reduce((sum, label) => sum + 32 + textWidth(label), -12) > width;
  const [stroke, gap] = isTight ? [10, 5] : [16, 12];
  const marks: Mark[] = [];
  let x = 1;
  for (const [i, state] of shown.entries()) {
    marks.push(pathMark(`key ${state}`, `M${x} 8h${stroke}`, styleOf(state, theme)));
    marks.push(textMark(`name ${state}`, x + stroke + 4, 12, labels[i], small(theme)));
    x += stroke + 4 + textWidth(labels[i]) + gap;
  }
  const hasRoom = hasTurns && width - x > textWidth(turns);
  return hasRoom ? [...marks, textMark("turns", width - 1, 12, turns, small(theme, "end"))] : marks;
}

/** Highlights the current step of the drawing. */
function showStep(drawn: ProgramMarks, into: SVGGElement, canvas: Canvas): void {
  const step = stepIn(into);
  drawMarks(step === null ? [] : stepMarks(drawn, step, canvas), stepLayer(into));
}
