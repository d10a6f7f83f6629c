/** Places labels of a few lines next to the marks that they summarize, where they cover nothing. */
import type { Theme } from "../../../../views/contract.ts";
import { textHalo, type Mark, textMark } from "../../../../views/marks/marks.ts";
import { smallText } from "../../../../views/plot/vertical-axis.ts";
import { firstFreePlace, type LabelBox } from "../../../../views/plot/labels.ts";
import { calloutStyle, fontAttributes, maxTextWidth } from "../../../../views/plot/text-width.ts";

export interface PlotLabel {
  readonly key: string;
  /** The lines of the label. The first line is larger and has the color `fill`. */
  readonly lines: readonly string[];
  readonly fill: string;
  /**
   * The x coordinate next to which the label is placed, and the side: −1 for the left, 1 for the right. `middleY` is the y coordinate of
   * its center. Pixels.
   */
  readonly edgeX: number;
  readonly side: -1 | 1;
  readonly middleY: number;
}

/** Line height, in pixels. */
const lineHeight = 16;
/** Sizes, in pixels, and maximum numbers of the steps by which a label is shifted away from the edge and along it to a free position. */
const shiftSteps = { away: 8, mostAway: 8, along: 6, mostAlong: 40 } as const;

/**
 * Places labels one after the other, each as close as possible to its preferred position: on the side `side` (−1 left, 1 right) of `edgeX`,
 * centered at `middleY`. A label must not cover a mark or an earlier label and, if possible, no line. If there is no such position, the
 * label has its preferred position. Boxes are [left, top, right, bottom] in pixels.
 */
export function placePlotLabels(
  labels: readonly PlotLabel[],
  marks: readonly LabelBox[],
  avoidedLines: readonly LabelBox[],
  bounds: LabelBox,
  theme: Theme,
): readonly Mark[] {
  const obstacles = [...marks];
  return labels.flatMap(({ key, lines: labelLines, fill, edgeX, side, middleY }) => {
    const width = maxTextWidth(labelLines, calloutStyle);
    const height = lineHeight * labelLines.length;
    /** The box of the label, moved horizontally `away` from the edge and vertically `along` it. */
    const boxAt = (away: number, along: number): LabelBox => {
      // If there is not enough space beside the edge, there may be space above or below the marks.
      const left = Math.max(bounds[0], Math.min(bounds[2] - width, edgeX + side * away - (side < 0 ? width : 0)));
      const top = middleY - height / 2 + along;
      return [left, top, left + width, top + height];
    };
    const candidates = labelShifts.map(({ away, along }) => ({ box: boxAt(away, along) }));
    const { box } =
      firstFreePlace(candidates, [...obstacles, ...avoidedLines], bounds) ?? firstFreePlace(candidates, obstacles, bounds) ?? candidates[0];
    obstacles.push(box);
    return labelLines.map((text, i) =>
      textMark(`${key} ${i}`, box[0], box[1] + 12 + lineHeight * i, text, {
        ...(i === 0 ? { ...fontAttributes(calloutStyle), fill } : smallText(theme)),
        ...textHalo(theme.surface),
      }),
    );
  });
}

/** All shifts from the preferred position, the shortest first. */
const labelShifts = Array.from({ length: shiftSteps.mostAway + 1 }, (_, i) => i * shiftSteps.away)
  .flatMap((away) =>
    Array.from({ length: 2 * shiftSteps.mostAlong + 1 }, (_, i) => ({ away, along: (i - shiftSteps.mostAlong) * shiftSteps.along })),
  )
  .toSorted((a, b) => Math.hypot(a.away, a.along) - Math.hypot(b.away, b.along));
