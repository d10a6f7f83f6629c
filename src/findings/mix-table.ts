/** A sweep over finite workloads, evaluated as a mix of applications. */
import type { ChosenKind } from "../core/base/params.ts";
import { billOf } from "../core/costs/bill.ts";
import { cellsOf, type Document, letterOf, variantsOf } from "../core/scenario/document.ts";
import { withValueAtPath } from "../core/scenario/param-path.ts";
import { topologyFacts } from "../core/scenario/scenario.ts";
import { type SweepParameter, weightsOf, withWeights } from "../core/scenario/sweep.ts";
import { workloads } from "../core/workloads/registry.ts";
import type { SweepTable } from "../core/measures/sweep.ts";
import { type MixAxis, type MixTable, type MixInput, type MixTableWeights, mixTableOf } from "../core/measures/mix.ts";
import { materialsOfScenario } from "../core/scenario/scenario-materials.ts";
import { sweepAxisOf } from "../words/sweep.ts";
import { namedVariants } from "../words/variants.ts";

/**
 * Whether the sweep of a document is a mix: all workloads are finite, they are not alternative algorithms for the same operation, and
 * neither the topology nor the technology is swept.
 */
export function isMix(document: Document): boolean {
  const { sweep } = document;
  if (sweep.length === 0 || sweep.some(({ path }) => path[0] === "topology" || path[0] === "technology")) return false;
  if (sweep.some((axis) => isAlgorithmAxis(document, axis))) return false;
  const workloadAxis = sweep.find(isWorkloadAxis);
  const sweptWorkloads =
    workloadAxis === undefined ? variantsOf(document).map(({ workload }) => workload) : (workloadAxis.values as readonly ChosenKind[]);
  return sweptWorkloads.every(({ kind }) => !workloads.get(kind).isEndless);
}

/**
 * Whether the values of an axis are alternative algorithms for the same collective operation. For algorithms, the question is which one is
 * fastest, not how their times add up.
 */
function isAlgorithmAxis(document: Document, { path, values }: SweepParameter): boolean {
  const [first] = variantsOf(document);
  const operations = values.map((value) => {
    const { topology, workload } = withValueAtPath(first, path, value);
    const collective = workloads.get(workload.kind).collectiveOf?.(workload.values, topologyFacts(topology));
    return collective === undefined ? "" : `${collective.operation} ${collective.ranks} ${collective.bytes}`;
  });
  return path[0] === "workload" && operations[0] !== "" && operations.every((each) => each === operations[0]);
}

/** Whether the values of an axis are whole workloads. */
export const isWorkloadAxis = ({ path }: SweepParameter) => path.length === 1 && path[0] === "workload";

/** Indices of the axes that form the rows and columns of the table. An axis of names goes into the rows before one of numbers. */
function rowAndColumnOf({ sweep }: Document): { readonly row: number; readonly column: number } {
  const row = sweep.length === 2 && typeof sweep[0].values[0] === "number" && typeof sweep[1].values[0] !== "number" ? 1 : 0;
  return { row, column: 1 - row };
}

/** The axes of a mix with their weights. */
export function mixAxes(document: Document): { readonly rows: MixAxis; readonly columns: MixAxis } {
  const { row, column } = rowAndColumnOf(document);
  const mixAxisOf = (i: number): MixAxis => {
    const axis = document.sweep[i] as SweepParameter | undefined;
    if (axis === undefined) return { title: "", labels: [""], weights: [1] };
    const { title, labels } = sweepAxisOf(document, axis);
    return { title, labels, weights: weightsOf(axis) };
  };
  return { rows: mixAxisOf(row), columns: mixAxisOf(column) };
}

/** The document with other weights. Weights enter no run, so results and claims stay valid. */
export function withDocumentWeights(document: Document, { rows, columns }: MixTableWeights): Document {
  const { row } = rowAndColumnOf(document);
  return { ...document, sweep: document.sweep.map((axis, i) => withWeights(axis, i === row ? rows : columns)) };
}

const tableCache = new WeakMap<SweepTable, { readonly document: Document; readonly mix: MixTable }>();

/**
 * The mix table of the results that are available so far; null if the sweep is not a mix.
 * @param materialsOf returns the bill of materials of a scenario; pass a function for callers that have already built its network
 */
export function mixTableOfDocument(document: Document, table: SweepTable, materialsOf = materialsOfScenario): MixTable | null {
  const cached = tableCache.get(table);
  if (cached?.document === document) return cached.mix;
  if (!isMix(document) || !belongsTo(document, table)) return null;
  const mix = mixTableOf(mixInputOf(document, table, materialsOf));
  tableCache.set(table, { document, mix });
  return mix;
}

/** Whether a table belongs to the current sweep of a document. During an edit the previous table is shown a moment longer. */
function belongsTo(document: Document, { axes, points }: SweepTable): boolean {
  return (
    JSON.stringify(axes.map(({ labels }) => labels)) === JSON.stringify(document.sweep.map((axis) => sweepAxisOf(document, axis).labels)) &&
    points.every(({ variant }) => variant <= document.beside.length)
  );
}

function mixInputOf(document: Document, { points }: SweepTable, materialsOf: typeof materialsOfScenario): MixInput {
  const { row, column } = rowAndColumnOf(document);
  const { rows, columns } = mixAxes(document);
  const { names } = namedVariants(document);
  const times = names.map(() => rows.labels.map(() => columns.labels.map((): readonly number[] | null => null)));
  // A run that has not finished counts as taking forever.
  for (const { variant, indices, runs } of points)
    times[variant][indices[row]][indices[column] ?? 0] = runs.map(({ makespan }) => makespan ?? Infinity);
  return {
    networks: names.map((title, index) => ({ index, title, letter: names.length > 1 ? letterOf(index) : "" })),
    baseline: Math.min(document.baseline, names.length - 1),
    rows,
    columns,
    times,
    costBases: reckoningsOf(document, names.length, materialsOf),
  };
}

/** The cost of each whole network, and of the part in use if that is smaller. */
function reckoningsOf(document: Document, networkCount: number, materialsOf: typeof materialsOfScenario): MixInput["costBases"] {
  // The first run of each network determines where its job is placed.
  const firstSeedCells = cellsOf({ ...document, seeds: 1 });
  const materials = Array.from({ length: networkCount }, (_, i) => firstSeedCells.find(({ variant }) => variant === i)).map((cell) =>
    materialsOf(cell!.scenario),
  );
  const reckoningOf = (id: "whole" | "used", title: string) => {
    return { id, title, costs: materials.map((material) => billOf(document.cost, material[id]).perTerminal) };
  };
  const wholeReckoning = reckoningOf("whole", "the whole network");
  return materials.every((material) => material.whole === material.used)
    ? [wholeReckoning]
    : [wholeReckoning, reckoningOf("used", "the part in use")];
}
