/** Runs that are done as the table of a sweep, wherever they were kept. */
import type { Results } from "../core/measures/results.ts";
import type { SweepPoint, SweepTable } from "../core/measures/sweep.ts";
import { rescaledResults } from "../core/results/rescale.ts";
import { type Cell, cellsOf, type Document } from "../core/scenario/document.ts";
import { cycleOf } from "../core/scenario/page-clock.ts";
import { axisOf } from "../words/sweep.ts";

/** The points of a sweep that are in, network by network, by its runs in their order. */
export function pointsOf(cells: readonly Cell[], seeds: number, runs: readonly (Results | null)[]): readonly SweepPoint[] {
  const expected = cells.length / seeds;
  return cells.slice(0, expected).flatMap(({ variant, at }, i): readonly SweepPoint[] => {
    const own = Array.from({ length: seeds }, (_, seed) => runs[i + seed * expected] ?? null);
    // Seeds from the first on, so that the same ones are compared in all networks.
    const gap = own.indexOf(null);
    const whole = (gap < 0 ? own : own.slice(0, gap)) as readonly Results[];
    return whole.length === 0 ? [] : [{ variant, at, runs: whole }];
  });
}

/** Results in the order of a document's runs as the table of its sweep, told in cycles of the page. */
export function tableOfRuns(document: Document, runs: readonly (Results | null)[]): SweepTable {
  const cells = cellsOf(document);
  const axes = document.sweep.map((axis) => axisOf(document, axis));
  const told = runs.map((each, i) => (each === null ? null : rescaledResults(each, cycleOf(document, cells[i].scenario))));
  return { axes, points: pointsOf(cells, document.seeds, told), expected: cells.length / document.seeds };
}
