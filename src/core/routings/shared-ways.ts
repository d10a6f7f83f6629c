/** Shortest paths in a cube of terminals with a switch for each plane (Three Quads). They are computed by arithmetic, without tables. */
import type { Network, Shape } from "../network/network.ts";
import type { ShortestWays } from "./shortest-ways.ts";

/** Whether a network is a complete cube of terminals in which the terminals of each plane share a switch. */
export function isSharedCube({ axes, regular, forwards }: Shape): boolean {
  return regular && forwards && axes.length === 3 && axes.every(({ kind }) => kind === "shared");
}

/**
 * The shortest paths in such a cube. Terminals that share a plane are two channels apart, via each switch that they share. All other
 * terminals are four channels apart: via any switch and any terminal that shares a plane with the destination.
 */
export function sharedWays({ terminals, axes, firstOut, coordinates }: Network): ShortestWays {
  const m = axes[0].size;
  return {
    gather: Int32Array.from({ length: terminals }, (_, t) => t),
    // Two crossing lines of a plane, or the three switches of a terminal.
    longest: Math.max(3, 2 * m - 1),
    hops: 4,
    exempt: 1,
    reaches: undefined,
    ways(at, to, out) {
      const here = 3 * at;
      const there = 3 * to;
      const first = firstOut[at];
      let count = 0;
      if (at < terminals) {
        for (let d = 0; d < 3; d++) if (coordinates[here + d] === coordinates[there + d]) out[count++] = first + d;
        if (count > 0) return count;
        for (let d = 0; d < 3; d++) out[d] = first + d;
        return 3;
      }
      const axis = coordinates[here] >= 0 ? 0 : coordinates[here + 1] >= 0 ? 1 : 2;
      // Along the ports of a switch, the first of the two other coordinates runs fastest.
      const fast = coordinates[there + (axis === 0 ? 1 : 0)];
      const slow = coordinates[there + (axis === 2 ? 1 : 2)];
      if (coordinates[here + axis] === coordinates[there + axis]) {
        out[0] = first + slow * m + fast;
        return 1;
      }
      for (let row = 0; row < m; row++) {
        const start = first + row * m;
        if (row !== slow) out[count++] = start + fast;
        else for (let i = 0; i < m; i++) out[count++] = start + i;
      }
      return count;
    },
  };
}
