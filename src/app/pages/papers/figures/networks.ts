/** Draws a network with the layout of the stage. Used parts are drawn in full, unused ones faintly. */
import { coordinate, familyOf, type Network } from "../../../../core/network/network.ts";
import { circleMark, type Mark, pathMark, ring, roundedRectangle, textMark } from "../../../../views/marks/marks.ts";
import { small } from "../../../../views/plot/axes.ts";
import { targetMark } from "../../../../views/plot/targets.ts";
import { allLayouts } from "../../../../views/stage/layouts/all-layouts.ts";
import { type Box, courseOf, type Line, type Scene } from "../../../../views/stage/scene.ts";
import type { Drawn, Room } from "./contract.ts";

/** A node that can be selected, in a network with shared switches. */
export interface Pointed {
  readonly node: number;
  readonly x: number;
  readonly y: number;
  /** Description and connections of the node, as in `node 11 (z 0, y 2, x 3)`, `is on Z0, Y2, X3`. */
  readonly value: string;
  readonly name: string;
  /** Path data of its links. */
  readonly path: string;
}

export interface DrawnNetworkFigure extends Drawn {
  /** Selectable nodes: terminals, then switches. Empty if the network has no shared switches. */
  readonly pointed: readonly Pointed[];
}

/**
 * Lays a network out, with one line for every link; null if no layout fits the network.
 * @param isUsed 1 for used nodes, by node; null if all are used.
 * @param node The node whose links are highlighted, or null.
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
  // Boundaries between used and unused terminals.
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

/** A shared switch by its axis and its number in the axis: `Z0`. */
function shortName(network: Network, s: number): string {
  const axis = familyOf(network, s);
  return `${network.axes[axis].name}${coordinate(network, s, axis)}`;
}

/** The selectable nodes of a placed network: terminals with their switches, and switches with their terminals. */
function pointedIn(network: Network, { lines, dots, boxes }: Scene): readonly Pointed[] {
  const { head, tail, axes, terminals, firstOut } = network;
  const pathOf = (node: number) =>
    lines
      .filter(({ channels }) => channels.some((c) => tail[c] === node && head[c] !== node))
      .map(courseOf)
      .join("");
  // Coordinates are written in reverse order of the axes, because the last axis is the most significant one in a terminal's number.
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
