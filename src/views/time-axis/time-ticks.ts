/** Ticks of a time axis: round times with grid lines, and at the right end the last time with its unit. */
import type { Attributes, Mark } from "../marks/marks.ts";
import { pathMark, toTenths, textMark } from "../marks/marks.ts";
import { withUnit } from "../../words/numbers.ts";
import { type TimeBox, timeAt } from "./span-rows.ts";
import type { Units } from "../../words/units.ts";
import { textWidth } from "../plot/text-width.ts";

/**
 * Marks of the ticks of a time axis: vertical lines through a box at round times, their labels, and the end of the visible time with its
 * unit.
 * @param box Area of the drawing with its first and last cycle.
 * @param height Height of the drawing, pixels; labels are at its bottom.
 * @param line Color of the lines.
 */
export function timeTicks(units: Units, box: TimeBox, height: number, textStyle: Attributes, line: string): readonly Mark[] {
  const { from, to, left, right, top, bottom } = box;
  const { name, perCycle } = units.timeUnit(to);
  const minStep = ((to - from) * perCycle) / Math.max(2, (right - left) / 110);
  const powerOfTen = 10 ** Math.floor(Math.log10(minStep));
  const roundStep = ([1, 2, 5, 10].find((each) => each * powerOfTen >= minStep) ?? 10) * powerOfTen;
  // Ticks are at least a cycle apart, because a run has no fractions of cycles.
  const step = Math.max(1, roundStep / perCycle);
  const endText = withUnit(units.formatTime(to), name);
  const marks: Mark[] = [textMark("end", right, height - 5, endText, { ...textStyle, "text-anchor": "end" })];
  for (let tickIndex = Math.ceil(from / step); tickIndex * step < to; tickIndex++) {
    const cycle = tickIndex * step;
    const text = units.formatTime(cycle, to);
    const x = timeAt(box, cycle);
    marks.push(pathMark(`grid ${tickIndex}`, `M${toTenths(x)} ${top}V${toTenths(bottom)}`, { stroke: line }));
    if (x + textWidth(text) / 2 < right - textWidth(endText) - 8)
      marks.push(textMark(`tick ${tickIndex}`, x, height - 5, text, { ...textStyle, "text-anchor": x < left + 8 ? "start" : "middle" }));
  }
  return marks;
}
