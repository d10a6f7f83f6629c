/** Terminals in the colors of their jobs, with the letter of the job where it fits; on a terminal axis as bands. */
import { strongWeight } from "../../plot/text-width.ts";
import type { Canvas, ViewData } from "../../contract.ts";
import { categoryColor } from "../../marks/color.ts";
import { jobBands, jobRanges, letterOfJob } from "../../marks/jobs.ts";
import { type Mark, pathMark, circlePath, textMark } from "../../marks/marks.ts";
import type { Scene } from "../scene.ts";

/** Minimum distance of terminals at which each has a letter, pixels. */
const minLetterDistance = 14;
/** With more terminals than this none has a letter, and distances are not tested. */
const maxLetteredTerminals = 256;

/** Marks of the jobs of terminals; empty without jobs. */
export function jobMarks(scene: Scene, { jobOf = null }: ViewData, { theme }: Canvas): readonly Mark[] {
  if (jobOf === null) return [];
  return scene.axis === null ? jobDotMarks(scene, jobOf, theme) : jobBandMarks(scene, jobOf, theme);
}

/**
 * Discs over the dots of terminals, in the color of their job. Discs of one job are one path.
 * @param jobOf Job of each terminal; negative for none.
 */
function jobDotMarks({ dots, dotRadius = 2 }: Scene, jobOf: Int8Array, theme: Canvas["theme"]): Mark[] {
  if (dotRadius === 0) return [];
  const hasLetters = dots.length <= maxLetteredTerminals && haveRoomForLetters(dots);
  const radius = hasLetters ? 7 : Math.max(2.4, dotRadius + 0.8);
  const pathByJob = new Map<number, string>();
  for (const { x, y, terminal } of dots) {
    const job = jobOf[terminal] ?? -1;
    if (job >= 0) pathByJob.set(job, (pathByJob.get(job) ?? "") + circlePath(x, y, radius));
  }
  const discs = [...pathByJob].map(([job, d]) =>
    pathMark(`job ${job}`, d, { fill: categoryColor(job, theme), stroke: theme.ground, "stroke-width": 1 }),
  );
  if (!hasLetters) return discs;
  const letters = dots.flatMap(({ x, y, terminal }) => {
    const job = jobOf[terminal] ?? -1;
    return job < 0
      ? []
      : [
          textMark(`letter of ${terminal}`, x, y + 3.6, letterOfJob(job), {
            "font-size": 10.5,
            "font-weight": strongWeight,
            "text-anchor": "middle",
            fill: theme.ground,
          }),
        ];
  });
  return [...discs, ...letters];
}

/** Whether letters in neighboring dots would not overlap. Neighbors on screen follow each other in the list. */
function haveRoomForLetters(dots: Scene["dots"]): boolean {
  return dots.every(({ x, y }, i) => i === 0 || Math.hypot(x - dots[i - 1].x, y - dots[i - 1].y) >= minLetterDistance);
}

/** Below a terminal axis: a band under each run of neighbors of one job, with the job's letter in the middle where it fits. */
function jobBandMarks({ axis }: Scene, jobOf: Int8Array, theme: Canvas["theme"]): readonly Mark[] {
  if (axis === null) return [];
  const { bars, barWidth, labelY, y } = axis;
  const runs = jobRanges(bars.length, (i) => jobOf[bars[i].terminals[0]] ?? -1);
  return jobBands(
    "band",
    runs,
    ({ from, to }) => [bars[from].x - barWidth / 2, bars[to - 1].x + barWidth / 2],
    { band: y + 2, letters: labelY + 17 },
    theme,
  );
}
