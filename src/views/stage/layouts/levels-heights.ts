/** Vertical layout of a tree: rows of switches, stubs of terminals, and the terminal axis with its bars. */
import { heightZoom, type Viewport } from "../viewport.ts";

/** Height of a switch with clearly separated lines, and maximum height of a box of many switches, pixels. */
const [tallBoxHeight, maxGroupBoxHeight] = [42, 56];
/** Margin above the top row for the outline of a highlighted switch, pixels. */
const topMargin = 5;
/** Range of the maximum vertical zoom: enough to read numbers, while neighboring rows remain visible together. */
const maxHeightZoomRange = { least: 2, most: 4 };

/** Space available for the rows; pitches are the widths of a terminal and of the widest leaf switch, pixels. */
export interface RowSpace {
  readonly height: number;
  readonly rows: number;
  readonly pitch: number;
  readonly boxPitch: number;
  /** Whether many switches share a box, which then shows each switch as a column. */
  readonly isGrouped: boolean;
}

export interface RowHeights {
  readonly boxHeight: number;
  /** Center of each level's row, the leaves first, pixels. */
  readonly rowCenters: readonly number[];
  /** Top of the terminals' lines, and height of the bar area below it, pixels. */
  readonly axisTop: number;
  readonly barAreaHeight: number;
}

/** Heights of the rows of a tree at zoom 1, which share the height above the terminal axis, its bars and the short links to the leaves. */
export function heightsAtFullView({ height, rows: rowCount, pitch, boxPitch, isGrouped }: RowSpace): RowHeights {
  const barAreaHeight = Math.max(18, Math.min(64, height * 0.11));
  const stubHeight = Math.max(8, Math.min(24, height * 0.035));
  const availableHeight = height - barAreaHeight - stubHeight - 34;
  const { boxHeight } = boxHeightIn(availableHeight, { rows: rowCount, pitch, boxPitch, isGrouped });
  // In a tree with one row the terminal links take all the remaining height, because there is nothing else to show.
  const remainingHeight = Math.max(0, availableHeight - rowCount * boxHeight);
  const gap = rowCount === 1 ? 0 : remainingHeight / (rowCount - 1);
  const rowCenters = Array.from({ length: rowCount }, (_, level) => topMargin + (rowCount - 1 - level) * (boxHeight + gap) + boxHeight / 2);
  return {
    boxHeight,
    rowCenters,
    axisTop: rowCenters[0] + boxHeight / 2 + stubHeight + (rowCount === 1 ? remainingHeight : 0),
    barAreaHeight,
  };
}

function boxHeightIn(availableHeight: number, { rows: rowCount, pitch, boxPitch, isGrouped }: Omit<RowSpace, "height">) {
  const isRoomy = pitch >= 19 && availableHeight / (rowCount + (rowCount - 1) * 0.6) >= tallBoxHeight;
  const maxHeight = isGrouped ? maxGroupBoxHeight : isRoomy ? tallBoxHeight : boxPitch >= 40 ? 29 : 20;
  return { boxHeight: Math.max(4, Math.min(maxHeight, availableHeight / (rowCount + (rowCount - 1) * 1.2))) };
}

/** Maximum vertical zoom of a tree with those heights. */
export function maxHeightZoomOf({ boxHeight }: RowHeights): number {
  return Math.max(maxHeightZoomRange.least, Math.min(maxHeightZoomRange.most, tallBoxHeight / boxHeight));
}

/** Heights of a zoomed tree. `fullView` has the heights at zoom 1, `space` the pitches at the present zoom. */
export function zoomedHeights(fullView: RowHeights, viewport: Viewport, space: RowSpace): RowHeights {
  const up = heightZoom(viewport.zoom, maxHeightZoomOf(fullView));
  const availableHeight = up * (space.height - fullView.barAreaHeight - 34);
  return {
    ...boxHeightIn(availableHeight, space),
    rowCenters: fullView.rowCenters.map((middle) => middle * up + viewport.y),
    axisTop: fullView.axisTop * up + viewport.y,
    barAreaHeight: fullView.barAreaHeight * up,
  };
}
