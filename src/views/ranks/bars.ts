/** The stretches as bars: a path for each kind; what is narrower than a pixel is drawn together with its neighbours. */
import type { Theme } from "../contract.ts";
import { type Attributes, type Mark, pathMark, tenth, textMark } from "../shared/marks.ts";
import { timeAt } from "../shared/span-rows.ts";
import { patternIn, patternLook } from "../shared/stacked-bars.ts";
import type { RankRows } from "./arrows.ts";
import { kindLooks } from "./looks.ts";
import { kinds, kindOf, ranksIn, stretchAfter, taskOf, type Told } from "./told.ts";

/** Narrower and lower bars have no pattern, pixels. */
const patterned = { width: 3, height: 4 };
/** Bars as high as this have names; a character of them is so wide at most, pixels. */
const named = { height: 12, character: 6.1, margin: 6 };

/** A bar of one kind in a row: a stretch, or several that share a pixel. */
interface Bar {
  readonly kind: number;
  readonly x: number;
  readonly width: number;
  /** The stretch that it is; −1 for several. */
  readonly stretch: number;
}

/** The bars of a rank from left to right, none narrower than a pixel but at the right edge. Of several in a pixel the kind that lasts longest is drawn. */
export function barsOf({ timeline }: Told, rank: number, { box }: RankRows): readonly Bar[] {
  const bars: Bar[] = [];
  const last = timeline.first[rank + 1];
  const sums = new Float64Array(kinds.length);
  for (let s = stretchAfter(timeline, rank, box.from); s < last && timeline.from[s] < box.to;) {
    const x = Math.max(box.left, timeAt(box, timeline.from[s]));
    const right = Math.min(box.right, timeAt(box, timeline.to[s]));
    if (right - x >= 1 || s + 1 >= last) {
      if (right > x) bars.push({ kind: timeline.kind[s], x, width: Math.max(Math.min(1, box.right - x), right - x), stretch: s });
      s++;
      continue;
    }
    // All that begins within this pixel and does not reach beyond the next.
    sums.fill(0);
    const begun = s;
    let [end, count] = [right, 0];
    for (; s < last && timeline.from[s] < box.to; s++, count++) {
      const until = timeAt(box, timeline.to[s]);
      if (count > 0 && (end - x >= 1 || until - end >= 1)) break;
      sums[timeline.kind[s]] += timeline.to[s] - timeline.from[s];
      end = Math.min(box.right, until);
    }
    const kind = sums.indexOf(Math.max(...sums));
    const width = Math.max(end - x, Math.min(1, box.right - x));
    if (sums[kind] > 0) bars.push({ kind, x, width, stretch: count === 1 ? begun : -1 });
  }
  return bars;
}

/** All bars as marks; paler where others stand out from among them. */
export function barMarks(told: Told, rows: RankRows, theme: Theme, isPale: boolean): readonly Mark[] {
  const { timeline } = told;
  const looks = kindLooks(theme);
  const [fills, lines] = [looks.map(() => ""), looks.map(() => "")];
  const names: Mark[] = [];
  for (let rank = 0; rank < ranksIn(timeline); rank++) {
    const y = rows.tops[rank];
    for (const { kind, x, width, stretch } of barsOf(told, rank, rows)) {
      fills[kind] += barPath(x, y, width, rows.height);
      if (width >= patterned.width && rows.height >= patterned.height)
        lines[kind] += patternIn(looks[kind].pattern, tenth(x), tenth(width), tenth(y), tenth(y + rows.height));
      if (rows.height < named.height || stretch < 0 || kindOf(timeline, stretch) !== "compute") continue;
      const name = nameIn(taskOf(timeline, stretch), width);
      if (name !== "") names.push(textMark(`name ${stretch}`, x + width / 2, y + rows.height / 2 + 3.7, name, nameLook(theme, isPale)));
    }
  }
  const pale: Attributes = isPale ? { opacity: 0.3 } : {};
  return [
    ...looks.flatMap((look, kind) => {
      if (fills[kind] === "") return [];
      const outline = look.pattern === "outlined" && rows.height >= patterned.height ? { stroke: theme.edge, "stroke-width": 0.6 } : {};
      const bar = pathMark(`bars ${look.id}`, fills[kind], { fill: look.fill, ...outline, ...pale });
      return lines[kind] === ""
        ? [bar]
        : [bar, pathMark(`lines ${look.id}`, lines[kind], { ...patternLook(look.pattern, theme), ...pale })];
    }),
    ...names,
  ];
}

export function barPath(x: number, y: number, width: number, height: number): string {
  return `M${tenth(x)} ${tenth(y)}h${tenth(width)}v${tenth(height)}h${-tenth(width)}z`;
}

/** A task's name as it fits into a bar: whole, without its spaces, or not at all. */
function nameIn(name: string, width: number): string {
  const room = (width - named.margin) / named.character;
  const tight = name.replaceAll(" ", "");
  return name.length <= room ? name : tight.length <= room ? tight : "";
}

const nameLook = (theme: Theme, isPale: boolean): Attributes => ({
  "font-size": 10.5,
  "text-anchor": "middle",
  fill: isPale ? theme.ink2 : theme.ink,
});
