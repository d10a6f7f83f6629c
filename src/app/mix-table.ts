/** A sweep over workloads that end as a mix of applications: relative times, weights, costs, and what comes of them. */
import type { ChosenKind } from "../core/base/params.ts";
import { billOf } from "../core/costs/bill.ts";
import { efficiencyOf, type Mix, relativeTimes } from "../core/measures/efficiency.ts";
import { cellsOf, type Document, letterOf, variantsOf } from "../core/scenario/document.ts";
import { type Axis, weightsOf } from "../core/scenario/sweep.ts";
import { workloads } from "../core/workloads/index.ts";
import type { SweepTable } from "../views/contract.ts";
import type { MixAxis, MixTable, Reckoning } from "../views/mix/mix.ts";
import { boughtFor } from "./bought.ts";
import { axisOf } from "./sweep-words.ts";
import { namedVariants } from "./variants.ts";

/** Whether what a document sweeps is a mix: every workload of it ends by itself, and each network stays the same. */
export function isMix(document: Document): boolean {
  const { sweep } = document;
  if (sweep.length === 0 || sweep.some(({ path }) => path[0] === "topology")) return false;
  const whole = sweep.find(({ path }) => path.length === 1 && path[0] === "workload");
  const chosen = whole === undefined ? variantsOf(document).map(({ workload }) => workload) : (whole.values as readonly ChosenKind[]);
  return chosen.every(({ kind }) => !workloads.get(kind).endless);
}

const known = new WeakMap<SweepTable, { readonly document: Document; readonly mix: MixTable }>();

/** The mix of a document by the points of its sweep that are in; null where it is none. Weights and prices run nothing. */
export function mixTable(document: Document, table: SweepTable): MixTable | null {
  if (table.axes.length !== document.sweep.length || !isMix(document)) return null;
  const last = known.get(table);
  if (last?.document === document) return last.mix;
  const mix = mixOf(document, table);
  known.set(table, { document, mix });
  return mix;
}

function mixOf(document: Document, { axes, points }: SweepTable): MixTable {
  // What has names stands in rows, what has numbers beside each other.
  const named = axes.findIndex(({ numbers }) => numbers === null);
  const of = { row: Math.max(0, named), column: 1 - Math.max(0, named) };
  const [rows, columns] = [of.row, of.column].map((i): MixAxis => {
    const axis = document.sweep[i] as Axis | undefined;
    return axis === undefined ? { title: "", labels: [""], weights: [1] } : { ...axisOf(document, axis), weights: weightsOf(axis) };
  });
  const { names, scenarios } = namedVariants(document);
  const times = names.map(() => rows.labels.map(() => columns.labels.map((): readonly number[] | null => null)));
  // What a run has not brought to its end counts as never done.
  for (const { variant, at, runs } of points)
    times[variant][at[of.row]][at[of.column] ?? 0] = runs.map(({ makespan }) => makespan ?? Infinity);
  const baseline = Math.min(document.baseline, names.length - 1);
  const weights = { rows: rows.weights, columns: columns.weights };
  return {
    networks: names.map((title, index) => ({ index, title, letter: names.length > 1 ? letterOf(index) : "" })),
    baseline,
    rows,
    columns,
    relative: relativeTimes({ times, baseline }),
    reckonings: reckoningsOf(document, scenarios.length, { times, weights, baseline }),
  };
}

/** The mix reckoned with the whole of each network, and with the part in use where that is less. */
function reckoningsOf(document: Document, networks: number, mix: Omit<Mix, "costs">): MixTable["reckonings"] {
  // The first run of each network says where its job stands.
  const first = cellsOf({ ...document, seeds: 1 });
  const bought = Array.from({ length: networks }, (_, i) => first.find(({ variant }) => variant === i)).map((cell) =>
    boughtFor(cell!.scenario),
  );
  const reckoned = (id: "whole" | "used", title: string): Reckoning => {
    const costs = bought.map((parts) => billOf(document.cost, parts[id]).perTerminal);
    return { id, title, costs, efficiency: efficiencyOf({ ...mix, costs }) };
  };
  const whole = reckoned("whole", "the whole network");
  return bought.every(({ whole, used }) => whole === used) ? [whole] : [whole, reckoned("used", "the part in use")];
}
