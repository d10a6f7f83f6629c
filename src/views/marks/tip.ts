/** What is told beside a spot of a drawing. */
import type { Canvas } from "../contract.ts";
import { type Mark, rectMark, textMark } from "./marks.ts";
import type { Spot } from "./pointing.ts";

/** Words in lines of at most so many letters, as far as they can be broken. */
function brokenTo(text: string, most: number): readonly string[] {
  const lines = [""];
  for (const word of text.split(" ")) {
    const last = lines[lines.length - 1];
    if (last === "" || last.length + 1 + word.length <= most) lines[lines.length - 1] = last === "" ? word : `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** Widest line of what is told of a spot, letters. */
const longestLine = 58;

/** The outline of a spot, and its value and name in a box beside it that stays within what is in sight of the drawing. */
export function tipMarks(
  { x, y, value, name, more = [], outline }: Spot,
  { width, height, theme }: Canvas,
  sight = { left: 0, right: width },
): readonly Mark[] {
  const letters = Math.floor((sight.right - sight.left - 16) / 6.4);
  const lines = [
    ...brokenTo(name, letters),
    ...more.flatMap((line) => brokenTo(line, Math.min(longestLine, letters - 1)).map((part, i) => (i > 0 ? `\u2003${part}` : part))),
  ];
  const values = brokenTo(value, Math.floor((sight.right - sight.left - 16) / 7.2));
  const longest = (all: readonly string[]) => Math.max(...all.map(({ length }) => length));
  const box = { width: 16 + Math.max(6.4 * longest(lines), 7.2 * longest(values)), height: 10 + 16 * (values.length + lines.length) };
  // Beside the spot where there is room, else above it or below: what is named stays in sight.
  const isNarrow = Math.max(x - sight.left, sight.right - x) < box.width + 14;
  const beside = isNarrow ? x - box.width / 2 : x + 14 + box.width > sight.right ? x - 14 - box.width : x + 14;
  const level = !isNarrow ? y - box.height / 2 : y > box.height + 10 ? y - box.height - 10 : y + 10;
  const left = Math.max(sight.left, Math.min(sight.right - box.width, beside));
  const top = Math.max(0, Math.min(height - box.height, level));
  return [
    ...outline,
    rectMark("tip", left, top, box.width, box.height, { rx: 6, fill: theme.ink }),
    ...values.map((line, i) =>
      textMark(i === 0 ? "tip value" : `tip value ${i}`, left + 8, top + 17 + 16 * i, line, {
        "font-size": 12,
        "font-weight": 650,
        fill: theme.ground,
      }),
    ),
    ...lines.map((line, i) =>
      textMark(i === 0 ? "tip name" : `tip name ${i}`, left + 8, top + 17 + 16 * (values.length + i), line, {
        "font-size": 11,
        fill: theme.ground,
      }),
    ),
  ];
}
