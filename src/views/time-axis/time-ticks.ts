/** Ticks of a time axis: round times with grid lines, and at the right end the last time with its unit. */
import type { Attributes, Mark } from "../marks/marks.ts";
import { pathMark, tenth, textMark } from "../marks/marks.ts";
import { withUnit } from "../../words/numbers.ts";
import { type SpanBox, timeAt } from "./span-rows.ts";
import type { Units } from "../../words/units.ts";
import { textWidth } from "../plot/text-width.ts";

/**
 * The ticks of a box.
 * @param height Height of the drawing, pixels; labels are at its bottom.
 */
export function timeTicks(units: Units, box: SpanBox, height: number, words: Attributes, line: string): readonly Mark[] {
  const { from, to, left, right, top, bottom } = box;
  const { name, perCycle } = units.timeUnit(to);
  const wanted = ((to - from) * perCycle) / Math.max(2, (right - left) / 110);
  const ten = 10 ** Math.floor(Math.log10(wanted));
  const round = ([1, 2, 5, 10].find((each) => each * ten >= wanted) ?? 10) * ten;
  // Ticks are at least a cycle apart, because a run has no fractions of cycles.
  const step = Math.max(1, round / perCycle);
  const unit = withUnit(units.formatTime(to), name);
  const marks: Mark[] = [textMark("end", right, height - 5, unit, { ...words, "text-anchor": "end" })];
  for (let k = Math.ceil(from / step); k * step < to; k++) {
    const cycle = k * step;
    const said = units.formatTime(cycle, to);
    const x = timeAt(box, cycle);
    marks.push(pathMark(`grid ${k}`, `M${tenth(x)} ${top}V${tenth(bottom)}`, { stroke: line }));
    if (x + textWidth(said) / 2 < right - textWidth(unit) - 8)
      marks.push(textMark(`tick ${k}`, x, height - 5, said, { ...words, "text-anchor": x < left + 8 ? "start" : "middle" }));
  }
  return marks;
}
