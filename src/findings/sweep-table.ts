/** Finished runs as the table of a sweep, whether they were just computed or come from a cache. */
import type { Results } from "../core/measures/results.ts";
import type { SweepPoint, SweepTable } from "../core/measures/sweep.ts";
import { rescaledResults } from "../core/results/rescale.ts";
import { type Cell, cellsOf, type Document } from "../core/scenario/document.ts";
import { cycleOnPage } from "../core/scenario/page-clock.ts";
import { sweepAxisOf } from "../words/sweep.ts";

/**
 * The points of a sweep with results, network by network.
 * @param runs results in the order of `cells`; null if not available
 */
export function sweepPointsOf(cells: readonly Cell[], seeds: number, runs: readonly (Results | null)[]): readonly SweepPoint[] {
  const expected = cells.length / seeds;
  return cells.slice(0, expected).flatMap(({ variant, at }, i): readonly SweepPoint[] => {
    const bySeed = Array.from({ length: seeds }, (_, seed) => runs[i + seed * expected] ?? null);
    // Use only the seeds before the first gap, so that all networks are compared with the same seeds.
    const firstMissing = bySeed.indexOf(null);
    const complete = (firstMissing < 0 ? bySeed : bySeed.slice(0, firstMissing)) as readonly Results[];
    return complete.length === 0 ? [] : [{ variant, indices: at, runs: complete }];
  });
}

/**
 * The table of a document's sweep. Results are rescaled to cycles of the first network, in which the page shows all times.
 * @param runs results in the order of `cellsOf`; null if not available
 */
export function tableOfRuns(document: Document, runs: readonly (Results | null)[]): SweepTable {
  const cells = cellsOf(document);
  const axes = document.sweep.map((axis) => sweepAxisOf(document, axis));
  const rescaled = runs.map((results, i) => (results === null ? null : rescaledResults(results, cycleOnPage(document, cells[i].scenario))));
  return { axes, points: sweepPointsOf(cells, document.seeds, rescaled), expectedPoints: cells.length / document.seeds };
}
