/**
 * Lanes for moves on the same line: a transposition sends all its blocks along the diagonals of the matrix, where their arrows would
 * overlap.
 */
import { commonDivisor } from "../../core/base/integers.ts";

/** Lane of a move among the moves of its step on the same line through the matrix. */
export interface Lane {
  /** Offset from the middle of the line, in widths of a lane. Two blocks that change places share a lane. */
  readonly lane: number;
  /** Number of lanes of the line. */
  readonly lanes: number;
}

interface Ends {
  readonly step: number;
  readonly from: number;
  readonly to: number;
}

/** Ends of a move on its line, the smaller rank first. Ranks ascend along a line, so comparing them tells whether two moves overlap. */
type Stretch = readonly [first: number, last: number];

/** Assigns lanes to the moves of a matrix with `side` columns. Longer moves come first; overlapping moves get different lanes. */
export function lanesOf(moves: readonly Ends[], side: number): readonly Lane[] {
  const lines = new Map<string, Map<string, Stretch>>();
  const placed = moves.map(({ step, from, to }) => {
    const stretch: Stretch = from < to ? [from, to] : [to, from];
    const line = `${step} ${lineThrough(stretch, side)}`;
    const pair = stretch.join(" ");
    lines.set(line, (lines.get(line) ?? new Map<string, Stretch>()).set(pair, stretch));
    return { line, pair };
  });
  const laid = new Map([...lines].map(([line, pairs]) => [line, laySideBySide(pairs)]));
  return placed.map(({ line, pair }) => {
    const own = laid.get(line) as ReadonlyMap<string, number>;
    const lanes = Math.max(...own.values()) + 1;
    return { lane: (own.get(pair) as number) - (lanes - 1) / 2, lanes };
  });
}

/** Key of a line: its direction in whole cells, and its distance from the corner. */
function lineThrough([first, last]: Stretch, side: number): string {
  const [x, y] = [first % side, Math.floor(first / side)];
  const [dx, dy] = [(last % side) - x, Math.floor(last / side) - y];
  const whole = Math.max(1, commonDivisor(Math.abs(dx), Math.abs(dy)));
  return `${dx / whole} ${dy / whole} ${(dx * y - dy * x) / whole}`;
}

/** The first free lane for each move of a line. */
function laySideBySide(pairs: ReadonlyMap<string, Stretch>): ReadonlyMap<string, number> {
  const taken: Stretch[][] = [];
  const longestFirst = [...pairs].sort(([, a], [, b]) => b[1] - b[0] - (a[1] - a[0]) || a[0] - b[0]);
  return new Map(
    longestFirst.map(([pair, [first, last]]) => {
      const free = taken.findIndex((own) => own.every((other) => other[1] < first || last < other[0]));
      const lane = free < 0 ? taken.length : free;
      (taken[lane] ??= []).push([first, last]);
      return [pair, lane];
    }),
  );
}
