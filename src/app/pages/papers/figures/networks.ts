/** A network as a figure draws it: placed as on the stage, what is used in full and the rest faintly. */
import { coordinate, familyOf, type Network } from "../../../../core/network/network.ts";
import { circleMark, type Mark, pathMark, ring, roundedRectangle, textMark } from "../../../../views/marks/marks.ts";
import { small } from "../../../../views/plot/axes.ts";
import { targetMark } from "../../../../views/plot/targets.ts";
import { allLayouts } from "../../../../views/stage/layouts/all-layouts.ts";
import { type Box, courseOf, type Line, type Scene } from "../../../../views/stage/scene.ts";
import type { Drawn, Room } from "./contract.ts";

/** A node that can be pointed at, in a network whose terminals share switches. */
export interface Pointed {
  readonly node: number;
  readonly x: number;
  readonly y: number;
  /** What it is, and what it is tied to: `node 11 (z 0, y 2, x 3)`, `is on Z0, Y2, X3`. */
  readonly value: string;
  readonly name: string;
  /** Its links. */
  readonly path: string;
}

export interface DrawnNetworkFigure extends Drawn {
  /** Terminals, then switches, each with what it is tied to; empty where no switch is shared. */
  readonly pointed: readonly Pointed[];
}

/**
 * Places a network in a room; null where no layout fits it. Every link is one line.
 * @param isUsed [node] 1 for those that are drawn in full; null for all
 * @param node whose links are set off, or null
 */
export function layoutNetwork(
  network: Network,
  isUsed: Uint8Array | null,
  height: number,
  node: number | null,
  { width, theme }: Room,
): DrawnNetworkFigure | null {
  const scene = allLayouts.find(({ fits }) => fits(network.axes))?.place(network, width, height);
  if (scene === undefined) return null;
  const { head, tail } = network;
  const isIn = (n: number) => isUsed === null || isUsed[n] === 1;
  const wires = scene.lines.filter(({ channels: [c] }) => tail[c] < head[c]);
  const isWireIn = ({ channels: [c] }: Line) => isIn(tail[c]) && isIn(head[c]);
  const bars = scene.axis?.bars ?? [];
  const at = scene.axis === null ? 0 : scene.axis.y - 2;
  const dot = scene.axis === null ? Math.max(1.3, scene.dotRadius ?? 2) : 1.3;
  const part = (name: string, isOf: (is: boolean) => boolean): readonly Mark[] => {
    const pale = name === "unused" ? { opacity: 0.26 } : {};
    const boxes = scene.boxes.filter(({ switches }) => isOf(switches.some(isIn)));
    const terminals = [
      ...bars.filter(({ terminals: own }) => isOf(own.some(isIn))).map(({ x }) => ({ x, y: at })),
      ...scene.dots.filter(({ terminal }) => isOf(isIn(terminal))),
    ];
    const links = wires.filter((wire) => isOf(isWireIn(wire))).map(courseOf);
    const corner = Math.min(scene.boxRadius, 2);
    return [
      pathMark(`links ${name}`, links.join(""), { stroke: theme.ink2, "stroke-width": 0.8, ...pale }),
      pathMark(`switches ${name}`, boxes.map((box) => roundedRectangle(box.x, box.y, box.width, box.height, corner)).join(""), {
        fill: name === "unused" ? theme.ink2 : theme.ground,
        stroke: theme.ink,
        ...pale,
      }),
      pathMark(`terminals ${name}`, terminals.map(({ x, y }) => ring(x, y, dot)).join(""), { fill: theme.ink2, ...pale }),
    ];
  };
  // Edges between terminals that are used and those that are not.
  const edges = bars.flatMap(({ x, terminals }, i) =>
    i > 0 && terminals.some(isIn) !== bars[i - 1].terminals.some(isIn) ? [(x + bars[i - 1].x) / 2] : [],
  );
  const isShared = network.axes.every(({ kind }) => kind === "shared");
  const pointed = isShared ? pointedIn(network, scene) : [];
  const picked = pointed.find((each) => each.node === node);
  const setOff = { stroke: theme.accent, "stroke-width": 2 };
  const targets = pointed.map(({ path, ...each }) => {
    const outline = [pathMark("hover", path, setOff), circleMark("hover node", each.x, each.y, 3, { fill: theme.accent })];
    return { ...each, outline, picks: { is: "switch", node: each.node } as const };
  });
  return {
    height,
    pointed,
    marks: [
      ...part("unused", (is) => !is),
      ...part("used", (is) => is),
      ...(picked === undefined ? [] : [pathMark("pointed", picked.path, setOff)]),
      ...(isShared ? scene.boxes.filter(hasRoom) : []).map((box) => {
        const { x, y } = middleOf(box);
        const name = shortName(network, box.switches[0]);
        return textMark(`name ${name}`, x, y + 4, name, small(theme, "middle"));
      }),
      ...(scene.axis === null ? scene.words : []).map(({ x, y, text, anchor }) =>
        textMark(`word ${text}`, x, y, text, small(theme, anchor)),
      ),
      targetMark(() => targets),
      ...edges.map((x) => pathMark(`edge ${x}`, `M${x} 0V${height}`, { stroke: theme.ink2, "stroke-dasharray": "2 4" })),
    ],
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
      const value = `node ${terminal} (${places(terminal).join(", ")})`;
      return { node: terminal, x, y, value, name: `is on ${switches.toReversed().join(", ")}`, path: pathOf(terminal) };
    }),
    ...boxes.map((box): Pointed => {
      const [s] = box.switches;
      const own = beside(s).filter((each) => each < terminals);
      return {
        node: s,
        ...middleOf(box),
        value: `SW-${shortName(network, s)}`,
        name: `serves the nodes ${own.join(", ")}`,
        path: pathOf(s),
      };
    }),
  ];
}
