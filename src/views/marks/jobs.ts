/** Jobs wherever terminals stand in a row: a band in the colour of each, with its letter where there is room. */
import { strongWeight } from "../plot/text-width.ts";
import type { Theme } from "../contract.ts";
import { hueOf } from "./colour.ts";
import { type Mark, pathMark, tenth, textMark } from "./marks.ts";

/** Letter of a job. */
export const letterOfJob = (job: number) => String.fromCharCode(65 + job);

/** Neighbours of one job: from one place of a row up to, and without, another. */
export interface JobRun {
  readonly from: number;
  readonly to: number;
  readonly job: number;
}

/** The runs of a row of so many places; those without a job are left out. */
export function jobRuns(count: number, jobAt: (place: number) => number): readonly JobRun[] {
  const runs: JobRun[] = [];
  for (let from = 0, to = 1; to <= count; to++) {
    if (to < count && jobAt(to) === jobAt(from)) continue;
    const job = jobAt(from);
    if (job >= 0) runs.push({ from, to, job });
    from = to;
  }
  return runs;
}

/** Room a letter takes along a band, pixels. */
const letterRoom = 10;

/**
 * Bands along a row, or down a column.
 * @param key what their keys begin with
 * @param span the first and last pixel of a run along the row
 * @param at the middle of the band across it, and where letters stand there
 */
export function jobBands(
  key: string,
  runs: readonly JobRun[],
  span: (run: JobRun) => readonly [from: number, to: number],
  at: { readonly band: number; readonly letters: number },
  theme: Theme,
  isDown = false,
): readonly Mark[] {
  return runs.flatMap((run) => {
    const [from, to] = span(run).map(tenth);
    const d = isDown ? `M${tenth(at.band)} ${from}V${to}` : `M${from} ${tenth(at.band)}H${to}`;
    const fill = hueOf(run.job, theme);
    const band = pathMark(`${key} ${run.from}`, d, { stroke: fill, "stroke-width": 3 });
    if (to - from < letterRoom) return [band];
    const [x, y] = isDown ? [at.letters, (from + to) / 2 + 4] : [(from + to) / 2, at.letters];
    const letter = textMark(`${key} letter ${run.from}`, x, y, letterOfJob(run.job), {
      "font-size": 11,
      "font-weight": strongWeight,
      "text-anchor": "middle",
      fill,
    });
    return [band, letter];
  });
}
