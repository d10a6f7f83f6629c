/** Words in lines beside the marks that they sum up, where they hide nothing. */
import type { Theme } from "../../../../views/contract.ts";
import { halo, type Mark, textMark } from "../../../../views/marks/marks.ts";
import { small } from "../../../../views/plot/axes.ts";
import { freeOf, type LabelBox } from "../../../../views/plot/labels.ts";
import { calloutStyle, fontAttributes, widestOf } from "../../../../views/plot/text-width.ts";

export interface WordBlock {
  readonly key: string;
  /** Lines, of which the first is the largest, in a colour of its own. */
  readonly words: readonly string[];
  readonly fill: string;
  /** The edge beside which they are, to the left of it, −1, or to the right, 1; and the height of their middle, pixels. */
  readonly edge: number;
  readonly way: -1 | 1;
  readonly middle: number;
}

/** From one line to the next, and steps away from the edge and from the middle that are tried, pixels each. */
const lineHeight = 16;
const steps = { away: 8, mostAway: 8, along: 6, mostAlong: 40 } as const;

/**
 * The blocks one after the other, each as near to its place as it lies on no mark, on no block before it, and crosses no line; where there is no
 * such place, as near as it lies on no mark.
 */
export function wordBlocks(
  blocks: readonly WordBlock[],
  marks: readonly LabelBox[],
  lines: readonly LabelBox[],
  field: LabelBox,
  theme: Theme,
): readonly Mark[] {
  const taken = [...marks];
  return blocks.flatMap(({ key, words, fill, edge, way, middle }) => {
    const width = widestOf(words, calloutStyle);
    const height = lineHeight * words.length;
    const boxAt = (away: number, along: number): LabelBox => {
      // Where there is no room beside the edge, there may be some above or below the marks.
      const left = Math.max(field[0], Math.min(field[2] - width, edge + way * away - (way < 0 ? width : 0)));
      const top = middle - height / 2 + along;
      return [left, top, left + width, top + height];
    };
    const places = shifts.map(({ away, along }) => ({ box: boxAt(away, along) }));
    const { box } = freeOf(places, [...taken, ...lines], field) ?? freeOf(places, taken, field) ?? places[0];
    taken.push(box);
    return words.map((text, i) =>
      textMark(`${key} ${i}`, box[0], box[1] + 12 + lineHeight * i, text, {
        ...(i === 0 ? { ...fontAttributes(calloutStyle), fill } : small(theme)),
        ...halo(theme.surface),
      }),
    );
  });
}

/** Ways away from a place, the shortest first. */
const shifts = Array.from({ length: steps.mostAway + 1 }, (_, i) => i * steps.away)
  .flatMap((away) => Array.from({ length: 2 * steps.mostAlong + 1 }, (_, i) => ({ away, along: (i - steps.mostAlong) * steps.along })))
  .toSorted((a, b) => Math.hypot(a.away, a.along) - Math.hypot(b.away, b.along));
