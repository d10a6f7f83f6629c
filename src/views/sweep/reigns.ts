/** Ranges in which a contender is the best: a heavy line along the best values, and a band below that names the contenders. */
import { truncateText } from "../plot/text-fit.ts";
import { type Best, crossing, type Reign, reignsOf } from "../../core/measures/contest.ts";
import type { SweepAxis } from "../../core/measures/sweep.ts";
import { small } from "../plot/axes.ts";
import { textWidth, type TextStyle, strongWeight } from "../plot/text-width.ts";
import type { Canvas, Theme } from "../contract.ts";
import { hueOf, inkOn, parseColour } from "../marks/colour.ts";
import { circleMark, halo, type Mark, pathMark, rectMark, tenth, textMark } from "../marks/marks.ts";

/** Height of the band, and the space it needs below the lines, pixels. */
const height = 20;
export const bandRoom = height + 10;

/** Geometry of the contenders' lines. */
export interface Drawn {
  readonly names: readonly string[];
  /** Index of a contender among those drawn, which selects its color. */
  readonly rankOf: (contender: number) => number;
  /** x of a size, by its index on the axis. */
  readonly place: (at: number) => number;
  /** y of a contender's line at a size. */
  readonly heightOf: (contender: number, at: number) => number;
  /** y of the horizontal axis. */
  readonly floor: number;
}

/** A range in which one contender leads, with its ends in pixels. */
interface Stretch extends Reign {
  readonly left: number;
  readonly right: number;
  readonly end: number;
}

/** The heavy line, the band, and a dotted line down from each point where one contender overtakes another. */
export function reignMarks(bests: readonly Best[], axis: SweepAxis, drawn: Drawn, { theme }: Canvas): readonly Mark[] {
  const { place, floor } = drawn;
  const marks: Mark[] = [];
  const reigns = reignsOf(bests);
  const stretches: Stretch[] = [];
  for (const [i, reign] of reigns.entries()) {
    const next = reigns[i + 1];
    const left = stretches.at(-1)?.right ?? place(reign.from);
    if (next === undefined) stretches.push({ ...reign, left, right: place(reign.until), end: NaN });
    else stretches.push({ ...reign, left, ...meeting(reign, next, drawn) });
  }
  const heavy = stretches.map(({ contender, from, until, left, right, end }, i) => {
    const before = stretches[i - 1];
    const own = bests.filter((best) => best.contender === contender && isWithin(place(best.place), place(from), place(until)));
    const points = [
      ...(before === undefined ? [] : [[left, before.end] as const]),
      ...own.map((best) => [place(best.place), drawn.heightOf(contender, best.place)] as const),
      ...(Number.isNaN(end) ? [] : [[right, end] as const]),
    ];
    return { d: `M${points.map(([x, y]) => `${tenth(x)} ${tenth(y)}`).join("L")}`, contender };
  });
  const joined = { "stroke-linejoin": "round", "stroke-linecap": "round" };
  marks.push(
    ...heavy.map(({ d }, i) => pathMark(`halo ${i}`, d, { stroke: theme.surface, "stroke-width": 7, ...joined })),
    ...heavy.map(({ d, contender }, i) =>
      pathMark(`best ${i}`, d, { stroke: hueOf(drawn.rankOf(contender), theme), "stroke-width": 4, ...joined }),
    ),
  );
  const words = crossings(stretches, axis, theme, floor);
  const top = floor + 7;
  for (const [i, stretch] of stretches.entries()) {
    const { contender, left, right, end } = stretch;
    const [x, width] = [i === 0 ? left - 4 : left, right - left + (i === 0 ? 4 : 0) + (i === stretches.length - 1 ? 4 : 0)];
    const hue = hueOf(drawn.rankOf(contender), theme);
    marks.push(rectMark(`reign ${i}`, x, top, width - (i === stretches.length - 1 ? 0 : 1.5), height, { fill: hue, rx: 2 }));
    const name = fitting(drawn.names[contender], width - 8);
    if (name !== "")
      marks.push(
        textMark(`reign name ${i}`, x + width / 2, top + 14, name, {
          "font-size": 11,
          "font-weight": strongWeight,
          "text-anchor": "middle",
          fill: inkOn(parseColour(hue)),
        }),
      );
    if (Number.isNaN(end)) continue;
    marks.push(
      pathMark(`overtaken ${i}`, `M${tenth(right)} ${tenth(end)}V${tenth(top)}`, {
        stroke: theme.ink2,
        "stroke-dasharray": "1.2 3.4",
        "stroke-linecap": "round",
      }),
      circleMark(`crossing ${i}`, right, end, 4, { fill: theme.surface, stroke: theme.ink, "stroke-width": 1.5 }),
    );
  }
  return [...marks, ...words];
}

const isWithin = (x: number, from: number, until: number) => x >= from - 0.1 && x <= until + 0.1;

/** Intersection of the lines of two successive leaders. */
function meeting(reign: Reign, next: Reign, { place, heightOf }: Drawn): Pick<Stretch, "right" | "end"> {
  const ends = [reign.until, next.from] as const;
  const heightsOf = (contender: number) => ends.map((at) => heightOf(contender, at)) as unknown as readonly [number, number];
  const [own, other] = [heightsOf(reign.contender), heightsOf(next.contender)];
  const part = crossing(own, other);
  const [from, to] = ends.map(place);
  return { right: from + part * (to - from), end: own[0] + part * (own[1] - own[0]) };
}

/** `16 KiB to 64 KiB` beside each dotted line, where it fits. */
function crossings(stretches: readonly Stretch[], { labels }: SweepAxis, theme: Theme, floor: number): readonly Mark[] {
  const taken: { readonly from: number; readonly to: number; readonly row: number }[] = [];
  return stretches.slice(0, -1).flatMap(({ right, until }, i) => {
    const text = `${labels[until]} to ${labels[stretches[i + 1].from]}`;
    const [from, to] = [right + 5, right + 10 + textWidth(text)];
    const row = [0, 1, 2].find((each) => taken.every((other) => other.row !== each || other.to < from || other.from > to));
    if (row === undefined) return [];
    taken.push({ from, to, row });
    return [textMark(`overtaken at ${i}`, from, floor - 6 - 14 * row, text, { ...small(theme), ...halo(theme.surface) })];
  });
}

/**
 * A name shortened to a width in pixels: in full, by its initials, `RD`, or truncated if it is a single word. Empty if nothing useful fits.
 */
export function fitting(name: string, room: number): string {
  if (boldOf(name) <= room) return name;
  const words = name.split(" ");
  if (words.length > 1) {
    const initials = words.map((word) => (/^\d/.test(word) ? word : word[0].toUpperCase())).join("");
    return boldOf(initials) <= room ? initials : "";
  }
  const cut = truncateText(name, room, boldStyle);
  return cut.length < 4 ? "" : cut;
}

/** Text style of bold words. */
export const boldStyle: TextStyle = { weight: strongWeight };

/** Width of a bold word, pixels. */
export const boldOf = (text: string) => textWidth(text, boldStyle);
