/**
 * Lines of boards. Terminals are in a row, and neighbors on the same board are linked. The first and the last terminal of every board are
 * linked to the single switch of the line. A board with one terminal has two links to the switch.
 */

/** Channels from a position on a board of `boardSize` terminals to its nearer edge. */
export const distanceToEdge = (position: number, boardSize: number): number => Math.min(position, boardSize - 1 - position);

/** Channels between two positions on one board: along the board, or via the switch of the line. */
export const distanceOnBoard = (from: number, to: number, boardSize: number): number =>
  Math.min(Math.abs(to - from), distanceToEdge(from, boardSize) + 2 + distanceToEdge(to, boardSize));

/** Maximum distance on a line of `boards` boards, and the sum of distances over all ordered pairs of positions, in channels. */
export function lineDistances(boardSize: number, boards: number): { readonly farthest: number; readonly sum: number } {
  let [edgeDistances, sum, farthest] = [0, 0, 0];
  for (let from = 0; from < boardSize; from++) {
    edgeDistances += distanceToEdge(from, boardSize);
    for (let to = 0; to < boardSize; to++) {
      const distance = distanceOnBoard(from, to, boardSize);
      sum += boards * distance;
      farthest = Math.max(farthest, distance);
    }
  }
  // Path to another board: out via the nearer edge, through the switch, and in via the nearer edge.
  sum += boards * (boards - 1) * 2 * boardSize * (edgeDistances + boardSize);
  return { sum, farthest: boards > 1 ? 2 * distanceToEdge((boardSize - 1) >> 1, boardSize) + 2 : farthest };
}
