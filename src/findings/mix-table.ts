/** A sweep over finite workloads, evaluated as a mix of applications. */
import type { ChosenKind } from "../core/base/params.ts";
import { billOf } from "../core/costs/bill.ts";
import { cellsOf, type Document, letterOf, variantsOf } from "../core/scenario/document.ts";
import { withValue } from "../core/scenario/place.ts";
import { factsOf } from "../core/scenario/scenario.ts";
import { type Axis, weightsOf, withWeights } from "../core/scenario/sweep.ts";
import { workloads } from "../core/workloads/shelf.ts";
import type { SweepTable } from "../core/measures/sweep.ts";
import { type MixAxis, type MixTable, type MixInput, type Weights, tableOf } from "../core/measures/mix.ts";
import { boughtFor } from "../core/scenario/bought.ts";
import { axisOf } from "../words/sweep.ts";
import { namedVariants } from "../words/variants.ts";

/**
 * Whether the sweep of a document is a mix: all workloads are finite, they are not alternative algorithms for the same operation, and
 * neither the topology nor the technology is swept.
 */
export function isMix(document: Document): boolean {
  const { sweep } = document;
  if (sweep.length === 0 || sweep.some(({ path }) => path[0] === "topology" || path[0] === "technology")) return false;
  if (sweep.some((axis) => isOfWays(document, axis))) return false;
  const whole = sweep.find(isOfWorkloads);
  const chosen = whole === undefined ? variantsOf(document).map(({ workload }) => workload) : (whole.values as readonly ChosenKind[]);
  return chosen.every(({ kind }) => !workloads.get(kind).endless);
}

/**
 * Whether the values of an axis are alternative algorithms for the same collective operation. For those, the question is which one is
 * fastest, not how they add up.
 */
function isOfWays(document: Document, { path, values }: Axis): boolean {
  const [first] = variantsOf(document);
  const done = values.map((value) => {
    const { topology, workload } = withValue(first, path, value);
    const collective = workloads.get(workload.kind).collectiveOf?.(workload.values, factsOf(topology));
    return collective === undefined ? "" : `${collective.operation} ${collective.ranks} ${collective.bytes}`;
  });
  return path[0] === "workload" && done[0] !== "" && done.every((each) => each === done[0]);
}

/** Whether the values of an axis are whole workloads. */
export const isOfWorkloads = ({ path }: Axis) => path.length === 1 && path[0] === "workload";

/** Indices of the axes that form the rows and columns of the table. An axis of names goes into the rows before one of numbers. */
function rolesOf({ sweep }: Document): { readonly row: number; readonly column: number } {
  const row = sweep.length === 2 && typeof sweep[0].values[0] === "number" && typeof sweep[1].values[0] !== "number" ? 1 : 0;
  return { row, column: 1 - row };
}

/** The axes of a mix with their weights. */
export function mixAxes(document: Document): { readonly rows: MixAxis; readonly columns: MixAxis } {
  const { row, column } = rolesOf(document);
  const of = (i: number): MixAxis => {
    const axis = document.sweep[i] as Axis | undefined;
    if (axis === undefined) return { title: "", labels: [""], weights: [1] };
    const { title, labels } = axisOf(document, axis);
    return { title, labels, weights: weightsOf(axis) };
  };
  return { rows: of(row), columns: of(column) };
}

/** The document with other weights. Weights enter no run, so results and claims stay valid. */
export function withMixWeights(document: Document, { rows, columns }: Weights): Document {
  const { row } = rolesOf(document);
  return { ...document, sweep: document.sweep.map((axis, i) => withWeights(axis, i === row ? rows : columns)) };
}

const known = new WeakMap<SweepTable, { readonly document: Document; readonly mix: MixTable }>();

/**
 * The mix table of the results that are available so far; null if the sweep is not a mix.
 * @param materialsOf returns the bill of materials of a scenario; pass a function for callers that have already built its network
 */
export function mixTable(document: Document, table: SweepTable, bought = boughtFor): MixTable | null {
  const last = known.get(table);
  if (last?.document === document) return last.mix;
  if (!isMix(document) || !isTableOf(document, table)) return null;
  const mix = tableOf(inputOf(document, table, bought));
  known.set(table, { document, mix });
  return mix;
}

/** Whether a table belongs to the current sweep of a document. During an edit the previous table is shown a moment longer. */
function isTableOf(document: Document, { axes, points }: SweepTable): boolean {
  return (
    JSON.stringify(axes.map(({ labels }) => labels)) === JSON.stringify(document.sweep.map((axis) => axisOf(document, axis).labels)) &&
    points.every(({ variant }) => variant <= document.beside.length)
  );
}

function inputOf(document: Document, { points }: SweepTable, bought: typeof boughtFor): MixInput {
  const { row, column } = rolesOf(document);
  const { rows, columns } = mixAxes(document);
  const { names } = namedVariants(document);
  const times = names.map(() => rows.labels.map(() => columns.labels.map((): readonly number[] | null => null)));
  // A run that has not finished counts as taking forever.
  for (const { variant, at, runs } of points) times[variant][at[row]][at[column] ?? 0] = runs.map(({ makespan }) => makespan ?? Infinity);
  return {
    networks: names.map((title, index) => ({ index, title, letter: names.length > 1 ? letterOf(index) : "" })),
    baseline: Math.min(document.baseline, names.length - 1),
    rows,
    columns,
    times,
    reckonings: reckoningsOf(document, names.length, bought),
  };
}

/** The cost of each whole network, and of the part in use if that is smaller. */
function reckoningsOf(document: Document, networks: number, boughtOf: typeof boughtFor): MixInput["reckonings"] {
  // The first run of each network tells where its job is placed.
  const first = cellsOf({ ...document, seeds: 1 });
  const bought = Array.from({ length: networks }, (_, i) => first.find(({ variant }) => variant === i)).map((cell) =>
    boughtOf(cell!.scenario),
  );
  const reckoned = (id: "whole" | "used", title: string) => {
    return { id, title, costs: bought.map((parts) => billOf(document.cost, parts[id]).perTerminal) };
  };
  const whole = reckoned("whole", "the whole network");
  return bought.every((parts) => parts.whole === parts.used) ? [whole] : [whole, reckoned("used", "the part in use")];
}
