/** Winner matrix: a row for each network, a column for each size, and in each cell the fastest contender with its value. */
import { truncateText } from "../plot/text-fit.ts";
import { isTime } from "../../core/base/time-unit.ts";
import { uncapital } from "../../core/base/words.ts";
import { type Best, bestsOf, contestOf, inOrder, namesOf, type Sides, worthOf } from "../../core/measures/contest.ts";
import type { SweepTable, SweptMeasure } from "../../core/measures/sweep.ts";
import { small, strong } from "../plot/axes.ts";
import { textWidth, widestOf, strongWeight } from "../plot/text-width.ts";
import { keyHeight, keyLine, keyMarks } from "../plot/key.ts";
import { sayAhead } from "../../words/contest.ts";
import type { Canvas, Variant } from "../contract.ts";
import { hueOf, inkOn, parseColour } from "../marks/colour.ts";
import { type Mark, rectMark, textMark } from "../marks/marks.ts";
import type { Spot } from "../marks/pointing.ts";
import { mostStrokes } from "../marks/strokes.ts";
import { inLines, networkName } from "./names.ts";
import { boldOf, boldStyle, fitting } from "./reigns.ts";

/** Below this width the matrix is transposed, sizes down and networks across, because there are more sizes than networks. */
const narrow = 620;
/** Minimum width and height of a cell, pixels. */
const [leastWidth, leastHeight] = [44, 34];
/** A compact cell has its value on the line of its name: its minimum height, and the characters reserved for the value. */
const beside = { height: 20, value: 8 };
/** Height of a line of text in a cell, and the free space above and below all lines together, pixels. */
const [line, padding] = [13, 8];
const head = 44;
/** Share of the width that the names of networks may take in front of their rows. */
const heads = 0.26;

/** The fastest contender for each size, by network. */
export function winnersOf(table: SweepTable, sides: Sides, variants: readonly Variant[]): readonly (readonly Best[])[] {
  return variants.map((_, variant) => bestsOf(contestOf(table, sides, variant)));
}

/** Size of the matrix for a given width, pixels. `least` is its height with compact cells. */
export function roomOfWinners(table: SweepTable, sides: Sides, variants: readonly Variant[], width: number) {
  const [sizes, names] = [table.axes[sides.across].labels, namesOf(table.axes[sides.among])];
  const winning = [...new Set(winnersOf(table, sides, variants).flat())].map(({ contender }) => names[contender]);
  const isDown = width < narrow;
  const [rows, columns] = isDown ? [sizes.length, variants.length] : [variants.length, sizes.length];
  const wide = Math.max(width, (isDown ? 64 : 40) + columns * leastWidth);
  const across = (wide - (isDown ? 10 + widestOf(sizes) : wide * heads)) / columns;
  const key = keyHeight(names, wide) + 14;
  if (isDown) {
    // Cells are as high as the longest wrapped name needs.
    const lines = Math.max(1, ...winning.map((name) => inLines(name, across - 8, boldStyle)?.length ?? 1));
    const high = Math.max(leastHeight, line * (lines + 1) + padding);
    return { width: wide, height: head + rows * high + key, least: head + rows * high + keyLine + 14 };
  }
  const isLow = winning.every((name) => boldOf(name) + 6 + textWidth("n".repeat(beside.value)) <= across - 8);
  return {
    width: wide,
    height: head + rows * Math.max(leastHeight, Math.min(96, 340 / rows)) + key,
    least: head + (isLow ? rows * beside.height + 6 : rows * leastHeight + keyLine + 14),
  };
}

/**
 * Marks of the winner matrix. The cells are hover targets, and a click selects the sweep point that `sweepPointOf` gives for [size,
 * contender].
 */
