/** A sweep over workloads that end by themselves as a mix of applications. */
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

/** Whether what a document sweeps is a mix: every workload of it ends by itself, none is another way to do the same, and each network stays the same. */
export function isMix(document: Document): boolean {
  const { sweep } = document;
  if (sweep.length === 0 || sweep.some(({ path }) => path[0] === "topology" || path[0] === "technology")) return false;
  if (sweep.some((axis) => isOfWays(document, axis))) return false;
  const whole = sweep.find(isOfWorkloads);
  const chosen = whole === undefined ? variantsOf(document).map(({ workload }) => workload) : (whole.values as readonly ChosenKind[]);
  return chosen.every(({ kind }) => !workloads.get(kind).endless);
}

/** Whether an axis takes ways to do one and the same collective operation, such as its algorithms: who compares them wants the fastest. */
function isOfWays(document: Document, { path, values }: Axis): boolean {
  const [first] = variantsOf(document);
  const done = values.map((value) => {
    const { topology, workload } = withValue(first, path, value);
    const collective = workloads.get(workload.kind).collectiveOf?.(workload.values, factsOf(topology));
    return collective === undefined ? "" : `${collective.operation} ${collective.ranks} ${collective.bytes}`;
  });
  return path[0] === "workload" && done[0] !== "" && done.every((each) => each === done[0]);
}

/** Whether an axis takes whole workloads as its values. */
export const isOfWorkloads = ({ path }: Axis) => path.length === 1 && path[0] === "workload";

/** The axis whose values stand in rows, which is one of names where there is one, and the one beside it, by their numbers. */
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

/** The document under other weights: no run of it changes, and nothing that was claimed of them. */
export function withMixWeights(document: Document, { rows, columns }: Weights): Document {
  const { row } = rolesOf(document);
  return { ...document, sweep: document.sweep.map((axis, i) => withWeights(axis, i === row ? rows : columns)) };
}

const known = new WeakMap<SweepTable, { readonly document: Document; readonly mix: MixTable }>();

/**
 * The mix of a document by the points of its sweep that are in; null where it is none.
 * @param bought what is bought for a scenario: for whoever has its network built
 */
export function mixTable(document: Document, table: SweepTable, bought = boughtFor): MixTable | null {
  const last = known.get(table);
  if (last?.document === document) return last.mix;
  if (!isMix(document) || !isTableOf(document, table)) return null;
  const mix = tableOf(inputOf(document, table, bought));
  known.set(table, { document, mix });
  return mix;
}

/** Whether a table is about what a document sweeps; while it is edited, the one before stands a moment longer. */
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
  // What a run has not brought to its end counts as never done.
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

/** The cost of the whole of each network, and of the part in use where that is less. */
function reckoningsOf(document: Document, networks: number, boughtOf: typeof boughtFor): MixInput["reckonings"] {
  // The first run of each network says where its job stands.
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
