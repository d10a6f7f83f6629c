/**
 * Lines of boards. Terminals are in a row, and neighbors on the same board are linked. The first and the last terminal of every board are
 * linked to the single switch of the line. A board with one terminal has two links to the switch.
 */

/** Channels from a position on a board of `boardSize` terminals to its nearer edge. */
export const fromEdge = (place: number, each: number): number => Math.min(place, each - 1 - place);

/** Channels between two positions on one board: along the board, or via the switch of the line. */
export const onBoard = (from: number, to: number, each: number): number =>
  Math.min(Math.abs(to - from), fromEdge(from, each) + 2 + fromEdge(to, each));

/** Maximum distance on a line of `boards` boards, and the sum of distances over all ordered pairs of positions, in channels. */
export function acrossLine(each: number, boards: number): { readonly farthest: number; readonly sum: number } {
  let [edges, sum, farthest] = [0, 0, 0];
  for (let from = 0; from < each; from++) {
    edges += fromEdge(from, each);
    for (let to = 0; to < each; to++) {
      const distance = onBoard(from, to, each);
      sum += boards * distance;
      farthest = Math.max(farthest, distance);
    }
  }
  // Path to another board: out via the nearer edge, through the switch, and in via the nearer edge.
  sum += boards * (boards - 1) * 2 * each * (edges + each);
  return { sum, farthest: boards > 1 ? 2 * fromEdge((each - 1) >> 1, each) + 2 : farthest };
}
