/** Links of a tree: two channels each, up on the left and down on the right. Links of collapsed groups share one pair of lines. */
import type { Network } from "../../../core/network/network.ts";
import type { RowBox, TreeRows } from "./levels.ts";
import { type CubicCurve, type Line, verticalCurve } from "../scene.ts";

/** Terminals closer than this share one line to their switch, pixels. */
const minSeparatePitch = 2;
/** Half the distance between the two lines of a bundle, pixels. */
const bundleHalfGap = 2.1;

export interface Spacing {
  readonly left: number;
  readonly pitch: number;
  /** Vertical position at which the lines of terminals begin, pixels. */
  readonly axisTop: number;
  /** Half the distance between the two lines of a link, pixels. */
  readonly halfGap: number;
  readonly visibleWidth: number;
}

interface TreeBundle {
  readonly lower: RowBox;
  readonly upper: RowBox;
  /** Channels that lead up. */
  readonly upChannels: number[];
}

/** The visible lines, and the center line of each link. */
export function treeLines(
  network: Network,
  rows: TreeRows,
  boxOfNode: readonly RowBox[],
  { left, pitch, axisTop, halfGap, visibleWidth }: Spacing,
) {
  const { head, tail, reverse } = network;
  const lines: Line[] = [];
  const centerLines: CubicCurve[] = [];
  const isOutside = (x1: number, x2: number) => (x1 < -8 && x2 < -8) || (x1 > visibleWidth + 8 && x2 > visibleWidth + 8);
  /** Horizontal center of the port by which a channel leaves a switch. */
  const portX = (c: number) => {
    const { box } = boxOfNode[tail[c]];
    const channelsOfSide = (rows.isUp[c] === 1 ? rows.up : rows.down)[tail[c]];
    return box.x + ((rows.port[c] + 0.5) * box.width) / channelsOfSide.length;
  };
  /**
   * Adds the two lines of a link, or of a bundle of links: its up channels on the left and its down channels on the right, whether it leads
   * up to the left or to the right. `isWide` lines are those of collapsed groups.
   */
  const addLink = (
    upChannels: readonly number[],
    x1: number,
    y1: number,
    x2: number,
    y2: number,
    halfDistance: number,
    isWide: boolean,
  ) => {
    if (isOutside(x1, x2)) return;
    const middle = verticalCurve(x1, y1, x2, y2);
    // x and y of the four points of the curve.
    const [a, b, c, d, e, f, g, h] = middle;
    centerLines.push(middle);
    lines.push(
      {
        channels: upChannels,
        curve: [a - halfDistance, b, c - halfDistance, d, e - halfDistance, f, g - halfDistance, h],
        isThin: false,
        isWide,
      },
      {
        channels: upChannels.map((channel) => reverse[channel]),
        curve: [g + halfDistance, h, e + halfDistance, f, c + halfDistance, d, a + halfDistance, b],
        isThin: false,
        isWide,
      },
    );
  };
  const bottomOf = ({ box }: RowBox) => box.y + box.height;

  for (const leaf of rows.switches[0]) {
    const rowBox = boxOfNode[leaf];
    if (rowBox.isClosed && rowBox.box.switches[0] !== leaf) continue;
    const upChannels = rowBox.box.switches.flatMap((node) => rows.down[node].map((c) => reverse[c]));
    const terminalX = (c: number) => left + (rows.position[tail[c]] + 0.5) * pitch;
    if (upChannels.length === 0 || isOutside(terminalX(upChannels[0]), terminalX(upChannels[upChannels.length - 1]))) continue;
    if (pitch >= minSeparatePitch && !rowBox.isClosed)
      for (const c of upChannels) addLink([c], terminalX(c), axisTop, portX(reverse[c]), bottomOf(rowBox), halfGap, false);
    else {
      const middle = upChannels.reduce((sum, c) => sum + terminalX(c), 0) / upChannels.length;
      const [halfDistance, isWide] = rowBox.isClosed && rowBox.box.width >= 12 ? [bundleHalfGap, true] : [halfGap, false];
      addLink(upChannels, middle, axisTop, rowBox.box.x + rowBox.box.width / 2, bottomOf(rowBox), halfDistance, isWide);
    }
  }
  for (const row of rows.switches) {
    const bundles: TreeBundle[] = [];
    for (let i = 0; i < row.length; i++) {
      const lower = boxOfNode[row[i]];
      if (lower.isClosed && lower.box.switches[0] !== row[i]) continue;
      const channelsByUpper = new Map<RowBox, number[]>();
      for (const node of lower.box.switches) {
        for (const c of rows.up[node]) {
          const upper = boxOfNode[head[c]];
          if (!lower.isClosed && !upper.isClosed) {
            addLink([c], portX(c), lower.box.y, portX(reverse[c]), bottomOf(upper), halfGap, false);
            continue;
          }
          const upChannelsToUpper = channelsByUpper.get(upper);
          if (upChannelsToUpper === undefined) channelsByUpper.set(upper, [c]);
          else upChannelsToUpper.push(c);
        }
      }
      for (const [upper, upChannels] of channelsByUpper) bundles.push({ lower, upper, upChannels });
    }
    placeBundles(bundles, (upChannels, x1, y1, x2, y2, isWide) =>
      addLink(upChannels, x1, y1, x2, y2, isWide ? bundleHalfGap : halfGap, isWide),
    );
  }
  return { lines, centerLines };
}

/** Places bundles side by side along the edges of the boxes that they connect, wide where there are at least 12 pixels for each. */
function placeBundles(
  bundles: readonly TreeBundle[],
  addLink: (upChannels: readonly number[], x1: number, y1: number, x2: number, y2: number, isWide: boolean) => void,
): void {
  const countAbove = new Map<RowBox, number>();
  const countBelow = new Map<RowBox, number>();
  const nextIndex = (counts: Map<RowBox, number>, rowBox: RowBox) => {
    const index = counts.get(rowBox) ?? 0;
    counts.set(rowBox, index + 1);
    return index;
  };
  const indices = bundles.map(({ lower, upper }) => ({ up: nextIndex(countAbove, lower), down: nextIndex(countBelow, upper) }));
  bundles.forEach(({ lower, upper, upChannels }, i) => {
    const spacing = { up: lower.box.width / (countAbove.get(lower) ?? 1), down: upper.box.width / (countBelow.get(upper) ?? 1) };
    const x1 = lower.box.x + (indices[i].up + 0.5) * spacing.up;
    const x2 = upper.box.x + (indices[i].down + 0.5) * spacing.down;
    addLink(upChannels, x1, lower.box.y, x2, upper.box.y + upper.box.height, Math.min(spacing.up, spacing.down) >= 12);
  });
}
