/** Draws a row of nodes in groups of four that share a switch, on one line or on several. */
import type { PlacedNode } from "../../../../reproductions/contract.ts";
import { small } from "../../../../views/plot/axes.ts";
import { targetMark } from "../../../../views/plot/targets.ts";
import { keyMarks } from "../../../../views/plot/key.ts";
import { type Mark, pathMark, rectMark, textMark } from "../../../../views/marks/marks.ts";
import type { Drawn, Room } from "./contract.ts";

/** Nodes per switch of the first level. */
const together = 4;
/** Minimum and maximum distance of two nodes, and the additional distance between groups, in px. */
const [leastPitch, mostPitch, apart] = [9, 15, 5];
/** Space at both ends of a line for half a number, in px. */
const edge = 7;
/** Space above a line of nodes for the arrows, and below it for the numbers, in px. */
const [above, below] = [13, 18];

/** A node as a square. Its fill shows the job that it runs; a dark upper part shows that it is a server. */
function square(
  key: string | number,
  x: number,
  y: number,
  side: number,
  { isServer, job }: PlacedNode,
  theme: Room["theme"],
): readonly Mark[] {
  const rx = side > 6 ? 2 : 1;
  const style =
    job === "I/O"
      ? { fill: "var(--sending)" }
      : job === "compute"
        ? { fill: "var(--idle)", stroke: theme.edge }
        : { fill: "none", stroke: theme.edge };
  const isIdle = job !== "I/O" && job !== "compute";
  return [
    rectMark(`node ${key}`, x, y, side, side, { rx, ...style }),
    ...(isServer ? [rectMark(`server ${key}`, x, y, side, side * (isIdle ? 1 : 0.62), { rx, fill: theme.ink })] : []),
  ];
}

/** The legend of the squares. */
export function placingsKey(hasCompute: boolean, { width, theme }: Room): Drawn {
  const samples: readonly (readonly [text: string, node: PlacedNode])[] = [
    ["serves", { isServer: true, job: null }],
    ["injects I/O traffic, under an arrow", { isServer: false, job: "I/O" }],
    ...(hasCompute ? [["computes", { isServer: false, job: "compute" }] as const] : []),
    ["neither", { isServer: false, job: null }],
  ];
  const names = samples.map(([text, node]) => ({
    id: text,
    text,
    sample: (x: number, y: number) => square(`key ${text}`, x, y, 10, node, theme),
  }));
  return keyMarks(names, { x: 1, y: 1, width: width - 2, side: 10 }, theme);
}

/** Lays a row of nodes out. */
export function layoutPlacing(nodes: readonly PlacedNode[], { width, theme }: Room): Drawn {
  const groups = Math.ceil(nodes.length / together);
  // The smallest number of lines with which the nodes are not narrower than the minimum.
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
  // An arrow above every run of adjacent nodes that inject I/O traffic: a bar over the nodes, and a head that points up to the network.
  const arrows = starts.flatMap((node) => {
    let last = node;
    while (isSending(last + 1) && (last + 1) % perLine !== 0) last++;
    const [from, to, y] = [at(node).x, at(last).x + side, at(node).y - 3];
    const middle = (from + to) / 2;
    return [
      pathMark(`arrow ${node}`, `M${from} ${y}H${to}M${middle} ${y}V${y - 6}`, { stroke: theme.ink2 }),
      pathMark(`head ${node}`, `M${middle - 3} ${y - 5}L${middle} ${y - 10}L${middle + 3} ${y - 5}Z`, { fill: theme.ink2 }),
    ];
  });
  const numbered = [...nodes.keys()].filter((node) => node % 8 === 0 || node === nodes.length - 1);
  const does = ({ isServer, job }: PlacedNode) =>
    [isServer ? "serves" : "", job === "I/O" ? "injects I/O traffic" : job === "compute" ? "computes" : ""].filter((part) => part !== "");
  const targets = nodes.map((node, i) => {
    const middle = { x: at(i).x + side / 2, y: at(i).y + side / 2 };
    return { ...middle, width: pitch, height: pitch, value: `node ${i}`, name: does(node).join(", ") || "neither serves nor sends" };
  });
  return {
    height: Math.ceil(nodes.length / perLine) * lineHeight,
    marks: [
      ...arrows,
      ...nodes.flatMap((node, i) => square(i, at(i).x, at(i).y, side, node, theme)),
      targetMark(() => targets),
      ...numbered.map((node) =>
        textMark(`number ${node}`, at(node).x + side / 2, at(node).y + side + 13, String(node), small(theme, "middle")),
      ),
    ],
  };
}
