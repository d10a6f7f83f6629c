/**
 * Lines of boards: terminals in a row, joined to their neighbours on the same board; the first and the last of every board hang on
 * the one switch of the line. A board of one terminal hangs there by two links.
 */

/** Channels from a place on a board of `each` to its nearer edge. */
export const fromEdge = (place: number, each: number): number => Math.min(place, each - 1 - place);

/** Channels between two places of one board: along it, or over the switch of the line. */
export const onBoard = (from: number, to: number, each: number): number =>
  Math.min(Math.abs(to - from), fromEdge(from, each) + 2 + fromEdge(to, each));

/** The largest distance on a line of so many boards, and the sum over all pairs of places, either of them first, in channels. */
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
  // To another board: out over the nearer edge, over the switch, in over the nearer edge.
  sum += boards * (boards - 1) * 2 * each * (edges + each);
  return { sum, farthest: boards > 1 ? 2 * fromEdge((each - 1) >> 1, each) + 2 : farthest };
}
