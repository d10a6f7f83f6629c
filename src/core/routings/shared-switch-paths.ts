/** Shortest paths in a cube of terminals with a switch for each plane (Three Quads). They are computed by arithmetic, without tables. */
import type { Network, NetworkShape } from "../network/network.ts";
import type { ShortestPaths } from "./shortest-paths.ts";

/** Whether a network is a complete cube of terminals in which the terminals of each plane share a switch. */
export function isSharedSwitchCube({ axes, regular, forwards }: NetworkShape): boolean {
  return regular && forwards && axes.length === 3 && axes.every(({ kind }) => kind === "shared");
}

/**
 * The shortest paths in a cube of terminals, each linked to the three switches of the planes in which it lies. Terminals that share a plane
 * are two channels apart, via each switch that they share. All other terminals are four channels apart: via any switch and any terminal
 * that shares a plane with the destination.
 */
export function sharedSwitchPaths({ terminals, axes, firstOut, coordinates }: Network): ShortestPaths {
  const m = axes[0].size;
  return {
    attachmentOf: Int32Array.from({ length: terminals }, (_, t) => t),
    // Two crossing lines of a plane, or the three switches of a terminal.
    maxCandidates: Math.max(3, 2 * m - 1),
    longestPath: 4,
    exemptHops: 1,
    canReach: undefined,
    /**
     * Writes the channels that lead closer to the destination, and returns their number. Node and destination have three coordinates each;
     * a switch has a coordinate only on the axis that is perpendicular to its plane. Each of its m × m ports leads to a row of terminals.
     */
    nextChannels(node, destination, channels) {
      const nodeOffset = 3 * node;
      const toOffset = 3 * destination;
      const firstChannel = firstOut[node];
      let count = 0;
      if (node < terminals) {
        // Port d of a terminal leads to the switch of its plane with coordinate d.
        for (let d = 0; d < 3; d++) if (coordinates[nodeOffset + d] === coordinates[toOffset + d]) channels[count++] = firstChannel + d;
        if (count > 0) return count;
        for (let d = 0; d < 3; d++) channels[d] = firstChannel + d;
        return 3;
      }
      let axis = 2;
      if (coordinates[nodeOffset] >= 0) axis = 0;
      else if (coordinates[nodeOffset + 1] >= 0) axis = 1;
      // Along the ports of a switch, the first of the two other coordinates runs fastest.
      const fastCoordinate = coordinates[toOffset + (axis === 0 ? 1 : 0)];
      const slowCoordinate = coordinates[toOffset + (axis === 2 ? 1 : 2)];
      if (coordinates[nodeOffset + axis] === coordinates[toOffset + axis]) {
        channels[0] = firstChannel + slowCoordinate * m + fastCoordinate;
        return 1;
      }
      // The destination is in another plane: to the terminals of this switch that share a plane with the destination.
      for (let row = 0; row < m; row++) {
        const startOfRow = firstChannel + row * m;
        if (row !== slowCoordinate) channels[count++] = startOfRow + fastCoordinate;
        else for (let i = 0; i < m; i++) channels[count++] = startOfRow + i;
      }
      return count;
    },
  };
}
