/**
 * Three Quads: the cube of terminals, and on three of its sides a family of switches, each joined by a comb to the terminals of its plane.
 * (Three Quads (matrix transpose), Fig. 1)
 */
import type { Network } from "../../../../core/network/network.ts";
import { quadCombOf, type QuadComb, familyIndexOf, terminalCoordinates, switchCenter } from "./combs.ts";
import { fitCube } from "./cube.ts";
import { type Viewport, fullViewport } from "../../viewport.ts";
import { freeStrands } from "../merge-lines.ts";
import { isCurveVisible, isRectVisible } from "../visibility.ts";
import {
  offsetCurve,
  reversedCurve,
  type SwitchBox,
  type Line,
  curvePathData,
  type Scene,
  type StageLayout,
  straightCurve,
  type SceneLabel,
} from "../../scene.ts";

export const quadsLayout: StageLayout = {
  fits: (axes) => axes.length === 3 && axes.every((axis) => axis.kind === "shared"),
  place,
};

/** Minimum distance of lines at which every step is a separate segment, and at which terminals are shown, pixels. */
const [minDetailedPitch, minDotPitch] = [9, 2.2];
/** Minimum width of a drawing with a caption in its corner, pixels. */
const minCaptionWidth = 700;
/** Minimum distance of lines that leaves room for the bars of terminals, pixels. */
const minBarPitch = 18;
/** Width of the legend of the bars of terminals, pixels. */
const legendWidth = 250;

/** Builds the scene of Three Quads. The legend of the terminal bars is drawn only if the upper left corner is free. */
function place(network: Network, width: number, height: number, viewport: Viewport = fullViewport): Scene {
  const { axes, terminals, switches } = network;
  const cube = fitCube(Math.max(...axes.map(({ size }) => size)), width, height, viewport);
  const drawingSize = { width, height };
  const isDetailed = cube.pitch >= minDetailedPitch;
  const nodes = Array.from({ length: switches }, (_, switchIndex) => terminals + switchIndex);
  const combs = nodes.map((node) => quadCombOf(network, cube, node, isDetailed));
  const boxes = nodes.map((node): SwitchBox => {
    const [x, y] = switchCenter(network, cube, node);
    return { switches: [node], x: x - cube.boxWidth / 2, y: y - cube.boxHeight / 2, width: cube.boxWidth, height: cube.boxHeight };
  });
  const { lines, wires, missing } = drawCombs(network, combs, Math.max(0.3, Math.min(1.9, cube.pitch * 0.07)), !isDetailed, drawingSize);
  const dots = Array.from({ length: terminals }, (_, terminal) => terminal)
    .map((terminal) => ({ terminal, point: cube.toPixels(terminalCoordinates(network, terminal)) }))
    .filter(({ point: [x, y] }) => isRectVisible(x, y, x, y, drawingSize))
    .map(({ terminal, point: [x, y] }) => ({ x, y, terminal }));
  const isFullView = viewport.zoom <= 1;
  // Below the caption, in the corner that the cube leaves free.
  const legendPosition = [0, width < minCaptionWidth ? 13 : 47] as const;
  // There is a legend if no switch would cover it.
  const hasLegend =
    isFullView && boxes.every(({ x, y }) => x > legendWidth + (width < minCaptionWidth ? 30 : 100) || y > legendPosition[1] + 6);
  const hotWidth = Math.max(0.7, Math.min(3, cube.pitch * 0.14));
  return {
    width,
    height,
    lines,
    strands: freeStrands(lines),
    wires,
    strandWidth: { cold: Math.min(0.6, cube.pitch * 0.2), hot: hotWidth },
    casing: Math.min(3, hotWidth),
    boxes: boxes.filter((box) => isRectVisible(box.x, box.y, box.x + box.width, box.y + box.height, drawingSize)),
    boxRadius: Math.min(5, cube.boxWidth / 6),
    failedOutlines: missing,
    axis: null,
    dots,
    dotRadius: cube.pitch < minDotPitch ? 0 : Math.max(0.8, Math.min(4, cube.pitch * 0.2)),
    ...(cube.pitch >= minBarPitch
      ? { terminalBars: { width: 5, height: Math.min(26, cube.pitch * 0.8), ...(hasLegend ? { legendPosition } : {}) } }
      : {}),
    packetPaths: isDetailed ? combs.flatMap((comb) => packetPathsOf(network, comb)) : [],
    labels: isFullView ? labelsOf(network, boxes, width) : [],
    viewportLimits: { width, height, maxZoom: Math.max(4, (60 * viewport.zoom) / cube.pitch), maxHeightZoom: Infinity },
  };
}

