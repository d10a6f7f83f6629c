/**
 * Draws the shortest paths between two nodes of a torus: the nodes in their grid, and the channels of the paths by the traffic that they
 * carry.
 */
import { strongWeight } from "../../../../views/plot/text-width.ts";
import { isSameNode, type TorusNode, relayNodeOf, relayStepsOf } from "../../../../reproductions/torus/shortest-paths.ts";
import type { Theme } from "../../../../views/contract.ts";
import { loadPalette, toneOf } from "../../../../views/marks/color.ts";
import { circleMark, type Mark, pathMark, toTenths, textMark } from "../../../../views/marks/marks.ts";
import type { FigureDrawing, FigureContext } from "./contract.ts";

/** The torus, the source and the destination, and whether messages go via the relay node. */
export interface RelayPair {
  readonly grid: readonly [number, number];
  readonly source: TorusNode;
  readonly destination: TorusNode;
  readonly isRelayed: boolean;
}

export interface RelayDrawing extends FigureDrawing {
  /** Distance of adjacent nodes, in pixels. */
  readonly pitch: number;
}

/** Space beyond the outermost nodes for the stubs of wrap-around links, as a multiple of the pitch; and the maximum pitch, in px. */
const marginPitches = 0.72;
const maxPitch = 86;
/**
 * Minimum pitch, in px, at which channels are labeled with percentages: integers (`whole`), or with a decimal where it is needed (`fully`).
 */
const minLabelPitch = { whole: 38, fully: 56 } as const;
/** Height of the legend below the drawing, in px, and the shares that it shows. */
const legendHeight = 26;
const legendShares = [0.25, 0.5, 1] as const;

/** The position of a node, in px. */
export function nodePosition(pitch: number, [x, y]: TorusNode): readonly [number, number] {
  return [(marginPitches + x) * pitch, (marginPitches + y) * pitch];
}

/** The pitch for an available width, both in px. */
export function pitchForWidth([columns]: RelayPair["grid"], width: number): number {
  return Math.min(maxPitch, width / (columns - 1 + 2 * marginPitches));
}

/** The node closest to a point. */
export function nodeAtPoint(pitch: number, [columns, rows]: RelayPair["grid"], x: number, y: number): TorusNode {
  const nearest = (coordinate: number, size: number) => Math.max(0, Math.min(size - 1, Math.round(coordinate / pitch - marginPitches)));
  return [nearest(x, columns), nearest(y, rows)];
}

/**
 * Lays out a two-dimensional torus with all shortest paths from source S to destination D, either direct or, in two steps, via a relay node
 * X. Color and width of a channel show the share of the pair's traffic that it carries. Coordinates in pixels; `pitch` is the distance of
 * neighboring nodes.
 */
