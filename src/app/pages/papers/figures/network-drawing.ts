/** Draws a network with the layout of the stage. Used parts are drawn in full, unused ones faintly. */
import { coordinate, switchFamilyAxis, type Network } from "../../../../core/network/network.ts";
import { circleMark, type Mark, pathMark, circlePath, roundedRectanglePath, textMark } from "../../../../views/marks/marks.ts";
import { smallText } from "../../../../views/plot/vertical-axis.ts";
import { targetMark } from "../../../../views/plot/targets.ts";
import { allLayouts } from "../../../../views/stage/layouts/all-layouts.ts";
import { type SwitchBox, linePathData, type Line, type Scene } from "../../../../views/stage/scene.ts";
import type { FigureDrawing, FigureContext } from "./contract.ts";

/** A node that can be selected, in a network with shared switches. */
export interface NodeTarget {
  readonly node: number;
  readonly x: number;
  readonly y: number;
  /** Description and connections of the node, as in `node 11 (z 0, y 2, x 3)`, `is on Z0, Y2, X3`. */
  readonly value: string;
  readonly name: string;
  /** Path data of the node's links. */
  readonly path: string;
}

export interface NetworkFigureDrawing extends FigureDrawing {
  /** Selectable nodes: terminals, then switches. Empty if the network has no shared switches. */
  readonly nodeTargets: readonly NodeTarget[];
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
  { width, theme }: FigureContext,
): NetworkFigureDrawing | null {
  const scene = allLayouts.find(({ fits }) => fits(network.axes))?.place(network, width, height);
  if (scene === undefined) return null;
  const { head, tail } = network;
  const isNodeUsed = (n: number) => isUsed === null || isUsed[n] === 1;
  const linkLines = scene.lines.filter(({ channels: [c] }) => tail[c] < head[c]);
  const isLineUsed = ({ channels: [c] }: Line) => isNodeUsed(tail[c]) && isNodeUsed(head[c]);
  const bars = scene.axis?.bars ?? [];
  const barY = scene.axis === null ? 0 : scene.axis.y - 2;
  const dotRadius = scene.axis === null ? Math.max(1.3, scene.dotRadius ?? 2) : 1.3;
  /**
   * The marks of the used or the unused part of the network (`name` is part of their keys): links, switches and terminals, each as one
   * path. `includes` says whether an element belongs to the part, given whether the element is used. The unused part is faded.
   */
  const marksOfPart = (name: string, includes: (isUsedPart: boolean) => boolean): readonly Mark[] => {
    const fadedStyle = name === "unused" ? { opacity: 0.26 } : {};
    const boxes = scene.boxes.filter(({ switches }) => includes(switches.some(isNodeUsed)));
    const terminals = [
      ...bars.filter(({ terminals: barTerminals }) => includes(barTerminals.some(isNodeUsed))).map(({ x }) => ({ x, y: barY })),
      ...scene.dots.filter(({ terminal }) => includes(isNodeUsed(terminal))),
    ];
    const links = linkLines.filter((line) => includes(isLineUsed(line))).map(linePathData);
    const cornerRadius = Math.min(scene.boxRadius, 2);
    return [
      pathMark(`links ${name}`, links.join(""), { stroke: theme.ink2, "stroke-width": 0.8, ...fadedStyle }),
      pathMark(`switches ${name}`, boxes.map((box) => roundedRectanglePath(box.x, box.y, box.width, box.height, cornerRadius)).join(""), {
        fill: name === "unused" ? theme.ink2 : theme.ground,
        stroke: theme.ink,
        ...fadedStyle,
      }),
      pathMark(`terminals ${name}`, terminals.map(({ x, y }) => circlePath(x, y, dotRadius)).join(""), { fill: theme.ink2, ...fadedStyle }),
    ];
  };
  // Boundaries between used and unused terminals.
  const usageBoundaries = bars.flatMap(({ x, terminals }, i) =>
    i > 0 && terminals.some(isNodeUsed) !== bars[i - 1].terminals.some(isNodeUsed) ? [(x + bars[i - 1].x) / 2] : [],
  );
  const isShared = network.axes.every(({ kind }) => kind === "shared");
  const nodeTargets = isShared ? nodeTargetsOf(network, scene) : [];
  const selectedTarget = nodeTargets.find((each) => each.node === node);
  const highlightStyle = { stroke: theme.accent, "stroke-width": 2 };
  const targets = nodeTargets.map(({ path, ...each }) => {
    const outline = [pathMark("hover", path, highlightStyle), circleMark("hover node", each.x, each.y, 3, { fill: theme.accent })];
    return { ...each, outline, clickSelection: { is: "switch", node: each.node } as const };
  });
  return {
    height,
    nodeTargets,
    marks: [
      ...marksOfPart("unused", (isUsedPart) => !isUsedPart),
      ...marksOfPart("used", (isUsedPart) => isUsedPart),
      ...(selectedTarget === undefined ? [] : [pathMark("pointed", selectedTarget.path, highlightStyle)]),
      ...(isShared ? scene.boxes.filter(fitsName) : []).map((box) => {
        const { x, y } = centerOf(box);
        const name = shortName(network, box.switches[0]);
        return textMark(`name ${name}`, x, y + 4, name, smallText(theme, "middle"));
      }),
      ...(scene.axis === null ? scene.labels : []).map(({ x, y, text, anchor }) =>
        textMark(`word ${text}`, x, y, text, smallText(theme, anchor)),
      ),
      targetMark(() => targets),
      ...usageBoundaries.map((x) => pathMark(`edge ${x}`, `M${x} 0V${height}`, { stroke: theme.ink2, "stroke-dasharray": "2 4" })),
    ],
  };
}