/**
 * Draws the combs of all switches: for every segment two lines side by side, one for the channels from the switch and one for the channels
 * to it. `wires` is a path of all segments; segments whose links have all failed are in the path `missing`. Lines to a switch are in the
 * opposite order of segments, so that the lines of each channel follow each other in its direction.
 */
function drawCombs(
  network: Network,
  combs: readonly QuadComb[],
  halfGap: number,
  isThin: boolean,
  drawingSize: { readonly width: number; readonly height: number },
) {
  const lines: Line[] = [];
  let wires = "";
  let missing = "";
  for (const { segments } of combs) {
    const reverseLines: Line[] = [];
    for (const { from, to, channels, isTrunk } of segments) {
      const curve = straightCurve(...from, ...to);
      if (!isCurveVisible(curve, drawingSize)) continue;
      if (channels.length === 0) missing += curvePathData(curve);
      else {
        const lineStyle = { isThin: isThin && !isTrunk };
        wires += curvePathData(curve);
        lines.push({ channels, curve: offsetCurve(curve, halfGap), ...lineStyle });
        reverseLines.push({
          channels: channels.map((channel) => network.reverse[channel]),
          curve: offsetCurve(reversedCurve(curve), halfGap),
          ...lineStyle,
        });
      }
    }
    lines.push(...reverseLines.toReversed());
  }
  return { lines, wires, missing };
}

/** Packet paths: each channel from the switch to its terminal, and back. */
function packetPathsOf(network: Network, { channelPaths }: QuadComb): NonNullable<Scene["packetPaths"]> {
  return channelPaths.flatMap(({ channel, corners }) => [
    { channel, corners },
    { channel: network.reverse[channel], corners: corners.toReversed() },
  ]);
}

/**
 * Labels beside the first switch of each of the three families of switches (one family for each axis of the cube), and the caption if the
 * drawing is wide enough.
 */
function labelsOf(network: Network, boxes: readonly SwitchBox[], width: number): readonly SceneLabel[] {
  const { terminals, axes } = network;
  const familyIndices = boxes.map((_, switchIndex) => familyIndexOf(network, terminals + switchIndex));
  const firstBoxOf = (axis: number) =>
    boxes.find((_, switchIndex) => familyIndices[switchIndex].axis === axis && familyIndices[switchIndex].index === 0);
  if (boxes[0].width < 14) return [];
  const noun = width < 720 ? "" : " switches";
  const axisLabels = axes.map(({ name }, axis): SceneLabel | undefined => {
    const box = firstBoxOf(axis);
    if (box === undefined) return undefined;
    const label = { text: `${name}${noun}`, bold: true, size: 12 };
    // Y switches are above each other, so their label is above the first one.
    if (axis === 1) return { ...label, x: Math.max(0, box.x), y: box.y - 8, anchor: "start" };
    return { ...label, x: box.x - 9, y: box.y + box.height / 2 + 4, anchor: "end" };
  });
  const captionLines = width < minCaptionWidth ? [] : ["Every terminal has three switches:", "their lines cross at it."];
  return [
    ...axisLabels.filter((label) => label !== undefined),
    ...captionLines.map((text, i): SceneLabel => ({ text, x: 0, y: 13 + 17 * i, anchor: "start", bold: false, size: 12 })),
  ];
}
