/** Draws a row of nodes in groups of four that share a switch, on one line or on several. */
import type { NodeRole } from "../../../../reproductions/contract.ts";
import { smallText } from "../../../../views/plot/vertical-axis.ts";
import { targetMark } from "../../../../views/plot/targets.ts";
import { plotLegendMarks } from "../../../../views/plot/legend.ts";
import { type Mark, pathMark, rectMark, textMark } from "../../../../views/marks/marks.ts";
import type { FigureDrawing, FigureContext } from "./contract.ts";

/** Nodes per switch of the first level. */
const nodesPerSwitch = 4;
/** Minimum and maximum distance of two nodes, and the additional distance between groups, in px. */
const [minPitch, maxPitch, groupGap] = [9, 15, 5];
/** Space at both ends of a line for half a number, in px. */
const sideMargin = 7;
/** Space above a line of nodes for the arrows, and below it for the numbers, in px. */
const [arrowSpace, numberSpace] = [13, 18];

/**
 * A node of the network as a square with its upper left corner at (x, y) and sides of `side` pixels. Its fill shows the job that it runs
 * (I/O, computing, or none); a dark upper part shows that it is an I/O server. The square of a server without a job is dark.
 */
function nodeSquare(
  key: string | number,
  x: number,
  y: number,
  side: number,
  { isServer, job }: NodeRole,
  theme: FigureContext["theme"],
): readonly Mark[] {
  const cornerRadius = side > 6 ? 2 : 1;
  const styleOfJob = () => {
    if (job === "I/O") return { fill: "var(--sending)" };
    return job === "compute" ? { fill: "var(--idle)", stroke: theme.edge } : { fill: "none", stroke: theme.edge };
  };
  const isIdle = job !== "I/O" && job !== "compute";
  const serverHeight = side * (isIdle ? 1 : 0.62);
  return [
    rectMark(`node ${key}`, x, y, side, side, { rx: cornerRadius, ...styleOfJob() }),
    ...(isServer ? [rectMark(`server ${key}`, x, y, side, serverHeight, { rx: cornerRadius, fill: theme.ink })] : []),
  ];
}

/** The legend of the squares. */
export function placementLegend(hasCompute: boolean, { width, theme }: FigureContext): FigureDrawing {
  const samples: readonly (readonly [text: string, node: NodeRole])[] = [
    ["serves", { isServer: true, job: null }],
    ["injects I/O traffic, under an arrow", { isServer: false, job: "I/O" }],
    ...(hasCompute ? [["computes", { isServer: false, job: "compute" }] as const] : []),
    ["neither", { isServer: false, job: null }],
  ];
  const names = samples.map(([text, node]) => ({
    id: text,
    text,
    sample: (x: number, y: number) => nodeSquare(`key ${text}`, x, y, 10, node, theme),
  }));
  return plotLegendMarks(names, { x: 1, y: 1, width: width - 2, sampleWidth: 10 }, theme);
}

/**
 * Lays out the nodes of a network as squares, in order of their numbers, on one line or several. Gaps separate groups of nodes that share a
 * switch, and a group is never divided between lines. Arrows mark nodes that inject I/O traffic. Coordinates in pixels; `pitch` is the
 * distance of two nodes.
 */
export function layoutPlacement(nodes: readonly NodeRole[], { width, theme }: FigureContext): FigureDrawing {
  const groupCount = Math.ceil(nodes.length / nodesPerSwitch);
  const lineWidth = width - 2 * sideMargin;
  // The smallest number of lines with which the pitch is at least `minPitch`.
  const minGroupWidth = nodesPerSwitch * minPitch + groupGap;
  const lineCount = [1, 2, 4, 8, 16].find((count) => lineWidth / (groupCount / count) >= minGroupWidth) ?? 16;
  const groupsPerLine = Math.ceil(groupCount / lineCount);
  const nodesPerLine = groupsPerLine * nodesPerSwitch;
  const pitch = Math.min(maxPitch, (lineWidth / groupsPerLine - groupGap) / nodesPerSwitch);
  const squareSide = pitch - 2;
  const lineHeight = arrowSpace + squareSide + numberSpace;
  const positionOf = (node: number) => {
    const indexInLine = node % nodesPerLine;
    return {
      x: sideMargin + indexInLine * pitch + Math.floor(indexInLine / nodesPerSwitch) * groupGap,
      y: Math.floor(node / nodesPerLine) * lineHeight + arrowSpace,
    };
  };
  const isSending = (node: number) => nodes[node]?.job === "I/O";
  // An arrow above every run of adjacent sending nodes on a line: a bar over the nodes, and a head that points up to the network.
  const runStarts = [...nodes.keys()].filter((node) => isSending(node) && (!isSending(node - 1) || node % nodesPerLine === 0));
  const arrows = runStarts.flatMap((first) => {
    let last = first;
    while (isSending(last + 1) && (last + 1) % nodesPerLine !== 0) last++;
    const [barStart, barEnd, y] = [positionOf(first).x, positionOf(last).x + squareSide, positionOf(first).y - 3];
    const center = (barStart + barEnd) / 2;
    return [
      pathMark(`arrow ${first}`, `M${barStart} ${y}H${barEnd}M${center} ${y}V${y - 6}`, { stroke: theme.ink2 }),
      pathMark(`head ${first}`, `M${center - 3} ${y - 5}L${center} ${y - 10}L${center + 3} ${y - 5}Z`, { fill: theme.ink2 }),
    ];
  });
  // Labels and hover targets.
  const labeledNodes = [...nodes.keys()].filter((node) => node % 8 === 0 || node === nodes.length - 1);
  const rolesOf = ({ isServer, job }: NodeRole) =>
    [isServer ? "serves" : "", job === "I/O" ? "injects I/O traffic" : job === "compute" ? "computes" : ""].filter((part) => part !== "");
  const targets = nodes.map((node, i) => {
    const center = { x: positionOf(i).x + squareSide / 2, y: positionOf(i).y + squareSide / 2 };
    return { ...center, width: pitch, height: pitch, value: `node ${i}`, name: rolesOf(node).join(", ") || "neither serves I/O nor sends" };
  });
  return {
    height: Math.ceil(nodes.length / nodesPerLine) * lineHeight,
    marks: [
      ...arrows,
      ...nodes.flatMap((node, i) => nodeSquare(i, positionOf(i).x, positionOf(i).y, squareSide, node, theme)),
      targetMark(() => targets),
      ...labeledNodes.map((node) =>
        textMark(
          `number ${node}`,
          positionOf(node).x + squareSide / 2,
          positionOf(node).y + squareSide + 13,
          String(node),
          smallText(theme, "middle"),
        ),
      ),
    ],
  };
}
