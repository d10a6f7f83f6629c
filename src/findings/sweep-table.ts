/** Finished runs as the table of a sweep, whether they were just computed or come from a cache. */
import type { Results } from "../core/measures/results.ts";
import type { SweepPoint, SweepTable } from "../core/measures/sweep.ts";
import { rescaledResults } from "../core/results/rescale.ts";
import { type Cell, cellsOf, type Document } from "../core/scenario/document.ts";
import { cycleOf } from "../core/scenario/page-clock.ts";
import { axisOf } from "../words/sweep.ts";

/**
 * The points of a sweep with results, network by network.
 * @param runs results in the order of `cells`; null if not available
 */
export function pointsOf(cells: readonly Cell[], seeds: number, runs: readonly (Results | null)[]): readonly SweepPoint[] {
  const expected = cells.length / seeds;
  return cells.slice(0, expected).flatMap(({ variant, at }, i): readonly SweepPoint[] => {
    const own = Array.from({ length: seeds }, (_, seed) => runs[i + seed * expected] ?? null);
    // Use only the seeds before the first gap, so that all networks are compared with the same seeds.
    const gap = own.indexOf(null);
    const whole = (gap < 0 ? own : own.slice(0, gap)) as readonly Results[];
    return whole.length === 0 ? [] : [{ variant, at, runs: whole }];
  });
}

/**
 * The table of a document's sweep. Results are rescaled to cycles of the page's clock.
 * @param runs results in the order of `cellsOf`; null if not available
 */
export function tableOfRuns(document: Document, runs: readonly (Results | null)[]): SweepTable {
  const cells = cellsOf(document);
  const axes = document.sweep.map((axis) => axisOf(document, axis));
  const told = runs.map((each, i) => (each === null ? null : rescaledResults(each, cycleOf(document, cells[i].scenario))));
  return { axes, points: pointsOf(cells, document.seeds, told), expected: cells.length / document.seeds };
}
