/** Ticks of an axis of time: round cycles with their hairlines, and at the right the last one with its unit. */
import type { Attributes, Mark } from "./marks.ts";
import { pathMark, tenth, textMark } from "./marks.ts";
import { formatCount, withUnit } from "./format.ts";
import { type SpanBox, timeAt } from "./span-rows.ts";

/** The ticks of a box, their words at the foot of a drawing so high; pixels. */
export function timeTicks(box: SpanBox, height: number, words: Attributes, line: string): readonly Mark[] {
  const { from, to, left, right, top, bottom } = box;
  const wanted = (to - from) / Math.max(2, (right - left) / 110);
  const ten = 10 ** Math.floor(Math.log10(wanted));
  const step = Math.max(1, ([1, 2, 5, 10].find((each) => each * ten >= wanted) ?? 10) * ten);
  const unit = withUnit(formatCount(to), "cycles");
  const marks: Mark[] = [textMark("end", right, height - 5, unit, { ...words, "text-anchor": "end" })];
  for (let cycle = Math.ceil(from / step) * step; cycle < to; cycle += step) {
    const x = timeAt(box, cycle);
    marks.push(pathMark(`grid ${cycle}`, `M${tenth(x)} ${top}V${tenth(bottom)}`, { stroke: line }));
    if (x + formatCount(cycle).length * 3 < right - unit.length * 6.2 - 8)
      marks.push(
        textMark(`tick ${cycle}`, x, height - 5, formatCount(cycle), { ...words, "text-anchor": x < left + 8 ? "start" : "middle" }),
      );
  }
  return marks;
}
