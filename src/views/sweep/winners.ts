/** Who wins where as a matrix: a row for each network, a column for each size; in a cell the fastest there, and what it comes to. */
import { isTime } from "../../core/base/time-unit.ts";
import { uncapital } from "../../core/base/words.ts";
import { type Best, bestsOf, contestOf, inOrder, namesOf, type Sides, worthOf } from "../../core/measures/contest.ts";
import type { SweepTable, SweptMeasure } from "../../core/measures/sweep.ts";
import { small, strong } from "../plot/axes.ts";
import { textWidth, widestOf } from "../plot/text-width.ts";
import type { Canvas, Variant } from "../contract.ts";
import { hueOf, inkOn, parseColour } from "../marks/colour.ts";
import { type Mark, pathMark, rectMark, tenth, textMark } from "../marks/marks.ts";
import { mostStrokes } from "../marks/strokes.ts";
import { inLines } from "./names.ts";
import { boldOf, boldStyle, fitting } from "./reigns.ts";

/** A cell where it is drawn. */
export interface Won {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly variant: number;
  readonly best: Best;
}

/** Below this width sizes go down and networks across: there are more sizes. */
const narrow = 620;
/** Least width and least height of a cell, and the room of words above the cells and of the key below them. */
const [leastWidth, leastHeight] = [44, 34];
/** Least height of a cell with its value beside its name, and letters that a value takes there. */
const beside = { height: 20, value: 8 };
/** Height of a line of a cell, and what is left free above and below all of them. */
const [line, padding] = [13, 8];
const head = 44;
const keyLine = 18;
/** Part of the width that names of networks may take before their rows. */
const heads = 0.26;

/** Who is fastest, size by size, in each network. */
export function winnersOf(table: SweepTable, sides: Sides, variants: readonly Variant[]): readonly (readonly Best[])[] {
  return variants.map((_, variant) => bestsOf(contestOf(table, sides, variant)));
}

