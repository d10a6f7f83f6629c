/**
 * Rows of activities over time: one row for each rank or terminal, with items that consist of spans of different kinds, distinguished by
 * tone and pattern. Messages are items of two spans, waiting and in flight. Activities of a rank (computing, sending, receiving, waiting)
 * are items of a single span. Overlapping items are in separate lanes.
 */
import { strongWeight } from "../plot/text-width.ts";
import type { Span, Theme } from "../contract.ts";
import { type Mark, pathMark, toTenths, textMark } from "../marks/marks.ts";
import { patternIn, type Phase } from "../bars/stacked-bars.ts";

/** A kind of span with its style and name. */
export type SpanKind = Phase;

export interface ActivityRow {
  readonly label: string;
  /** Items ordered by their start. */
  readonly items: readonly ActivityItem[];
}

export interface ActivityItem {
  /** Number of the object that the item shows, such as a message; −1 for none. */
  readonly id: number;
  /** Row of the other rank or terminal, such as the receiver of a message; −1 for none. */
  readonly peer: number;
  /** Consecutive spans without gaps. */
  readonly spans: readonly { readonly kind: string; readonly from: number; readonly to: number }[];
}

/** A row with the lane of each of its items. */
export interface RowWithLanes extends ActivityRow {
  readonly lanes: readonly number[];
  readonly laneCount: number;
}

/** Maximum number of lanes of a row. Beyond it items overlap. */
const maxLanes = 8;
/** Maximum height of a lane, pixels. */
const maxLaneHeight = 26;
/** Gap between rows, as a part of a lane. */
const rowGap = 0.6;
/** Maximum number of visible items, and minimum height of a lane in pixels, for drawing with patterns. */
const patternLimits = { items: 1500, height: 4 };

/** Assigns each item to the first lane that is free at its start, or to the lane that becomes free first. */
export function assignLanes(row: ActivityRow): RowWithLanes {
  const freeFrom: number[] = [];
  const lanes = row.items.map(({ spans }) => {
    const [from, to] = [spans[0].from, spans[spans.length - 1].to];
    let lane = freeFrom.findIndex((end) => end <= from);
    if (lane < 0) lane = freeFrom.length < maxLanes ? freeFrom.length : freeFrom.indexOf(Math.min(...freeFrom));
    freeFrom[lane] = Math.max(to, freeFrom[lane] ?? 0);
    return lane;
  });
  return { ...row, lanes, laneCount: Math.max(1, freeFrom.length) };
}

/** The area of the rows: a time span, cycles, between the left and the right edge, and the top and bottom edges, pixels. */
export interface TimeBox {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly from: number;
  readonly to: number;
}

/** A placed item, pixels. */
export interface PlacedActivity {
  readonly row: number;
  readonly item: ActivityItem;
  readonly y: number;
  readonly height: number;
}

export interface PlacedRows {
  readonly box: TimeBox;
  /** Top of each row, and height of a lane, pixels. */
  readonly tops: readonly number[];
  readonly laneHeight: number;
  /** Items that are at least partly visible. */
  readonly items: readonly PlacedActivity[];
}

/** Total height of all rows with their gaps, in lanes. */
export function totalLanes(rows: readonly RowWithLanes[]): number {
  return rows.reduce((sum, { laneCount }) => sum + laneCount + rowGap, 0);
}

/** Horizontal position of a cycle, pixels. */
export function timeAt({ left, right, from, to }: TimeBox, cycle: number): number {
  return left + ((cycle - from) / (to - from)) * (right - left);
}

/** The selected span if it overlaps the run; null for the whole run. */
export function clipToRun(span: Span | null, end: number): Span | null {
  return span === null || span.from >= end || span.to <= span.from ? null : { from: span.from, to: span.to };
}

/**
 * Places rows from top to bottom, with their visible items.
 * @param highest Maximum height of a lane, pixels.
 */
export function placeRows(rows: readonly RowWithLanes[], box: TimeBox, highest = maxLaneHeight): PlacedRows {
  const laneHeight = Math.min(highest, (box.bottom - box.top) / Math.max(1, totalLanes(rows)));
  const tops: number[] = [];
  const items: PlacedActivity[] = [];
  let y = box.top;
  rows.forEach((row, rowIndex) => {
    tops.push(y);
    row.items.forEach((item, i) => {
      const { spans } = item;
      if (spans[spans.length - 1].to < box.from || spans[0].from > box.to) return;
      items.push({ row: rowIndex, item, y: y + row.lanes[i] * laneHeight, height: Math.max(0.6, laneHeight * 0.84) });
    });
    y += (row.laneCount + rowGap) * laneHeight;
  });
  return { box, tops, laneHeight, items };
}

