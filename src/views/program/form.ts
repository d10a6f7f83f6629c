/** Selects the form of a program's drawing and the excerpt of a large program, and places its elements. */
import { once } from "../../core/base/once.ts";
import { small } from "../plot/axes.ts";
import { scalar } from "../../core/simulation/frame.ts";
import { type Canvas, choiceOf, type View, type ViewData } from "../contract.ts";
import { type Mark, pathMark, tenth } from "../marks/marks.ts";
import { timeAt } from "../time-axis/span-rows.ts";
import { timeTicks } from "../time-axis/time-ticks.ts";
import { stateIn } from "./arrows.ts";
import type { PlacedProgram } from "./drawn.ts";
import { type Excerpt, type Graph, graphOf, rowExcerpt, squareExcerpt } from "./graph.ts";
import { meshOf, mostAlong, rankMarks, waveMarks } from "./mesh.ts";
import { leavingMarks, mostRails, type Rails, railMarks, railsByCycle, railsByStep } from "./rails.ts";

/** Options of the view. */
export const formOptions = [
  { id: "form", title: "Ranks", among: { fitting: "As fits", rails: "Rails" } },
  { id: "time", title: "Time", among: { step: "Steps", cycle: "Time" } },
] as const satisfies View["options"];

export type Form =
  | { readonly is: "mesh"; readonly shown: Excerpt & { readonly side: number } }
  | { readonly is: "step" | "cycle"; readonly shown: Excerpt };

/** The form of the drawing at a width: the reader's choice where it is possible for the program. */
export function formOf(data: ViewData, graph: Graph, width: number): Form {
  const chosen = (id: string) => choiceOf({ options: formOptions }, data.choices, id);
  const [first = -1] = highlightedRanks(data, graph);
  const isByCycle = chosen("time") === "cycle" && stateIn(data.frame, graph.listed.from.length) !== null;
  const isMesh = !isByCycle && graph.side !== null && !graph.hasTurns && chosen("form") === "fitting";
  if (isMesh) return { is: "mesh", shown: squareExcerpt(graph, graph.side ?? 1, mostAlong(width), first) };
  return { is: isByCycle ? "cycle" : "step", shown: rowExcerpt(graph, mostRails, first) };
}

/** The graph to draw; null where there is no program, or too many messages. */
export function drawnGraph({ analysis }: ViewData): Graph | null {
  return analysis?.program === undefined ? null : graphOf(analysis.program);
}

/** Map from a terminal to its rank. */
const ranksOn = once(({ causality }: Graph) => new Map(Array.from(causality.terminalOf, (terminal, rank) => [terminal, rank])));

/** Ranks on the selected terminals, or on the terminals at the ends of the selection. */
export function highlightedRanks({ highlight, selected }: ViewData, graph: Graph): ReadonlySet<number> {
  if (selected.is === "nothing") return new Set();
  return new Set([...highlight.terminals].flatMap((terminal) => ranksOn(graph).get(terminal) ?? []).sort((a, b) => a - b));
}

/** The placed elements of a program in a form. */
export function placed(data: ViewData, form: Form, canvas: Canvas): PlacedProgram {
  const highlight = highlightedRanks(data, form.shown.graph);
  return form.is === "mesh" ? onMesh(form.shown, highlight, canvas) : onRails(data, form.shown, form.is === "cycle", highlight, canvas);
}

/** The placed steps of a program without run and selection. */
export function placedByStep(shown: Excerpt, side: number | null, canvas: Canvas): PlacedProgram {
  const nobody = new Set<number>();
  return side === null ? railsWith(shown, railsByStep(shown, canvas), nobody, canvas) : onMesh({ ...shown, side }, nobody, canvas);
}

function onMesh(shown: Excerpt & { readonly side: number }, highlight: ReadonlySet<number>, canvas: Canvas): PlacedProgram {
  const mesh = meshOf(shown, canvas);
  const { terminalOf } = shown.graph.causality;
  const ranks = [...mesh.places].map(([rank, place]) => ({ rank, terminal: terminalOf[rank], ...place }));
  const strip = { ...mesh.strip, upTo: mesh.strip.top };
  return { arrows: mesh.arrows, ranks, strip, below: rankMarks(mesh, highlight, canvas), above: waveMarks(mesh, canvas) };
}

function onRails(data: ViewData, shown: Excerpt, isByCycle: boolean, highlight: ReadonlySet<number>, canvas: Canvas): PlacedProgram {
  const { frame, results } = data;
  if (!isByCycle || frame === null) return railsWith(shown, railsByStep(shown, canvas), highlight, canvas);
  const now = frame.scalars[scalar.now];
  const end = Math.max(now, results?.makespan ?? 0);
  const rails = railsByCycle(shown, frame, now, end, canvas);
  const placed = railsWith(shown, rails, highlight, canvas);
  return { ...placed, below: [...timeMarks(rails, now, end, canvas), ...placed.below] };
}

/** Rails with ranks as hover targets, and short lines for messages that leave the excerpt. */
function railsWith(shown: Excerpt, rails: Rails, highlight: ReadonlySet<number>, canvas: Canvas): PlacedProgram {
  const { box, rows } = rails;
  const { terminalOf } = shown.graph.causality;
  const ranks = [...rows].map(([rank, y]) => ({ rank, terminal: terminalOf[rank], x: box.left - 14, y }));
  const strip = rails.strip === null ? null : { ...rails.strip, upTo: box.top - 8 };
  return {
    arrows: rails.arrows,
    ranks,
    strip,
    below: [...railMarks(rails, highlight, canvas), ...leavingMarks(shown, rails, canvas)],
    above: [],
  };
}

function timeMarks({ box }: Rails, now: number, end: number, { units, height, theme }: Canvas): readonly Mark[] {
  const ticks = timeTicks(units, box, height, small(theme), theme.line);
  const x = tenth(timeAt(box, now));
  return now < end ? [...ticks, pathMark("now", `M${x} ${box.top - 6}V${box.bottom}`, { stroke: theme.ink, "stroke-width": 1.5 })] : ticks;
}
