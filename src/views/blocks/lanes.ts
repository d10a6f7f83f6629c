/**
 * Lanes for moves of blocks on the same line through the matrix. A transposition moves its blocks along diagonals, where their arrows would
 * overlap.
 */
import { gcd } from "../../core/base/integers.ts";

/** Lane of a move among the moves of its step on the same line through the matrix. */
export interface MoveLane {
  /** Offset from the middle of the line, in widths of a lane. Two blocks that change places share a lane. */
  readonly lane: number;
  /** Number of lanes of the line. */
  readonly lanes: number;
}

interface MoveEnds {
  readonly step: number;
  readonly from: number;
  readonly to: number;
}

/** Ends of a move on its line, the smaller rank first. Ranks ascend along a line, so comparing them tells whether two moves overlap. */
type RankRange = readonly [first: number, last: number];

/** Assigns lanes to the moves of a matrix with `side` columns. Longer moves come first; overlapping moves get different lanes. */
export function moveLanesOf(moves: readonly MoveEnds[], side: number): readonly MoveLane[] {
  const rangesByLine = new Map<string, Map<string, RankRange>>();
  const keysOfMoves = moves.map(({ step, from, to }) => {
    const range: RankRange = from < to ? [from, to] : [to, from];
    const line = `${step} ${lineKeyOf(range, side)}`;
    const pair = range.join(" ");
    rangesByLine.set(line, (rangesByLine.get(line) ?? new Map<string, RankRange>()).set(pair, range));
    return { line, pair };
  });
  const lanesByLine = new Map([...rangesByLine].map(([line, pairs]) => [line, assignLanesOnLine(pairs)]));
  return keysOfMoves.map(({ line, pair }) => {
    const laneByPair = lanesByLine.get(line) as ReadonlyMap<string, number>;
    const lanes = Math.max(...laneByPair.values()) + 1;
    return { lane: (laneByPair.get(pair) as number) - (lanes - 1) / 2, lanes };
  });
}

/** Key of a line through the matrix: its direction in whole cells, and its distance from the corner of the matrix. */
function lineKeyOf([first, last]: RankRange, side: number): string {
  const [x, y] = [first % side, Math.floor(first / side)];
  const [dx, dy] = [(last % side) - x, Math.floor(last / side) - y];
  const divisor = Math.max(1, gcd(Math.abs(dx), Math.abs(dy)));
  return `${dx / divisor} ${dy / divisor} ${(dx * y - dy * x) / divisor}`;
}

/** The first free lane for each move of a line. */
function assignLanesOnLine(pairs: ReadonlyMap<string, RankRange>): ReadonlyMap<string, number> {
  const rangesByLane: RankRange[][] = [];
  const longestFirst = [...pairs].sort(([, a], [, b]) => b[1] - b[0] - (a[1] - a[0]) || a[0] - b[0]);
  return new Map(
    longestFirst.map(([pair, [first, last]]) => {
      const freeLane = rangesByLane.findIndex((laneRanges) => laneRanges.every((other) => other[1] < first || last < other[0]));
      const lane = freeLane < 0 ? rangesByLane.length : freeLane;
      (rangesByLane[lane] ??= []).push([first, last]);
      return [pair, lane];
    }),
  );
}