/**
 * Marks of the visible spans (intervals of time of some kind) in rows: a path for all spans of a kind, and one for its pattern. `box` is
 * the area of the rows with its first and last cycle. Patterns are left out where rows are low or many.
 */
export function spanMarks({ items, box, laneHeight }: PlacedRows, kinds: readonly SpanKind[], theme: Theme): readonly Mark[] {
  const shapes = new Map(kinds.map(({ id, pattern }) => [id, { fill: "", lines: "", pattern }]));
  const hasPatterns = items.length <= patternLimits.items && laneHeight >= patternLimits.height;
  for (const { item, y, height } of items) {
    for (const { kind, from, to } of item.spans) {
      const shape = shapes.get(kind);
      if (shape === undefined) throw new Error(`there is no kind of span "${kind}"`);
      const x = Math.max(box.left, timeAt(box, from));
      // Short spans have a minimum width, so that they are visible.
      const width = Math.min(box.right, Math.max(timeAt(box, to), x + 0.8)) - x;
      if (to <= from || width <= 0 || timeAt(box, to) < box.left) continue;
      shape.fill += `M${toTenths(x)} ${toTenths(y)}h${toTenths(width)}v${toTenths(height)}h${-toTenths(width)}z`;
      if (hasPatterns && width >= 3)
        shape.lines += patternIn(shape.pattern, toTenths(x), toTenths(width), toTenths(y), toTenths(y + height));
    }
  }
  return kinds.flatMap(({ id, fill, pattern }) => {
    const shape = shapes.get(id);
    if (shape === undefined || shape.fill === "") return [];
    const line =
      pattern === "dotted"
        ? { stroke: theme.ink, "stroke-width": 1.4, "stroke-linecap": "round" }
        : { stroke: theme.surface, "stroke-width": 1.1, "stroke-opacity": 0.55 };
    return [pathMark(`spans ${id}`, shape.fill, { fill }), ...(shape.lines === "" ? [] : [pathMark(`lines ${id}`, shape.lines, line)])];
  });
}

/**
 * Labels at the left of rows, as many as fit, and lines between rows that are high enough. A row consists of one or several lanes of equal
 * height. Rows in `highlight` always have their labels, in the accent color.
 */
export function rowMarks(
  rows: readonly RowWithLanes[],
  { tops, laneHeight, box }: PlacedRows,
  highlight: ReadonlySet<number>,
  theme: Theme,
): readonly Mark[] {
  const marks: Mark[] = [];
  let lastLabelY = -Infinity;
  const isHighlighted = (rowIndex: number) => highlight.has(rowIndex);
  const centerY = (rowIndex: number) => tops[rowIndex] + (rows[rowIndex].laneCount * laneHeight) / 2;
  const highlightedYs = rows.flatMap((_, rowIndex) => (isHighlighted(rowIndex) ? [centerY(rowIndex)] : []));
  rows.forEach(({ label, laneCount }, rowIndex) => {
    const y = centerY(rowIndex);
    if ((laneCount + rowGap) * laneHeight >= 12 && rowIndex > 0)
      marks.push(
        pathMark(`row ${rowIndex}`, `M${box.left} ${toTenths(tops[rowIndex] - (rowGap * laneHeight) / 2)}H${box.right}`, {
          stroke: theme.line,
        }),
      );
    if (y - lastLabelY < 13 || (!isHighlighted(rowIndex) && highlightedYs.some((otherY) => Math.abs(otherY - y) < 13))) return;
    lastLabelY = y;
    const style = isHighlighted(rowIndex) ? { fill: theme.accent, "font-weight": strongWeight } : { fill: theme.ink2 };
    marks.push(textMark(`label ${rowIndex}`, box.left - 7, y + 4, label, { "font-size": 11, "text-anchor": "end", ...style }));
  });
  return marks;
}

/** The item at a point, or the nearest one within a distance; null for none. */
export function nearestItem({ items, box }: PlacedRows, x: number, y: number, maxDistance: number): PlacedActivity | null {
  let [nearest, minDistance]: [PlacedActivity | null, number] = [null, maxDistance];
  for (const placedItem of items) {
    const { spans } = placedItem.item;
    const left = timeAt(box, spans[0].from);
    const right = Math.max(left + 0.8, timeAt(box, spans[spans.length - 1].to));
    const distance = Math.max(0, left - x, x - right) + Math.max(0, placedItem.y - y, y - placedItem.y - placedItem.height);
    if (distance < minDistance) [nearest, minDistance] = [placedItem, distance];
  }
  return nearest;
}
