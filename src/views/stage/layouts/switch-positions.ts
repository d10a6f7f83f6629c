/**
 * Positions of switches in a network that is drawn by hand, in steps: stored positions, and positions from a layout for all other switches.
 */
import { memoize } from "../../../core/base/memoize.ts";
import type { Network } from "../../../core/network/network.ts";
import type { StageLayout } from "../scene.ts";

/** Pixels of a step at the nominal scale. */
export const stepPixels = 4;
/** Size of the drawing in which a layout computes missing positions, pixels. */
const layoutSize = { width: 960, height: 600 } as const;
/** Minimum typical distance of neighbors, steps. */
const minNeighborDistance = 30;

/** [S × 2] Positions x, y of all switches, integer steps relative to the center of the drawing. */
export type SwitchPositions = Int32Array;

/**
 * Returns a memoized function from a network to its switch positions.
 * @param layouts Candidate layouts; the last accepts every network.
 */
export function switchPositionsUsing(layouts: readonly StageLayout[]): (network: Network) => SwitchPositions {
  const layoutPositions = memoize((network: Network) => positionsFromLayout(layouts, network));
  return memoize((network) => {
    const { terminals, look } = network;
    const positions = layoutPositions(network).slice();
    for (const [node, [x, y]] of look?.places ?? []) {
      if (node < terminals) continue;
      positions[2 * (node - terminals)] = x;
      positions[2 * (node - terminals) + 1] = y;
    }
    return positions;
  });
}

/**
 * Positions from the first layout that fits, scaled such that neighbors have at least the minimum distance; in rows if that layout draws
 * several switches in one box.
 */
function positionsFromLayout(layouts: readonly StageLayout[], network: Network): SwitchPositions {
  const { terminals, switches, axes } = network;
  const positions = new Float64Array(2 * switches);
  const hasPosition = new Uint8Array(switches);
  const layout = layouts.find((each) => each.fits(axes));
  const boxes = switches === 0 ? [] : (layout?.place(network, layoutSize.width, layoutSize.height).boxes ?? []);
  for (const { switches: boxSwitches, x, y, width, height } of boxes) {
    if (boxSwitches.length > 1) continue;
    const switchIndex = boxSwitches[0] - terminals;
    positions[2 * switchIndex] = x + width / 2 - layoutSize.width / 2;
    positions[2 * switchIndex + 1] = y + height / 2 - layoutSize.height / 2;
    hasPosition[switchIndex] = 1;
  }
  if (hasPosition.includes(0)) return positionsInRows(switches);
  const neighborDistance = typicalDistance(positions);
  const scale = Math.max(1 / stepPixels, neighborDistance === 0 ? 0 : minNeighborDistance / neighborDistance);
  return Int32Array.from(positions, (each) => Math.round(each * scale));
}

/** Positions in rows from left to right, top to bottom. */
export function positionsInRows(count: number): SwitchPositions {
  const columns = Math.max(1, Math.ceil(Math.sqrt(count * 1.6)));
  const rows = Math.ceil(count / columns);
  return Int32Array.from({ length: 2 * count }, (_, i) => {
    const switchIndex = i >> 1;
    const position = i % 2 === 0 ? (switchIndex % columns) - (columns - 1) / 2 : Math.floor(switchIndex / columns) - (rows - 1) / 2;
    return Math.round(position * minNeighborDistance);
  });
}

/** The first quartile of the distances from a position to its nearest neighbor; 0 for fewer than two positions. */
export function typicalDistance(positions: ArrayLike<number>): number {
  const count = positions.length / 2;
  if (count < 2) return 0;
  // A sample of about 200 positions is sufficient.
  const sampleStep = Math.max(1, Math.floor(count / 200));
  const nearestDistances: number[] = [];
  for (let i = 0; i < count; i += sampleStep) {
    let minSquared = Infinity;
    for (let otherIndex = 0; otherIndex < count; otherIndex++) {
      if (otherIndex !== i)
        minSquared = Math.min(
          minSquared,
          (positions[2 * i] - positions[2 * otherIndex]) ** 2 + (positions[2 * i + 1] - positions[2 * otherIndex + 1]) ** 2,
        );
    }
    nearestDistances.push(Math.sqrt(minSquared));
  }
  return nearestDistances.sort((a, b) => a - b)[Math.floor(nearestDistances.length / 4)];
}
