/** Terminals by the job they belong to: each in its colour, with its letter where there is room; on an axis as bands. */
import type { Canvas, ViewData } from "../../contract.ts";
import { jobColour } from "../../marks/colour.ts";
import { type Mark, pathMark, ring, tenth, textMark } from "../../marks/marks.ts";
import type { Scene } from "../scene.ts";

/** Letter of a job. */
export const letterOfJob = (job: number) => String.fromCharCode(65 + job);

/** Terminals this far apart have room for a letter each, pixels. */
const roomy = 12;
/** Up to so many terminals are looked at for that. */
const mostLettered = 256;

export function paintJobs(scene: Scene, { jobOf = null }: ViewData, { theme }: Canvas): Mark[] {
  if (jobOf === null) return [];
  return scene.axis === null ? dotMarks(scene, jobOf, theme) : bandMarks(scene, jobOf, theme);
}

function dotMarks({ dots, dotRadius = 2 }: Scene, jobOf: Int8Array, theme: Canvas["theme"]): Mark[] {
  if (dotRadius === 0) return [];
  const hasLetters = dots.length <= mostLettered && areApart(dots);
  const radius = hasLetters ? 6 : Math.max(2.4, dotRadius + 0.8);
  const byJob = new Map<number, string>();
  for (const { x, y, terminal } of dots) {
    const job = jobOf[terminal] ?? -1;
    if (job >= 0) byJob.set(job, (byJob.get(job) ?? "") + ring(x, y, radius));
  }
  const discs = [...byJob].map(([job, d]) =>
    pathMark(`job ${job}`, d, { fill: jobColour(job, theme), stroke: theme.ground, "stroke-width": 1 }),
  );
  if (!hasLetters) return discs;
  const letters = dots.flatMap(({ x, y, terminal }) => {
    const job = jobOf[terminal] ?? -1;
    return job < 0
      ? []
      : [
          textMark(`letter of ${terminal}`, x, y + 3.2, letterOfJob(job), {
            "font-size": 9,
            "font-weight": 700,
            "text-anchor": "middle",
            fill: theme.ground,
          }),
        ];
  });
  return [...discs, ...letters];
}

/** Whether no two dots would lie on each other with letters in them: neighbours stand beside each other in the list. */
function areApart(dots: Scene["dots"]): boolean {
  return dots.every(({ x, y }, i) => i === 0 || Math.hypot(x - dots[i - 1].x, y - dots[i - 1].y) >= roomy);
}

/** Below an axis: a band along each row of neighbours of one job, its letter in the middle where there is room. */
function bandMarks({ axis }: Scene, jobOf: Int8Array, theme: Canvas["theme"]): Mark[] {
  if (axis === null) return [];
  const marks: Mark[] = [];
  const y = axis.y + 2;
  let from = 0;
  const { bars } = axis;
  const of = (i: number) => jobOf[bars[i].terminals[0]] ?? -1;
  for (let i = 1; i <= bars.length; i++) {
    if (i < bars.length && of(i) === of(from)) continue;
    const job = of(from);
    if (job >= 0) {
      const [left, right] = [bars[from].x - axis.barWidth / 2, bars[i - 1].x + axis.barWidth / 2];
      marks.push(
        pathMark(`band ${from}`, `M${tenth(left)} ${tenth(y)}H${tenth(right)}`, { stroke: jobColour(job, theme), "stroke-width": 3 }),
      );
      if (right - left >= 10)
        marks.push(
          textMark(`band letter ${from}`, (left + right) / 2, axis.numbersAt + 17, letterOfJob(job), {
            "font-size": 11,
            "font-weight": 700,
            "text-anchor": "middle",
            fill: jobColour(job, theme),
          }),
        );
    }
    from = i;
  }
  return marks;
}
