/** A network as a figure draws it: placed as on the stage, what is used in full and the rest faintly. */
import type { Network } from "../../../core/network/network.ts";
import { stageLayouts } from "../../../views/stage/layouts.ts";
import { type Box, courseOf, type Line } from "../../../views/stage/scene.ts";

/** The parts that are drawn alike. */
export interface Drawn {
  readonly links: string;
  readonly boxes: readonly Box[];
  readonly terminals: readonly { readonly x: number; readonly y: number }[];
}

export interface NetworkDrawing {
  readonly used: Drawn;
  readonly unused: Drawn;
  readonly radius: number;
  /** Edges between terminals that are used and those that are not, px from the left. */
  readonly edges: readonly number[];
}

/** Places a network in a room; null where no layout fits it. Every link is one line. */
export function placeNetwork(network: Network, isUsed: Uint8Array | null, width: number, height: number): NetworkDrawing | null {
  const scene = stageLayouts.find(({ fits }) => fits(network.axes))?.place(network, width, height);
  if (scene === undefined) return null;
  const { head, tail } = network;
  const isIn = (n: number) => isUsed === null || isUsed[n] === 1;
  const wires = scene.lines.filter(({ channels: [c] }) => tail[c] < head[c]);
  const isWireIn = ({ channels: [c] }: Line) => isIn(tail[c]) && isIn(head[c]);
  const bars = scene.axis?.bars ?? [];
  const at = scene.axis === null ? 0 : scene.axis.y - 2;
  const part = (isOf: (is: boolean) => boolean): Drawn => ({
    links: wires
      .filter((wire) => isOf(isWireIn(wire)))
      .map(courseOf)
      .join(""),
    boxes: scene.boxes.filter(({ switches }) => isOf(switches.some(isIn))),
    terminals: bars.filter(({ terminals }) => isOf(terminals.some(isIn))).map(({ x }) => ({ x, y: at })),
  });
  const changes = bars.flatMap(({ x, terminals }, i) =>
    i > 0 && terminals.some(isIn) !== bars[i - 1].terminals.some(isIn) ? [(x + bars[i - 1].x) / 2] : [],
  );
  return { used: part((is) => is), unused: part((is) => !is), radius: scene.boxRadius, edges: changes };
}