export function layoutRelay(pair: RelayPair, { width, theme }: FigureContext): RelayDrawing {
  const { grid, source, destination, isRelayed } = pair;
  const pitch = pitchForWidth(grid, width);
  const steps = relayStepsOf(grid, source, destination, isRelayed);
  const relay = relayNodeOf(grid, source, destination);
  const isInSourceColumn = ([x]: TorusNode) => x === source[0];
  const [columns, rows] = grid;
  const allNodes = Array.from({ length: columns * rows }, (_, i): TorusNode => [i % columns, Math.floor(i / columns)]);
  const hasRelay = isRelayed && !isSameNode(relay, source) && !isSameNode(relay, destination);
  const markerRadius = Math.max(7, Math.min(12, pitch * 0.2));
  // The labeled nodes. A relay that coincides with an end is not labeled.
  const labeledNodes: readonly (readonly [string, TorusNode])[] = [
    ...(hasRelay ? [["X", relay] as const] : []),
    ["S", source],
    ["D", destination],
  ];
  const isLabeled = (node: TorusNode) => labeledNodes.some(([, position]) => isSameNode(position, node));
  const torusHeight = (rows - 1 + 2 * marginPitches) * pitch;
  return {
    width: toTenths((columns - 1 + 2 * marginPitches) * pitch),
    height: toTenths(torusHeight) + legendHeight,
    pitch,
    marks: [
      // The legend.
      ...legendShares.flatMap((share, i): readonly Mark[] => {
        const [x, y, { colour, strokeWidth }] = [4 + i * 84, torusHeight + 14, channelStyle(share, theme)];
        return [
          pathMark(`key ${share}`, `M${x} ${toTenths(y)}h28`, { stroke: colour, "stroke-width": toTenths(strokeWidth) }),
          textMark(`key name ${share}`, x + 35, y + 4, `${formatSharePercent(share)}\u202f%`, { "font-size": 11, fill: theme.ink2 }),
        ];
      }),
      // A shaded region for the nodes on the paths of each step.
      ...steps.map(({ nodes }, i) =>
        pathMark(`region ${i}`, nodes.map((node) => cellPath(nodePosition(pitch, node), pitch)).join(""), {
          fill: hasRelay && i === 0 ? theme.accent : theme.ink,
          "fill-opacity": hasRelay && i === 0 ? 0.09 : 0.05,
        }),
      ),
      // All links, then the channels of the paths.
      pathMark("links", linkPaths(grid, pitch), { stroke: theme.wire, "stroke-width": 1 }),
      ...steps.flatMap(({ channels }, step) =>
        channels.flatMap(({ from: position, dimension, sign, share }) => {
          const key = `${step} ${position.join(" ")} ${dimension} ${sign}`;
          const [x, y] = nodePosition(pitch, position);
          return channelMarks(key, x, y, dimension, sign, share, { pitch, grid, startNode: position, theme });
        }),
      ),
      // Nodes: small ones, larger in the column of the source, and those with a letter.
      ...allNodes
        .filter((node) => !isLabeled(node))
        .map((node) => {
          const [x, y] = nodePosition(pitch, node);
          const key = `node ${node.join(" ")}`;
          return isInSourceColumn(node)
            ? circleMark(key, x, y, toTenths(markerRadius * 0.6), { fill: theme.ink })
            : circleMark(key, x, y, toTenths(markerRadius * 0.4), { fill: theme.ground, stroke: theme.edge, "stroke-width": 1.2 });
        }),
      ...labeledNodes.flatMap(([name, node]) => endMarks(name, nodePosition(pitch, node), markerRadius, theme)),
    ],
  };
}

/** Path data of the square around a node. */
function cellPath([x, y]: readonly [number, number], pitch: number): string {
  const side = toTenths(pitch);
  return `M${toTenths(x - pitch / 2)} ${toTenths(y - pitch / 2)}h${side}v${side}h${-side}z`;
}

/** Path data of all links. Wrap-around links are two stubs. */
function linkPaths([columns, rows]: RelayPair["grid"], pitch: number): string {
  const farEnd = (size: number) => toTenths((size - 1 + 2 * marginPitches) * pitch - pitch * stubMargin);
  const nearEnd = toTenths(pitch * stubMargin);
  const horizontal = Array.from({ length: rows }, (_, y) => `M${nearEnd} ${toTenths((marginPitches + y) * pitch)}H${farEnd(columns)}`);
  const vertical = Array.from({ length: columns }, (_, x) => `M${toTenths((marginPitches + x) * pitch)} ${nearEnd}V${farEnd(rows)}`);
  return [...horizontal, ...vertical].join("");
}

/** Distance of the outer ends of stubs from the edge of the drawing, as a multiple of the pitch. */
const stubMargin = 0.12;

interface ChannelContext {
  readonly pitch: number;
  readonly grid: RelayPair["grid"];
  readonly startNode: TorusNode;
  readonly theme: Theme;
}

/** Color and width of a channel by its share of the data. Both are offset so that a small share is visible. */
function channelStyle(share: number, theme: Theme): { readonly colour: string; readonly strokeWidth: number } {
  return { colour: loadPalette(theme, "ground").fill[toneOf(0.16 + 0.84 * share)], strokeWidth: 2.4 + 4.6 * share };
}

/**
 * Draws a channel as a line with an arrowhead and its share of the traffic. It starts at the node at (x, y) in pixels and leads in direction
 * `sign` of a dimension (0 horizontal, 1 vertical). It is on the right-hand side of its link, so that both directions are visible. A channel
 * that wraps around the torus is drawn as two stubs, at opposite edges.
 */
