/** A row of nodes laid out: groups of four that share a switch stand together, in one line or in several. */
import type { PlacedNode } from "../../../../reproductions/contract.ts";

export interface PlacingDrawing {
  readonly height: number;
  readonly marks: readonly {
    readonly node: number;
    readonly x: number;
    readonly y: number;
    readonly side: number;
    readonly name: "io" | "compute" | "idle";
    readonly isServer: boolean;
  }[];
  /** One over each run of neighbours that inject I/O traffic: a bar, and its head that points at the network. */
  readonly arrows: readonly { readonly node: number; readonly path: string; readonly head: string }[];
  /** The numbers of some nodes. */
  readonly numbers: readonly { readonly x: number; readonly y: number; readonly text: string }[];
}

/** Nodes below a switch of the first level. */
const together = 4;
/** Width of a node with its gap at least and at most, and what a group of nodes stands apart, px. */
const [leastPitch, mostPitch, apart] = [9, 15, 5];
/** Room beside a line for half a number, px. */
const edge = 7;
/** Room above a line of nodes for the arrow, and below for the numbers, px. */
const [above, below] = [13, 18];

/** Lays a row out for a width. */
export function placePlacing(nodes: readonly PlacedNode[], width: number): PlacingDrawing {
  const groups = Math.ceil(nodes.length / together);
  const lines = [1, 2, 4, 8, 16].find((count) => (width - 2 * edge) / (groups / count) >= together * leastPitch + apart) ?? 16;
  const perLine = Math.ceil(groups / lines) * together;
  const pitch = Math.min(mostPitch, ((width - 2 * edge) / (perLine / together) - apart) / together);
  const side = pitch - 2;
  const lineHeight = above + side + below;
  const at = (node: number) => {
    const place = node % perLine;
    return { x: edge + place * pitch + Math.floor(place / together) * apart, y: Math.floor(node / perLine) * lineHeight + above };
  };
  const isSending = (node: number) => nodes[node]?.job === "I/O";
  const starts = [...nodes.keys()].filter((node) => isSending(node) && (!isSending(node - 1) || node % perLine === 0));
  return {
    height: Math.ceil(nodes.length / perLine) * lineHeight,
    marks: nodes.map(({ isServer, job }, node) => ({
      node,
      ...at(node),
      side,
      name: job === "I/O" ? "io" : job === "compute" ? "compute" : "idle",
      isServer,
    })),
    arrows: starts.map((node) => {
      let last = node;
      while (isSending(last + 1) && (last + 1) % perLine !== 0) last++;
      const [from, to, y] = [at(node).x, at(last).x + side, at(node).y - 3];
      const middle = (from + to) / 2;
      return {
        node,
        path: `M${from} ${y}H${to}M${middle} ${y}V${y - 6}`,
        head: `M${middle - 3} ${y - 5}L${middle} ${y - 10}L${middle + 3} ${y - 5}Z`,
      };
    }),
    numbers: [...nodes.keys()]
      .filter((node) => node % 8 === 0 || node === nodes.length - 1)
      .map((node) => ({ x: at(node).x + side / 2, y: at(node).y + side + 13, text: String(node) })),
  };
}