/** Room that the matrix takes at a width. */
export function roomOfWinners(table: SweepTable, sides: Sides, variants: readonly Variant[], width: number) {
  const [sizes, names] = [table.axes[sides.across].labels, namesOf(table.axes[sides.among])];
  const winning = [...new Set(winnersOf(table, sides, variants).flat())].map(({ contender }) => names[contender]);
  const isDown = width < narrow;
  const [rows, columns] = isDown ? [sizes.length, variants.length] : [variants.length, sizes.length];
  const wide = Math.max(width, (isDown ? 64 : 40) + columns * leastWidth);
  const across = (wide - (isDown ? 10 + widestOf(sizes) : wide * heads)) / columns;
  const key = keyLine * keyRows(names, wide) + 14;
  if (isDown) {
    // As high as the names need on their lines.
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

/** Marks of the matrix, and where its cells are. */
export function winnerMarks(
  table: SweepTable,
  sides: Sides,
  variants: readonly Variant[],
  measure: SweptMeasure,
  { width, height, theme, units }: Canvas,
): { readonly marks: readonly Mark[]; readonly cells: readonly Won[] } {
  const winners = winnersOf(table, sides, variants);
  const [sizes, ways] = [table.axes[sides.across], table.axes[sides.among]];
  const names = namesOf(ways);
  const places = inOrder(sizes.numbers!);
  const isDown = width < narrow;
  // Times grow with sizes: each has a unit of its own.
  const isByItself = isTime(measure.unit) && units.timeUnit(1).name !== "cycles";
  const title = measure.unit === "" || isByItself ? measure.title : `${measure.title}, ${units.headOf(measure.unit)}`;
  const write = isByItself ? units.sayTime : units.writerOf(measure.unit);
  const words = small(theme);
  // Of many ways, those that win anywhere share the colours.
  const winning = [...new Set(winners.flat().map(({ contender }) => contender))].sort((a, b) => a - b);
  const hueAt = (contender: number) => hueOf(names.length > mostStrokes ? winning.indexOf(contender) : contender, theme);
  const [rows, columns] = isDown ? [places.length, variants.length] : [variants.length, places.length];
  const namesOfNetworks = variants.map(({ letter, title: name }) => ({ letter, name }));
  const sizeNames = 10 + widestOf(sizes.labels);
  const left = isDown
    ? sizeNames
    : Math.min(
        width * heads,
        width - columns * leastWidth,
        14 + Math.max(...namesOfNetworks.map(({ letter, name }) => boldOf(`${letter} ${name}`))),
      );
  const across = (width - left) / columns;
  const downWith = (foot: number) => Math.min(96, (height - head - foot) / rows);
  const valueOf = (variant: number, best: Best) => {
    const worth = worthOf(table, sides, variant, best, measure);
    return worth === null ? "–" : write(worth);
  };
  const isWhole = winners.every((bests, variant) =>
    bests.every((best) => wordsIn(names[best.contender], valueOf(variant, best), across, downWith(6)).isWhole),
  );
  // Where each cell says who it is, nobody needs a key.
  const key = isWhole ? [] : keyOf(names, winning, width);
  const down = downWith(isWhole ? 6 : keyLine * Math.max(1, key.at(-1)?.row ?? 1) + 6);
  const marks: Mark[] = [textMark("title", 0, 12, `Fastest ${ways.title.toLowerCase()}, and its ${uncapital(title)}`, words)];
  for (const [i, place] of places.entries())
    marks.push(
      isDown
        ? textMark(`size ${place}`, left - 8, head + (i + 0.5) * down + 4, sizes.labels[place], small(theme, "end"))
        : textMark(`size ${place}`, left + (i + 0.5) * across, head - 8, sizes.labels[place], small(theme, "middle")),
    );
  const wholes = namesOfNetworks.map(({ letter, name }) => (letter === "" ? name : `${letter} ${name}`));
  const room = isDown ? across - 4 : left - 8;
  // Letters alone where there is no room beside each other for all names.
  const isShort = isDown && wholes.some((whole) => boldOf(whole) > room);
  for (const [i, { letter }] of namesOfNetworks.entries()) {
    const text = isShort && letter !== "" ? letter : boldOf(wholes[i]) <= room ? wholes[i] : cut(wholes[i], room);
    marks.push(
      isDown
        ? textMark(`network ${i}`, left + (i + 0.5) * across, head - 8, text, strong(theme.ink, "middle"))
        : textMark(`network ${i}`, 0, head + (i + 0.5) * down + 4, text, strong(theme.ink)),
    );
  }
  const cells: Won[] = [];
  for (const [variant, bests] of winners.entries())
    for (const best of bests) {
      const rank = places.indexOf(best.place);
      const [column, row] = isDown ? [variant, rank] : [rank, variant];
      cells.push({ x: left + column * across, y: head + row * down, width: across, height: down, variant, best });
    }
  for (const { x, y, width: room, height: high, variant, best } of cells) {
    const hue = hueAt(best.contender);
    const ink = inkOn(parseColour(hue));
    const id = `${variant} ${best.place}`;
    const middle = { "text-anchor": "middle", fill: ink };
    marks.push(rectMark(`cell ${id}`, x + 1, y + 1, room - 2, high - 2, { fill: hue, rx: 2 }));
    const value = valueOf(variant, best);
    const { lines, isBeside } = wordsIn(names[best.contender], value, room, high);
    const first = y + high / 2 - (isBeside ? 1 : lines.length + 1) * (line / 2) + 11;
    for (const [i, name] of lines.entries())
      marks.push(
        textMark(`best ${id} ${i}`, isBeside ? x + 8 : x + room / 2, first + line * i, name, {
          "font-size": 11,
          "font-weight": 650,
          ...middle,
          ...(isBeside ? { "text-anchor": "start" } : {}),
        }),
      );
    const [at, base, anchor] = isBeside ? [x + room - 8, first, "end"] : [x + room / 2, first + line * lines.length, "middle"];
    marks.push(textMark(`value ${id}`, at, base, value, { "font-size": 11, ...middle, "text-anchor": anchor }));
  }
  const keyTop = head + rows * down + 8;
  for (const { contender, x, row, name } of key) {
    const y = keyTop + (row - 1) * keyLine;
    marks.push(
      rectMark(`key ${contender}`, x, y, 10, 10, { fill: hueAt(contender), rx: 2 }),
      textMark(`key name ${contender}`, x + 15, y + 9, name, words),
    );
  }
  return { marks, cells };
}

/** Outline of a cell. */
export function cellOutline({ x, y, width, height }: Won, stroke: string): Mark {
  return pathMark("hover", `M${tenth(x + 1)} ${tenth(y + 1)}h${tenth(width - 2)}v${tenth(height - 2)}h${tenth(2 - width)}z`, {
    stroke,
    "stroke-width": 2,
  });
}

/** What stands in a cell: a name on its lines and a value below it, or beside it where a cell is low. */
interface Words {
  readonly lines: readonly string[];
  readonly isBeside: boolean;
  /** Whether the name is there in full. */
  readonly isWhole: boolean;
}

/** The words of a cell of that width and height: a name in full where that has room, else its initials or nothing. */
function wordsIn(name: string, value: string, width: number, height: number): Words {
  const isBeside = height < leastHeight;
  const room = width - 8 - (isBeside ? textWidth(value) + 6 : 0);
  const whole = isBeside ? (boldOf(name) <= room ? [name] : null) : inLines(name, room, boldStyle);
  const most = isBeside ? 1 : Math.floor((height - padding) / line) - 1;
  if (whole !== null && whole.length <= Math.max(1, most)) return { lines: whole, isBeside, isWhole: true };
  return { lines: [fitting(name, room)].filter((each) => each !== ""), isBeside, isWhole: false };
}

/** As much of a text in bold type as fits into a width, pixels. */
function cut(text: string, room: number): string {
  let letters = text.length - 1;
  while (letters > 1 && boldOf(`${text.slice(0, letters)}…`) > room) letters--;
  return `${text.slice(0, letters)}…`;
}

/** The key of those that win anywhere, in rows. */
function keyOf(labels: readonly string[], winning: readonly number[], width: number) {
  let [x, row] = [0, 1];
  return winning.map((contender) => {
    const name = labels[contender];
    const room = 15 + textWidth(name) + 16;
    if (x > 0 && x + room > width) [x, row] = [0, row + 1];
    const placed = { contender, x, row, name };
    x += room;
    return placed;
  });
}

function keyRows(labels: readonly string[], width: number): number {
  return keyOf(labels, [...labels.keys()], width).at(-1)?.row ?? 1;
}
