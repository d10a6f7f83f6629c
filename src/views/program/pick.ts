/** Highlights and hit test of the drawing of a program. */
import { type TerminalNames, terminalNames } from "../readings/terminal-names.ts";
import type { Canvas, ViewData } from "../contract.ts";
import { countOf } from "../../words/numbers.ts";
import { circleMark, type Mark, pathMark, tenth } from "../marks/marks.ts";
import type { Spot } from "../marks/pointing.ts";
import { type Arrow, arrowAt, highlightedMarks } from "./arrows.ts";
import type { ProgramMarks, RankPlace, StepRow } from "./drawn.ts";
import type { Graph } from "./graph.ts";
import { stepAt, steppedMarks } from "./steps.ts";

/** The selected message, and the chain of messages that had to precede it. */
export function pickedMarks({ selected }: ViewData, graph: Graph, arrows: readonly Arrow[], { theme }: Canvas): readonly Mark[] {
  if (selected.is !== "message") return [];
  const { after } = graph.listed;
  const chain = new Set<number>();
  for (let m = after[selected.message] ?? -1; m >= 0; m = after[m]) chain.add(m);
  const those = (isMeant: (message: number) => boolean) => arrows.filter(({ message }) => isMeant(message));
  return [
    ...highlightedMarks(
      "chain",
      those((m) => chain.has(m)),
      1.4,
      theme,
    ),
    ...highlightedMarks(
      "picked",
      those((m) => m === selected.message),
      2.8,
      theme,
    ),
  ];
}

/** The messages of one step, above all others. */
export function stepMarks({ arrows, strip }: ProgramMarks, step: number, canvas: Canvas): readonly Mark[] {
  const own = arrows.filter(({ column }) => column === step);
  return [...(strip === null ? [] : steppedMarks(strip, step, strip.upTo, canvas)), ...highlightedMarks("step", own, 2.2, canvas.theme)];
}

/** Hit test: the message, rank or step under the pointer. */
export function spotAt(drawn: ProgramMarks, x: number, y: number, within: number, canvas: Canvas): Spot | null {
  const { graph, arrows, ranks, strip, nameOf = terminalNames(null) } = drawn;
  if (graph === null) return null;
  const rank = ranks.find((each) => Math.hypot(each.x - x, each.y - y) < within);
  if (rank !== undefined) return rankSpot(rank, graph, nameOf, canvas);
  const step = strip === null ? -1 : stepAt(strip, drawn.steps, x, y);
  if (step >= 0 && strip !== null) return stepSpot(strip, step, graph);
  const arrow = arrowAt(arrows, x, y, within);
  return arrow === null ? null : messageSpot(arrow, graph, drawn.stateOf, canvas);
}

function rankSpot({ rank, terminal, x, y }: RankPlace, { listed }: Graph, nameOf: TerminalNames, { theme }: Canvas): Spot {
  const sent = listed.from.reduce((sum, each) => sum + (each === rank ? 1 : 0), 0);
  const name = `sends ${countOf(sent, "message", "messages")}, on ${nameOf(terminal)}`;
  const outline = [circleMark("hover", x, y, 9, { fill: "none", stroke: theme.ink, "stroke-width": 1.5 })];
  return { x, y, value: `rank ${rank}`, name, outline, picks: { is: "terminal", terminal } };
}

function stepSpot({ left, column, top }: StepRow, step: number, { perColumn, hasTurns }: Graph): Spot {
  const value = countOf(perColumn[step], "message", "messages");
  return { x: left + (step + 0.5) * column, y: top, value, name: `${hasTurns ? "wave" : "step"} ${step + 1}`, outline: [], picks: null };
}

/** The hover target of a message: its size, ranks, step and state. */
function messageSpot(
  { message, x1, y1, x2, y2 }: Arrow,
  { listed, causality }: Graph,
  stateOf: ProgramMarks["stateOf"],
  { theme }: Canvas,
): Spot {
  const { from, to, packets, step } = listed;
  const [source, destination] = [from[message], to[message]].map((rank) => causality.terminalOf[rank]);
  const state = stateOf === null ? "" : `, ${stateOf(message)}`;
  const line = `M${tenth(x1)} ${tenth(y1)}L${tenth(x2)} ${tenth(y2)}`;
  return {
    x: (x1 + x2) / 2,
    y: (y1 + y2) / 2,
    value: countOf(packets[message], "packet", "packets"),
    name: `rank ${from[message]} → rank ${to[message]}, step ${step[message]}${state}`,
    outline: [pathMark("hover", line, { stroke: theme.ink, "stroke-width": 3 })],
    picks: { is: "message", message, source, destination },
  };
}
