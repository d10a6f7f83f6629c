import { integer } from "../base/params.ts";
import type { Axis } from "../network/network.ts";
import { matrixSideFor, defaultParts } from "./blocks.ts";
import { defineMapping } from "./contract.ts";

/** Side of the cube of terminals in Three Quads; 0 for other networks. */
const cubeSide = (axes: readonly Axis[]) => (axes.length === 3 && axes.every(({ kind }) => kind === "shared") ? axes[0].size : 0);

/** Maximum number of blocks along a side of a part, for `parts` × `parts` equal parts. */
const blocksPerPartSide = (parts: number, terminals: number) => Math.floor(Math.sqrt(terminals) / parts);

export const quadrants = defineMapping({
  id: "quadrants",
  title: "quadrants",
  article: "",
  summary: "The blocks of a square matrix are placed on consecutive terminals, part after part, and row by row within a part.",
  source: "Three Quads (matrix transpose), §4.1.1",
  params: {
    parts: integer({
      title: "Parts",
      symbol: "s",
      help: "Parts along each side of the matrix, s × s in total; 2 gives the quadrants A, B, C, D. 0: the number that matches the planes of Three Quads; on other networks, the largest number that the blocks allow.",
      min: 0,
      max: 64,
      default: 0,
    }),
  },
  phrase: "{title} mapping",
  examples: [{}, { parts: 1 }, { parts: 2 }, { parts: 3 }],
  readsCoordinates: false,
  places({ parts }, { terminals, axes }) {
    const m = parts === 0 ? cubeSide(axes) : 0;
    // s² of the m planes hold m × m blocks each. If terminals are missing, the number of planes does not give the number of terminals.
    if (m > 0 && terminals === m ** 3) return (Math.floor(Math.sqrt(m)) * m) ** 2;
    const partsPerSide = parts === 0 ? 2 : parts;
    return (blocksPerPartSide(partsPerSide, terminals) * partsPerSide) ** 2;
  },
  check: ({ parts }, { terminals }) => {
    const maxParts = Math.floor(Math.sqrt(terminals));
    if (parts <= maxParts) return [];
    return [
      {
        path: "parts",
        message: `${parts} × ${parts} parts do not fit on ${terminals} terminals, even with one block each.`,
        remedy: `Use ${maxParts} or less.`,
        nearest: maxParts,
      },
    ];
  },
  /** Block (i₁m + i₀, j₁m + j₀) is on terminal ((i₁s + j₁)m + i₀)m + j₀, with m blocks along a side of a part. */
  compile({ parts }, ranks) {
    const side = matrixSideFor(ranks);
    const s = parts === 0 ? defaultParts(side) : parts;
    const m = Math.ceil(side / s);
    return Int32Array.from({ length: ranks }, (_, rank) => {
      const [i, j] = [Math.floor(rank / side), rank % side];
      return ((Math.floor(i / m) * s + Math.floor(j / m)) * m + (i % m)) * m + (j % m);
    });
  },
});
