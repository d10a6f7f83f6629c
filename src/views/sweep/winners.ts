/** Who wins where as a matrix: a row for each network, a column for each size; in a cell the fastest there, and what it comes to. */
import { isTime } from "../../core/base/time-unit.ts";
import { uncapital } from "../../core/base/words.ts";
import { type Best, bestsOf, contestOf, inOrder, namesOf, type Sides, worthOf } from "../../core/measures/contest.ts";
import type { SweepTable, SweptMeasure } from "../../core/measures/sweep.ts";
import { small, strong, widthOf } from "../axes/axis.ts";
import type { Canvas, Variant } from "../contract.ts";
import { hueOf, inkOn, parseColour } from "../marks/colour.ts";
import { type Mark, pathMark, rectMark, tenth, textMark } from "../marks/marks.ts";
import { mostStrokes } from "../marks/strokes.ts";
import { boldOf, fitting } from "./reigns.ts";

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
const head = 44;
const keyLine = 18;

/** Who is fastest, size by size, in each network. */
export function winnersOf(table: SweepTable, sides: Sides, variants: readonly Variant[]): readonly (readonly Best[])[] {
  return variants.map((_, variant) => bestsOf(contestOf(table, sides, variant)));
}

/** Room that the matrix takes at a width. */
export function roomOfWinners({ axes }: SweepTable, { across, among }: Sides, count: number, width: number) {
  const sizes = axes[across].labels.length;
  const [rows, columns] = width < narrow ? [sizes, count] : [count, sizes];
  const heads = width < narrow ? 64 : 40;
  const wide = Math.max(width, heads + columns * leastWidth);
  const high = width < narrow ? leastHeight : Math.max(leastHeight, Math.min(96, 340 / rows));
  return {
    width: wide,
    height: head + rows * high + keyLine * keyRows(namesOf(axes[among]), wide) + 14,
    least: head + rows * leastHeight + keyLine + 14,
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
  const key = keyOf(names, winning, width);
  const foot = keyLine * Math.max(1, key.at(-1)?.row ?? 1) + 6;
  const [rows, columns] = isDown ? [places.length, variants.length] : [variants.length, places.length];
  const namesOfNetworks = variants.map(({ letter, title: name }) => ({ letter, name }));
  const sizeNames = 10 + Math.max(...sizes.labels.map(widthOf));
  const left = isDown
    ? sizeNames
    : Math.min(
        width * 0.26,
        width - columns * leastWidth,
        14 + Math.max(...namesOfNetworks.map(({ letter, name }) => boldOf(`${letter} ${name}`))),
      );
  const [across, down] = [(width - left) / columns, Math.min(96, (height - head - foot) / rows)];
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
    const worth = worthOf(table, sides, variant, best, measure);
    const value = worth === null ? "–" : write(worth);
    const lines = wrapped(names[best.contender], room - 8, high >= 50);
    const height = 13 * (lines.length + 1);
    for (const [i, line] of lines.entries())
      marks.push(
        textMark(`best ${id} ${i}`, x + room / 2, y + high / 2 - height / 2 + 11 + 13 * i, line, {
          "font-size": 11,
          "font-weight": 650,
          ...middle,
        }),
      );
    marks.push(
      textMark(`value ${id}`, x + room / 2, y + high / 2 - height / 2 + 11 + 13 * lines.length, value, { "font-size": 11, ...middle }),
    );
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

/** A name on one line, or on two where there is room for these, or shortened. */
function wrapped(name: string, room: number, isHigh: boolean): readonly string[] {
  if (boldOf(name) <= room || !isHigh) return [fitting(name, room)].filter((line) => line !== "");
  const words = name.split(/(?<=[ -])/);
  for (let i = words.length - 1; i > 0; i--) {
    const lines = [words.slice(0, i), words.slice(i)].map((line) => line.join("").trimEnd());
    if (lines.every((line) => boldOf(line) <= room)) return lines;
  }
  return [fitting(name, room)].filter((line) => line !== "");
}

function cut(text: string, room: number): string {
  const letters = Math.floor(room / boldOf("n"));
  return text.length <= letters ? text : `${text.slice(0, Math.max(1, letters - 1))}…`;
}

/** The key of those that win anywhere, in rows. */
function keyOf(labels: readonly string[], winning: readonly number[], width: number) {
  let [x, row] = [0, 1];
  return winning.map((contender) => {
    const name = labels[contender];
    const room = 15 + widthOf(name) + 16;
    if (x > 0 && x + room > width) [x, row] = [0, row + 1];
    const placed = { contender, x, row, name };
    x += room;
    return placed;
  });
}

function keyRows(labels: readonly string[], width: number): number {
  return keyOf(labels, [...labels.keys()], width).at(-1)?.row ?? 1;
}