const fitsName = ({ width, height }: SwitchBox) => width >= 18 && height >= 12;
const centerOf = ({ x, y, width, height }: SwitchBox) => ({ x: x + width / 2, y: y + height / 2 });

/** A shared switch by its axis and its number in the axis: `Z0`. */
function shortName(network: Network, s: number): string {
  const axis = switchFamilyAxis(network, s);
  return `${network.axes[axis].name}${coordinate(network, s, axis)}`;
}

/**
 * The selectable nodes of a drawn network: terminals (the dots of the drawing) with the switches that they are connected to, and switches
 * (its boxes, of one switch each) with the terminals that they serve. Each has its position in pixels, a text, and the path data of its
 * links.
 */
function nodeTargetsOf(network: Network, { lines, dots, boxes }: Scene): readonly NodeTarget[] {
  const { head, tail, axes, terminals, firstOut } = network;
  const pathOf = (node: number) =>
    lines
      .filter(({ channels }) => channels.some((c) => tail[c] === node && head[c] !== node))
      .map(linePathData)
      .join("");
  // Coordinates are written in reverse order of the axes, because the last axis is the most significant one in a terminal's number.
  const coordinates = (node: number) =>
    axes.map(({ name }, axis) => `${name.toLowerCase()} ${coordinate(network, node, axis)}`).toReversed();
  const neighborsOf = (node: number) => [...head.subarray(firstOut[node], firstOut[node + 1])];
  return [
    ...dots.map(({ terminal, x, y }): NodeTarget => {
      const switches = neighborsOf(terminal).map((s) => shortName(network, s));
      const value = `node ${terminal} (${coordinates(terminal).join(", ")})`;
      return { node: terminal, x, y, value, name: `is on ${switches.toReversed().join(", ")}`, path: pathOf(terminal) };
    }),
    ...boxes.map((box): NodeTarget => {
      const [s] = box.switches;
      const servedTerminals = neighborsOf(s).filter((each) => each < terminals);
      return {
        node: s,
        ...centerOf(box),
        value: `SW-${shortName(network, s)}`,
        name: `serves the nodes ${servedTerminals.join(", ")}`,
        path: pathOf(s),
      };
    }),
  ];
}
