/** Selects the form of a program's drawing and the excerpt of a large program, and places its elements. */
import { memoize } from "../../core/base/memoize.ts";
import { smallText } from "../plot/vertical-axis.ts";
import { scalar } from "../../core/simulation/frame.ts";
import { type Canvas, choiceOf, type View, type ViewData } from "../contract.ts";
import { type Mark, pathMark, toTenths } from "../marks/marks.ts";
import { timeAt } from "../time-axis/span-rows.ts";
import { timeTicks } from "../time-axis/time-ticks.ts";
import { messageStateIn } from "./message-arrows.ts";
import type { PlacedProgram } from "./program-marks.ts";
import { type ProgramExcerpt, type MessageGraph, messageGraphOf, rowExcerpt, squareExcerpt } from "./message-graph.ts";
import { layoutMesh, maxMeshSide, rankMarks, stepNumberMarks } from "./mesh-layout.ts";
import { leavingMarks, maxRails, type RailLayout, railMarks, railsByCycle, railsByStep } from "./rail-layout.ts";

/** Options of the view. */
export const formOptions = [
  { id: "form", title: "Ranks", choices: { fitting: "Automatic", rails: "Rails" } },
  { id: "time", title: "Time", choices: { step: "Steps", cycle: "Time" } },
] as const satisfies View["options"];

export type ProgramForm =
  | { readonly is: "mesh"; readonly shown: ProgramExcerpt & { readonly side: number } }
  | { readonly is: "step" | "cycle"; readonly shown: ProgramExcerpt };

/** The form of the drawing at a width: the reader's choice where it is possible for the program. */
export function programFormOf(data: ViewData, graph: MessageGraph, width: number): ProgramForm {
  const choiceOfOption = (id: string) => choiceOf({ options: formOptions }, data.choices, id);
  const [firstHighlighted = -1] = highlightedRanks(data, graph);
  const isByCycle = choiceOfOption("time") === "cycle" && messageStateIn(data.frame, graph.listed.from.length) !== null;
  const isMesh = !isByCycle && graph.side !== null && !graph.hasRepetitions && choiceOfOption("form") === "fitting";
  if (isMesh) return { is: "mesh", shown: squareExcerpt(graph, graph.side ?? 1, maxMeshSide(width), firstHighlighted) };
  return { is: isByCycle ? "cycle" : "step", shown: rowExcerpt(graph, maxRails, firstHighlighted) };
}

/** The graph to draw; null where there is no program, or too many messages. */
export function messageGraphIn({ analysis }: ViewData): MessageGraph | null {
  return analysis?.program === undefined ? null : messageGraphOf(analysis.program);
}

/** Map from a terminal to its rank. */
const rankOfTerminal = memoize(
  ({ causality }: MessageGraph) => new Map(Array.from(causality.terminalOf, (terminal, rank) => [terminal, rank])),
);

/** Ranks on the selected terminals, or on the terminals at the ends of the selection. */
export function highlightedRanks({ highlight, selected }: ViewData, graph: MessageGraph): ReadonlySet<number> {
  if (selected.is === "nothing") return new Set();
  return new Set([...highlight.terminals].flatMap((terminal) => rankOfTerminal(graph).get(terminal) ?? []).sort((a, b) => a - b));
}

/** The placed elements of a program in a form. */
export function placeProgram(data: ViewData, form: ProgramForm, canvas: Canvas): PlacedProgram {
  const highlight = highlightedRanks(data, form.shown.graph);
  return form.is === "mesh"
    ? placeOnMesh(form.shown, highlight, canvas)
    : placeOnRails(data, form.shown, form.is === "cycle", highlight, canvas);
}

/** The elements of a program in columns of steps or as a mesh, without a run and without a selection. */
export function placeProgramBySteps(excerpt: ProgramExcerpt, side: number | null, canvas: Canvas): PlacedProgram {
  const noHighlight = new Set<number>();
  return side === null
    ? placedRails(excerpt, railsByStep(excerpt, canvas), noHighlight, canvas)
    : placeOnMesh({ ...excerpt, side }, noHighlight, canvas);
}

function placeOnMesh(excerpt: ProgramExcerpt & { readonly side: number }, highlight: ReadonlySet<number>, canvas: Canvas): PlacedProgram {
  const mesh = layoutMesh(excerpt, canvas);
  const { terminalOf } = excerpt.graph.causality;
  const ranks = [...mesh.positions].map(([rank, place]) => ({ rank, terminal: terminalOf[rank], ...place }));
  const strip = { ...mesh.strip, upTo: mesh.strip.top };
  return { arrows: mesh.arrows, ranks, strip, below: rankMarks(mesh, highlight, canvas), above: stepNumberMarks(mesh, canvas) };
}

function placeOnRails(
  data: ViewData,
  excerpt: ProgramExcerpt,
  isByCycle: boolean,
  highlight: ReadonlySet<number>,
  canvas: Canvas,
): PlacedProgram {
  const { frame, results } = data;
  if (!isByCycle || frame === null) return placedRails(excerpt, railsByStep(excerpt, canvas), highlight, canvas);
  const currentCycle = frame.scalars[scalar.now];
  const end = Math.max(currentCycle, results?.makespan ?? 0);
  const rails = railsByCycle(excerpt, frame, currentCycle, end, canvas);
  const placedProgram = placedRails(excerpt, rails, highlight, canvas);
  return { ...placedProgram, below: [...timeMarks(rails, currentCycle, end, canvas), ...placedProgram.below] };
}

/** Rails with ranks as hover targets, and short lines for messages that leave the excerpt. */
function placedRails(excerpt: ProgramExcerpt, rails: RailLayout, highlight: ReadonlySet<number>, canvas: Canvas): PlacedProgram {
  const { box, railY } = rails;
  const { terminalOf } = excerpt.graph.causality;
  const ranks = [...railY].map(([rank, y]) => ({ rank, terminal: terminalOf[rank], x: box.left - 14, y }));
  const strip = rails.strip === null ? null : { ...rails.strip, upTo: box.top - 8 };
  return {
    arrows: rails.arrows,
    ranks,
    strip,
    below: [...railMarks(rails, highlight, canvas), ...leavingMarks(excerpt, rails, canvas)],
    above: [],
  };
}

function timeMarks({ box }: RailLayout, currentCycle: number, end: number, { units, height, theme }: Canvas): readonly Mark[] {
  const ticks = timeTicks(units, box, height, smallText(theme), theme.line);
  const x = toTenths(timeAt(box, currentCycle));
  return currentCycle < end
    ? [...ticks, pathMark("now", `M${x} ${box.top - 6}V${box.bottom}`, { stroke: theme.ink, "stroke-width": 1.5 })]
    : ticks;
}
