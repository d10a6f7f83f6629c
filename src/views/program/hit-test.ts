/** Highlights and hit test of the drawing of a program. */
import { type TerminalNames, terminalNames } from "../readings/terminal-names.ts";
import type { Canvas, ViewData } from "../contract.ts";
import { countOf } from "../../words/numbers.ts";
import { circleMark, type Mark, pathMark, toTenths } from "../marks/marks.ts";
import type { HoverTarget } from "../marks/hover-target.ts";
import { type ProgramArrow, nearestArrow, highlightedArrowMarks } from "./message-arrows.ts";
import type { ProgramMarks, RankPosition, StepRow } from "./program-marks.ts";
import type { MessageGraph } from "./message-graph.ts";
import { stepAtPoint, currentStepHighlight } from "./step-row.ts";

/**
 * Marks that emphasize the arrow of the selected message, and the arrows of the chain of messages before it: the message that it had to
 * wait for, the message that this one had to wait for, and so on. `after` is the awaited message of each message, −1 for none.
 */
export function selectedMessageMarks(
  { selected }: ViewData,
  graph: MessageGraph,
  arrows: readonly ProgramArrow[],
  { theme }: Canvas,
): readonly Mark[] {
  if (selected.is !== "message") return [];
  const { after } = graph.listed;
  const chain = new Set<number>();
  for (let messageIndex = after[selected.message] ?? -1; messageIndex >= 0; messageIndex = after[messageIndex]) chain.add(messageIndex);
  const arrowsOf = (isIncluded: (message: number) => boolean) => arrows.filter(({ message }) => isIncluded(message));
  return [
    ...highlightedArrowMarks(
      "chain",
      arrowsOf((messageIndex) => chain.has(messageIndex)),
      1.4,
      theme,
    ),
    ...highlightedArrowMarks(
      "picked",
      arrowsOf((messageIndex) => messageIndex === selected.message),
      2.8,
      theme,
    ),
  ];
}

/** Marks that emphasize one step and its messages, drawn above all other messages. */
export function currentStepMarks({ arrows, strip }: ProgramMarks, step: number, canvas: Canvas): readonly Mark[] {
  const stepArrows = arrows.filter(({ column }) => column === step);
  return [
    ...(strip === null ? [] : currentStepHighlight(strip, step, strip.upTo, canvas)),
    ...highlightedArrowMarks("step", stepArrows, 2.2, canvas.theme),
  ];
}

/** Hit test: the message, rank or step under the pointer. */
export function hitTestProgram(programMarks: ProgramMarks, x: number, y: number, radius: number, canvas: Canvas): HoverTarget | null {
  const { graph, arrows, ranks, strip, nameOf = terminalNames(null) } = programMarks;
  if (graph === null) return null;
  const rank = ranks.find((each) => Math.hypot(each.x - x, each.y - y) < radius);
  if (rank !== undefined) return rankHoverTarget(rank, graph, nameOf, canvas);
  const step = strip === null ? -1 : stepAtPoint(strip, programMarks.steps, x, y);
  if (step >= 0 && strip !== null) return stepHoverTarget(strip, step, graph);
  const arrow = nearestArrow(arrows, x, y, radius);
  return arrow === null ? null : messageHoverTarget(arrow, graph, programMarks.stateOf, canvas);
}

function rankHoverTarget(
  { rank, terminal, x, y }: RankPosition,
  { listed }: MessageGraph,
  nameOf: TerminalNames,
  { theme }: Canvas,
): HoverTarget {
  const sent = listed.from.reduce((sum, each) => sum + (each === rank ? 1 : 0), 0);
  const name = `sends ${countOf(sent, "message", "messages")}, on ${nameOf(terminal)}`;
  const outline = [circleMark("hover", x, y, 9, { fill: "none", stroke: theme.ink, "stroke-width": 1.5 })];
  return { x, y, value: `rank ${rank}`, name, outline, clickSelection: { is: "terminal", terminal } };
}

function stepHoverTarget({ left, columnWidth, top }: StepRow, step: number, { perColumn, hasRepetitions }: MessageGraph): HoverTarget {
  const value = countOf(perColumn[step], "message", "messages");
  return {
    x: left + (step + 0.5) * columnWidth,
    y: top,
    value,
    name: `${hasRepetitions ? "wave" : "step"} ${step + 1}`,
    outline: [],
    clickSelection: null,
  };
}

/**
 * The hover target of the arrow of a message: its size in packets, the ranks, its step and its state. `listed` contains arrays with an
 * entry for each message; `from` and `to` are the ranks that send and receive it.
 */
function messageHoverTarget(
  { message, x1, y1, x2, y2 }: ProgramArrow,
  { listed, causality }: MessageGraph,
  stateOf: ProgramMarks["stateOf"],
  { theme }: Canvas,
): HoverTarget {
  const { from, to, packets, step } = listed;
  const [source, destination] = [from[message], to[message]].map((rank) => causality.terminalOf[rank]);
  const state = stateOf === null ? "" : `, ${stateOf(message)}`;
  const line = `M${toTenths(x1)} ${toTenths(y1)}L${toTenths(x2)} ${toTenths(y2)}`;
  return {
    x: (x1 + x2) / 2,
    y: (y1 + y2) / 2,
    value: countOf(packets[message], "packet", "packets"),
    name: `rank ${from[message]} → rank ${to[message]}, step ${step[message]}${state}`,
    outline: [pathMark("hover", line, { stroke: theme.ink, "stroke-width": 3 })],
    clickSelection: { is: "message", message, source, destination },
  };
}
