/**
 * The communication graph of a rank program: time from left to right, a rail for each rank, an arrow for each message; or the ranks as a
 * mesh of neighbors, with the step of each message. (Navaridas et al., Fig. 4)
 */
import { terminalNames } from "../readings/terminal-names.ts";
import { smallText } from "../plot/vertical-axis.ts";
import type { Canvas, View, ViewData } from "../contract.ts";
import { formatCount } from "../../words/numbers.ts";
import { drawMarks, type Mark, pathMark, textMark } from "../marks/marks.ts";
import { drawWithHover } from "../marks/hover-target.ts";
import { programArrowMarks, messageStateStyle, messageStateIn, messageStates } from "./message-arrows.ts";
import { emptyProgramMarks, type ProgramMarks } from "./program-marks.ts";
import { messageGraphIn, programFormOf, formOptions, placeProgram } from "./form.ts";
import type { ProgramExcerpt, MessageGraph } from "./message-graph.ts";
import { preferredMeshHeight } from "./mesh-layout.ts";
import { selectedMessageMarks, hitTestProgram, currentStepMarks } from "./hit-test.ts";
import { preferredRailsSize } from "./rail-layout.ts";
import { sayExcerpt, saySelectedMessage, sayProgram } from "./describe.ts";
import { currentStepIn, stepKeysHelp, currentStepLayer, bindStepController } from "./step-controller.ts";
import { stepAtPoint, stepRowHeight, stepRowMarks } from "./step-row.ts";
import { programTable } from "./table.ts";
import { textWidth } from "../plot/text-width.ts";

/** Width for which the summary computes the excerpt, pixels. The summary is independent of the actual width. */
const summaryWidth = 560;

export const programView: View<ProgramMarks> = {
  id: "program",
  title: "Rank program",
  sources: ["answer", "analysis"],
  keys: stepKeysHelp,
  isOpenByDefault: ({ analysis }) => analysis?.program !== undefined,
  options: formOptions,

  preferredSize(data, width) {
    const graph = messageGraphIn(data);
    if (graph === null) return { width, height: stepRowHeight + 24 };
    const form = programFormOf(data, graph, width);
    if (form.is === "mesh") return { width, height: preferredMeshHeight(form.shown.side, width) };
    return preferredRailsSize(form.shown.ranks.length, graph.perColumn.length, form.is === "step", width);
  },

  emptyMessage: ({ analysis, load }) =>
    analysis?.program !== undefined
      ? null
      : `Shows who sends to whom in a rank program, step by step${load === null ? "" : "; this traffic is not a program, so its packets do not depend on each other"}.`,

  summary(data) {
    const causality = data.analysis?.program;
    if (causality === undefined) return "There is no program.";
    const graph = messageGraphIn(data);
    const description = sayProgram(data.units, causality, graph?.hasRepetitions === true ? graph.perColumn.length : null, data.results);
    if (graph === null) return description;
    const selectionText = saySelectedMessage(data, graph, messageStateIn(data.frame, causality.messages));
    return `${selectionText}${description}${sayExcerpt(programFormOf(data, graph, summaryWidth).shown)}`;
  },

  /**
   * Computes the drawing of a program: its messages as arrows between ranks, with a row of steps. The ranks are rails over time, or a mesh,
   * whichever fits the program. If messages are only counted, because there are too many, the drawing shows only their number in each step.
   */
  layout(data, canvas) {
    const causality = data.analysis?.program;
    if (causality === undefined || canvas.width < 120) return emptyProgramMarks;
    const graph = messageGraphIn(data);
    if (graph === null) return stepCountMarks(causality.perStep ?? [], canvas);
    const form = programFormOf(data, graph, canvas.width);
    const stateOf = messageStateIn(data.frame, causality.messages);
    const { arrows, ranks, strip, below, above } = placeProgram(data, form, canvas);
    const marks = [
      ...legendMarks(graph, form.shown, stateOf, canvas),
      ...below,
      ...programArrowMarks(arrows, stateOf, canvas.theme),
      ...selectedMessageMarks(data, graph, arrows, canvas),
      ...above,
      ...(strip === null ? [] : stepRowMarks(strip, graph, canvas)),
    ];
    return { marks, graph, stateOf, steps: graph.perColumn.length, arrows, ranks, strip, nameOf: terminalNames(data.network) };
  },

  draw(programMarks, group, canvas, actions) {
    drawWithHover(programMarks, group, canvas, actions, hitTestProgram);
    const showCurrentStep = () => drawCurrentStep(programMarks, group, canvas);
    bindStepController(
      group,
      programMarks.steps,
      (x, y) => (programMarks.strip === null ? -1 : stepAtPoint(programMarks.strip, programMarks.steps, x, y)),
      showCurrentStep,
    );
    showCurrentStep();
  },

  table: (data: ViewData) => programTable(data),
};

/** Marks of the number of messages of each step, for programs with too many messages to draw. */
function stepCountMarks(perStep: readonly number[], canvas: Canvas): ProgramMarks {
  if (perStep.length === 0) return emptyProgramMarks;
  const strip = { left: 36, top: 12, columnWidth: (canvas.width - 48) / perStep.length, upTo: 12 };
  return {
    ...emptyProgramMarks,
    strip,
    steps: perStep.length,
    marks: stepRowMarks(strip, { perColumn: perStep, hasRepetitions: false }, canvas),
  };
}

const repetitionNote = "each iteration is one wave later";

/**
 * Legend of the states of messages (not sent, in flight, arrived), each with the number of the shown messages in this state. Empty if the
 * states are unknown.
 */
function legendMarks(
  { hasRepetitions }: MessageGraph,
  { messages }: ProgramExcerpt,
  stateOf: ProgramMarks["stateOf"],
  { width, theme }: Canvas,
): readonly Mark[] {
  const shownStates = stateOf === null ? [] : messageStates;
  const labels = shownStates.map(
    (state) => `${state} ${formatCount(messages.reduce((sum, message) => sum + (stateOf?.(message) === state ? 1 : 0), 0))}`,
  );
  const isNarrow = labels.reduce((sum, label) => sum + 32 + textWidth(label), -12) > width;
  const [sampleLength, gap] = isNarrow ? [10, 5] : [16, 12];
  const marks: Mark[] = [];
  let x = 1;
  for (const [i, state] of shownStates.entries()) {
    marks.push(pathMark(`key ${state}`, `M${x} 8h${sampleLength}`, messageStateStyle(state, theme)));
    marks.push(textMark(`name ${state}`, x + sampleLength + 4, 12, labels[i], smallText(theme)));
    x += sampleLength + 4 + textWidth(labels[i]) + gap;
  }
  const hasRoom = hasRepetitions && width - x > textWidth(repetitionNote);
  return hasRoom ? [...marks, textMark("turns", width - 1, 12, repetitionNote, smallText(theme, "end"))] : marks;
}

/** Highlights the current step of the drawing. */
function drawCurrentStep(programMarks: ProgramMarks, group: SVGGElement, canvas: Canvas): void {
  const step = currentStepIn(group);
  drawMarks(step === null ? [] : currentStepMarks(programMarks, step, canvas), currentStepLayer(group));
}