export function winnerMarks(
  table: SweepTable,
  sides: Sides,
  variants: readonly Variant[],
  measure: SweptMeasure,
  { width, height, theme, units }: Canvas,
  turnsTo: (at: readonly number[]) => readonly number[],
): readonly Mark[] {
  const winners = winnersOf(table, sides, variants);
  const [sizes, ways] = [table.axes[sides.across], table.axes[sides.among]];
  const names = namesOf(ways);
  const places = inOrder(sizes.numbers!);
  const isDown = width < narrow;
  // Times grow with the size, so each cell chooses its own unit.
  const isByItself = isTime(measure.unit) && units.timeUnit(1).name !== "cycles";
  const title = measure.unit === "" || isByItself ? measure.title : `${measure.title}, ${units.headOf(measure.unit)}`;
  const write = isByItself ? units.sayTime : units.writerOf(measure.unit);
  const words = small(theme);
  // With more contenders than colors, only those that win somewhere get one.
  const winning = [...new Set(winners.flat().map(({ contender }) => contender))].sort((a, b) => a - b);
  const hueAt = (contender: number) => hueOf(names.length > mostStrokes ? winning.indexOf(contender) : contender, theme);
  const [rows, columns] = isDown ? [places.length, variants.length] : [variants.length, places.length];
  const wholes = variants.map(networkName);
  const sizeNames = 10 + widestOf(sizes.labels);
  const left = isDown ? sizeNames : Math.min(width * heads, width - columns * leastWidth, 14 + widestOf(wholes, boldStyle));
  const across = (width - left) / columns;
  const downWith = (foot: number) => Math.min(96, (height - head - foot) / rows);
  const valueOf = (variant: number, best: Best) => {
    const worth = worthOf(table, sides, variant, best, measure);
    return worth === null ? "–" : write(worth);
  };
  const isWhole = winners.every((bests, variant) =>
    bests.every((best) => wordsIn(names[best.contender], valueOf(variant, best), across, downWith(6)).isWhole),
  );
  // No key is needed where every cell shows the full name.
  const key = (y: number) =>
    keyMarks(
      isWhole
        ? []
        : winning.map((id) => ({
            id,
            text: names[id],
            sample: (x, top) => [rectMark(`key ${id}`, x, top, 9, 9, { fill: hueAt(id), rx: 2 })],
          })),
      { x: 0, y, width },
      theme,
    );
  const down = downWith(isWhole ? 6 : key(0).height + 6);
  const marks: Mark[] = [textMark("title", 0, 12, `Fastest ${ways.title.toLowerCase()}, and its ${uncapital(title)}`, words)];
  for (const [i, place] of places.entries())
    marks.push(
      isDown
        ? textMark(`size ${place}`, left - 8, head + (i + 0.5) * down + 4, sizes.labels[place], small(theme, "end"))
        : textMark(`size ${place}`, left + (i + 0.5) * across, head - 8, sizes.labels[place], small(theme, "middle")),
    );
  const room = isDown ? across - 4 : left - 8;
  // Use letters only where not all names fit side by side.
  const isShort = isDown && wholes.some((whole) => boldOf(whole) > room);
  for (const [i, { letter }] of variants.entries()) {
    const text = isShort && letter !== "" ? letter : truncateText(wholes[i], room, boldStyle);
    marks.push(
      isDown
        ? textMark(`network ${i}`, left + (i + 0.5) * across, head - 8, text, strong(theme.ink, "middle"))
        : textMark(`network ${i}`, 0, head + (i + 0.5) * down + 4, text, strong(theme.ink)),
    );
  }
  for (const [variant, bests] of winners.entries())
    for (const best of bests) {
      const rank = places.indexOf(best.place);
      const [column, row] = isDown ? [variant, rank] : [rank, variant];
      const [x, y] = [left + column * across, head + row * down];
      const hue = hueAt(best.contender);
      const ink = inkOn(parseColour(hue));
      const id = `${variant} ${best.place}`;
      const middle = { "text-anchor": "middle", fill: ink };
      const worth = worthOf(table, sides, variant, best, measure);
      const target: Spot = {
        x: x + across / 2,
        y: y + down / 2,
        width: across - 2,
        height: down - 2,
        value: worth === null ? "" : units.sayOf(worth, measure.unit, units.writerOf(measure.unit)),
        name: `${names[best.contender]}, ${sizes.labels[best.place]}`,
        more: [...(variants.length > 1 ? [wholes[variant]] : []), sayAhead(best, names)],
        turnsTo: turnsTo([best.place, best.contender]),
        ...(variants.length > 1 ? { of: variant } : {}),
      };
      marks.push({ ...rectMark(`cell ${id}`, x + 1, y + 1, across - 2, down - 2, { fill: hue, rx: 2 }), targets: [target] });
      const value = valueOf(variant, best);
      const { lines, isBeside } = wordsIn(names[best.contender], value, across, down);
      const first = y + down / 2 - (isBeside ? 1 : lines.length + 1) * (line / 2) + 11;
      for (const [i, name] of lines.entries())
        marks.push(
          textMark(`best ${id} ${i}`, isBeside ? x + 8 : x + across / 2, first + line * i, name, {
            "font-size": 11,
            "font-weight": strongWeight,
            ...middle,
            ...(isBeside ? { "text-anchor": "start" } : {}),
          }),
        );
      const [at, base, anchor] = isBeside ? [x + across - 8, first, "end"] : [x + across / 2, first + line * lines.length, "middle"];
      marks.push(textMark(`value ${id}`, at, base, value, { "font-size": 11, ...middle, "text-anchor": anchor }));
    }
  return [...marks, ...key(head + rows * down + 8).marks];
}

/** Text of a cell: the name on its lines with the value below, or both on one line where the cell is low. */
interface Words {
  readonly lines: readonly string[];
  readonly isBeside: boolean;
  /** Whether the name is shown in full. */
  readonly isWhole: boolean;
}

/** Text of a cell of this size. The name is shown in full where it fits, otherwise as its initials, otherwise not at all. */
function wordsIn(name: string, value: string, width: number, height: number): Words {
  const isBeside = height < leastHeight;
  const room = width - 8 - (isBeside ? textWidth(value) + 6 : 0);
  const whole = isBeside ? (boldOf(name) <= room ? [name] : null) : inLines(name, room, boldStyle);
  const most = isBeside ? 1 : Math.floor((height - padding) / line) - 1;
  if (whole !== null && whole.length <= Math.max(1, most)) return { lines: whole, isBeside, isWhole: true };
  return { lines: [fitting(name, room)].filter((each) => each !== ""), isBeside, isWhole: false };
}