function channelMarks(
  key: string,
  x: number,
  y: number,
  dimension: 0 | 1,
  sign: 1 | -1,
  share: number,
  context: ChannelContext,
): readonly Mark[] {
  const { pitch, grid, startNode: channelStart, theme } = context;
  const { colour, strokeWidth } = channelStyle(share, theme);
  const sideOffset = (1.5 + strokeWidth / 2) * sign;
  /** The point on the line of the channel at a distance from the start node, in the direction of the channel. */
  const pointAlong = (along: number): readonly [number, number] =>
    dimension === 0 ? [x + along * sign, y + sideOffset] : [x - sideOffset, y + along * sign];
  const line = (a: number, b: number) => {
    const [[x1, y1], [x2, y2]] = [pointAlong(a), pointAlong(b)];
    return `M${toTenths(x1)} ${toTenths(y1)}L${toTenths(x2)} ${toTenths(y2)}`;
  };
  const nextCoordinate = channelStart[dimension] + sign;
  const wrapsAround = nextCoordinate < 0 || nextCoordinate >= grid[dimension];
  const nodeClearance = pitch * 0.17;
  const lineEnd = wrapsAround ? pitch * (marginPitches - stubMargin) : pitch - nodeClearance;
  // The second stub leads to the node at the opposite end of the row or column. It lies on the other side of the start node, so distances
  // are negative.
  const secondStub = wrapsAround
    ? line(-(grid[dimension] - 1 + marginPitches - stubMargin) * pitch, -(grid[dimension] - 1) * pitch - nodeClearance)
    : "";
  const [middleX, middleY] = pointAlong(wrapsAround ? lineEnd * 0.62 : pitch / 2);
  return [
    pathMark(`way ${key}`, line(nodeClearance, lineEnd) + secondStub, {
      stroke: colour,
      "stroke-width": toTenths(strokeWidth),
      "stroke-linecap": "butt",
    }),
    pathMark(`head ${key}`, arrowheadPath(middleX, middleY, dimension, sign, 3 + strokeWidth / 2), { fill: colour }),
    ...(pitch < minLabelPitch.whole
      ? []
      : [shareLabel(key, middleX, middleY, dimension, sign, strokeWidth, share, pitch < minLabelPitch.fully, theme)]),
  ];
}

/** An arrowhead centered at a point. */
function arrowheadPath(x: number, y: number, dimension: 0 | 1, sign: 1 | -1, size: number): string {
  const [dx, dy] = dimension === 0 ? [sign, 0] : [0, sign];
  const pointAt = (along: number, across: number) => `${toTenths(x + dx * along - dy * across)} ${toTenths(y + dy * along + dx * across)}`;
  return `M${pointAt(size, 0)}L${pointAt(-size * 0.7, size * 0.85)}L${pointAt(-size * 0.7, -size * 0.85)}z`;
}

/**
 * The share of a channel in percent, on its outer side, next to its middle (x, y) in pixels. If columns are close (`isRounded`), it has no
 * decimals, and the labels of opposite directions are at different heights.
 */
function shareLabel(
  key: string,
  x: number,
  y: number,
  dimension: 0 | 1,
  sign: 1 | -1,
  strokeWidth: number,
  share: number,
  isRounded: boolean,
  theme: Theme,
): Mark {
  const distance = 5 + strokeWidth / 2;
  const baselineShift = isRounded && sign > 0 ? 12 : 4;
  // Below or above a horizontal channel, to the left or right of a vertical one.
  const isHorizontal = dimension === 0;
  const dx = isHorizontal ? 0 : -sign * distance;
  const verticalDistance = sign > 0 ? distance + 7 : -distance;
  const dy = isHorizontal ? verticalDistance : baselineShift;
  const outwardAnchor = sign > 0 ? "end" : "start";
  const anchor = isHorizontal ? "middle" : outwardAnchor;
  return textMark(`part ${key}`, x + dx, y + dy, isRounded ? (100 * share).toFixed(0) : formatSharePercent(share), {
    "font-size": 11,
    "text-anchor": anchor,
    fill: theme.ink2,
  });
}

/** A share in percent, with a decimal only where it is needed: `12.5`, `100`. */
export function formatSharePercent(share: number): string {
  const percent = 100 * share;
  return percent < 20 && Math.abs(percent - Math.round(percent)) > 0.05 ? percent.toFixed(1) : percent.toFixed(0);
}

/** The marker of a source (S), a destination (D) or a relay (X), with its letter. */
function endMarks(name: string, [x, y]: readonly [number, number], size: number, theme: Theme): readonly Mark[] {
  const style =
    name === "S"
      ? { fill: theme.ink, stroke: theme.ground }
      : name === "D"
        ? { fill: theme.ground, stroke: theme.ink }
        : { fill: theme.accent, stroke: theme.ground };
  return [
    circleMark(`named ${name}`, x, y, size, { ...style, "stroke-width": 1.6 }),
    textMark(`name ${name}`, x, y + size * 0.36, name, {
      "font-size": Math.round(size * 1.1),
      "font-weight": strongWeight,
      "text-anchor": "middle",
      fill: name === "D" ? theme.ink : theme.ground,
    }),
  ];
}
