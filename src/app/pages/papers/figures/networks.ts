/** A network as a figure draws it: placed as on the stage, what is used in full and the rest faintly. */
import { coordinate, familyOf, type Network } from "../../../../core/network/network.ts";
import { allLayouts } from "../../../../views/stage/layouts/all-layouts.ts";
import { type Box, courseOf, type Line, type Scene, type Word } from "../../../../views/stage/scene.ts";

/** The parts that are drawn alike. */
export interface Drawn {
  readonly links: string;
  readonly boxes: readonly Box[];
  readonly terminals: readonly { readonly x: number; readonly y: number }[];
}

/** A node that can be pointed at, in a network whose terminals share switches. */
export interface Pointed {
  readonly node: number;
  readonly x: number;
  readonly y: number;
  /** What it is and what it is tied to: `node 11 (z 0, y 2, x 3) on Z0, Y2, X3`. */
  readonly say: string;
  /** Its links. */
  readonly path: string;
}

export interface NetworkDrawing {
  readonly used: Drawn;
  readonly unused: Drawn;
  readonly radius: number;
  /** Radius of a terminal, px. */
  readonly dot: number;
  /** Names that the stage writes. */
  readonly words: readonly Word[];
  /** Names within switches: `Z0`. */
  readonly names: readonly { readonly x: number; readonly y: number; readonly text: string }[];
  /** Terminals, then switches, each with what it is tied to; empty where no switch is shared. */
  readonly pointed: readonly Pointed[];
  /** Edges between terminals that are used and those that are not, px from the left. */
  readonly edges: readonly number[];
}

/** Places a network in a room; null where no layout fits it. Every link is one line. */
export function placeNetwork(network: Network, isUsed: Uint8Array | null, width: number, height: number): NetworkDrawing | null {
  const scene = allLayouts.find(({ fits }) => fits(network.axes))?.place(network, width, height);
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
    terminals: [
      ...bars.filter(({ terminals }) => isOf(terminals.some(isIn))).map(({ x }) => ({ x, y: at })),
      ...scene.dots.filter(({ terminal }) => isOf(isIn(terminal))),
    ],
  });
  const changes = bars.flatMap(({ x, terminals }, i) =>
    i > 0 && terminals.some(isIn) !== bars[i - 1].terminals.some(isIn) ? [(x + bars[i - 1].x) / 2] : [],
  );
  return {
    used: part((is) => is),
    unused: part((is) => !is),
    radius: scene.boxRadius,
    dot: scene.axis === null ? Math.max(1.3, scene.dotRadius ?? 2) : 1.3,
    words: scene.axis === null ? scene.words : [],
    names: network.axes.every(({ kind }) => kind === "shared")
      ? scene.boxes.filter(hasRoom).map((box) => ({ ...middleOf(box), text: shortName(network, box.switches[0]) }))
      : [],
    pointed: network.axes.every(({ kind }) => kind === "shared") ? pointedIn(network, scene) : [],
    edges: changes,
  };
}

const hasRoom = ({ width, height }: Box) => width >= 18 && height >= 12;
const middleOf = ({ x, y, width, height }: Box) => ({ x: x + width / 2, y: y + height / 2 });

/** A shared switch by its family and its number in it: `Z0`. */
function shortName(network: Network, s: number): string {
  const axis = familyOf(network, s);
  return `${network.axes[axis].name}${coordinate(network, s, axis)}`;
}

function pointedIn(network: Network, { lines, dots, boxes }: Scene): readonly Pointed[] {
  const { head, tail, axes, terminals, firstOut } = network;
  const pathOf = (node: number) =>
    lines
      .filter(({ channels }) => channels.some((c) => tail[c] === node && head[c] !== node))
      .map(courseOf)
      .join("");
  // The last axis counts most in a terminal's number, and is said first.
  const places = (node: number) => axes.map(({ name }, axis) => `${name.toLowerCase()} ${coordinate(network, node, axis)}`).toReversed();
  const beside = (node: number) => [...head.subarray(firstOut[node], firstOut[node + 1])];
  return [
    ...dots.map(({ terminal, x, y }): Pointed => {
      const switches = beside(terminal).map((s) => shortName(network, s));
      return {
        node: terminal,
        x,
        y,
        say: `node ${terminal} (${places(terminal).join(", ")}) is on ${switches.toReversed().join(", ")}`,
        path: pathOf(terminal),
      };
    }),
    ...boxes.map((box): Pointed => {
      const [s] = box.switches;
      const own = beside(s).filter((each) => each < terminals);
      return { node: s, ...middleOf(box), say: `SW-${shortName(network, s)} serves the nodes ${own.join(", ")}`, path: pathOf(s) };
    }),
  ];
}
