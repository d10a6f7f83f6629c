/** Places labels of a few lines next to the marks that they summarize, where they cover nothing. */
import type { Theme } from "../../../../views/contract.ts";
import { halo, type Mark, textMark } from "../../../../views/marks/marks.ts";
import { small } from "../../../../views/plot/axes.ts";
import { freeOf, type LabelBox } from "../../../../views/plot/labels.ts";
import { calloutStyle, fontAttributes, widestOf } from "../../../../views/plot/text-width.ts";

export interface WordBlock {
  readonly key: string;
  /** The lines of the label. The first line is larger and has the color `fill`. */
  readonly words: readonly string[];
  readonly fill: string;
  /**
   * The x coordinate next to which the label is placed, and the side: −1 for the left, 1 for the right. `middleY` is the y coordinate of its
   * center. Pixels.
   */
  readonly edge: number;
  readonly way: -1 | 1;
  readonly middle: number;
}

/** Line height; then the sizes, in pixels, and numbers of the steps that are tried away from the edge and along it. */
const lineHeight = 16;
const steps = { away: 8, mostAway: 8, along: 6, mostAlong: 40 } as const;

/**
 * Places the labels one after the other, each as close as possible to its preferred position without covering a mark, an earlier label, or
 * a line. If there is no such position, it may cross lines.
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
      // If there is not enough space beside the edge, there may be space above or below the marks.
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

/** All shifts from the preferred position, the shortest first. */
const shifts = Array.from({ length: steps.mostAway + 1 }, (_, i) => i * steps.away)
  .flatMap((away) => Array.from({ length: 2 * steps.mostAlong + 1 }, (_, i) => ({ away, along: (i - steps.mostAlong) * steps.along })))
  .toSorted((a, b) => Math.hypot(a.away, a.along) - Math.hypot(b.away, b.along));
