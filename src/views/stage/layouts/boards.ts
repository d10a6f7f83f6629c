/**
 * HammingMesh: boards of terminals in rows and columns, where each terminal is linked to its neighbors on the board. The switch of a row is
 * drawn at its left, that of a column below it. From the switch a trunk runs along the line, with a branch to the first and the last
 * terminal of every board. Where branches would be too close, boards are merged: one line shows all links of their switches, one dash all
 * links on the boards.
 */
import { type Axis, coordinate, type Network } from "../../../core/network/network.ts";
import { countOf } from "../../../words/numbers.ts";
import { aside, backwards, type Box, type Line, pathOf, type Scene, type StageLayout, straight, type Word } from "../scene.ts";
import { type Viewport, whole } from "../viewport.ts";
import { fitToRoom, noteIn, packetsIn, type Reach, wordRoom } from "./fit.ts";
import type { Point } from "./placed.ts";
import { looseStrandsOf } from "./put-together.ts";
import { isCurveSeen, isSeen } from "./seen.ts";
import { textWidth } from "../../plot/text-width.ts";

export const boards: StageLayout = {
  fits: (axes) => axes.length === 2 && axes.every(({ kind }) => kind === "board"),
  place,
};

/** Additional distance between two boards, compared with neighbors on a board, steps. */
const gap = 0.9;
/** Distance from the first terminals to the switches of their lines, and margin beyond the last terminals, steps. */
const [reach, beyond] = [1.15, 0.5];
/** Maximum ratio of a step along x to one along y, and the reverse. */
const stretch: Point = [1.8, 1.5];
/**
 * Distance of a trunk from its terminals, and distance along the trunk between a terminal and the start of its branch, as parts of the
 * smaller step. First value for rows, whose trunk is above; second for columns, whose trunk is at the right.
 */
const beside = [0.34, 0.2] as const;
const branch = [0.34, 0.42] as const;
/** Minimum length of a step at which each branch and each link of a board is drawn, pixels. */
const fine = 4;
/** Minimum width and height of a block of merged boards, pixels. */
const blockSize = 14;
/** Minimum length of a step that leaves room for the names of the first switches, pixels. */
const named = 22;
/** Up to this width the drawing reserves no room for names: they are drawn only if they happen to fit, pixels. */
const narrow = 560;

/** Positions of terminals, and the size of switches. */
interface Plan {
  readonly step: Point;
  /** The smaller of the two steps, pixels. */
  readonly pitch: number;
  /** Center of the terminal in that column and row. */
  at(column: number, row: number): Point;
  readonly box: Point;
}

/** Computes the steps and positions of terminals, with a gap between boards. */
function arranged(axes: readonly Axis[], width: number, height: number, viewport: Viewport): Plan {
  const extent = axes.map(({ size, each = size }) => size - 1 + (size / each - 1) * gap);
  const words = wordRoom(width, height);
  const beyondEdges = (x: number, y: number): Reach => {
    const [w, h] = boxSize(x, y);
    const name = Math.min(x, y) < named || width < narrow ? 0 : nameWidth(axes[1].name);
    return [reach * x + w / 2 + name + 4, beyond * y + words.top + 4, beyond * x + 4, reach * y + h / 2 + words.foot + 4];
  };
  const fit = fitToRoom({ extent: [extent[0], extent[1]], stretch, reach: beyondEdges }, width, height, viewport);
  const along = (d: 0 | 1, place: number) => {
    const { size, each = size } = axes[d];
    return place + Math.floor(place / each) * gap;
  };
  return {
    step: fit.step,
    pitch: Math.min(...fit.step),
    at: (column, row) => fit.at(along(0, column), along(1, row)),
    box: boxSize(...fit.step),
  };
}

/** Width and height of a switch, pixels, from the lengths of a step along x and y. */
const boxSize = (x: number, y: number): Point => [Math.max(1.5, Math.min(34, x * 0.62)), Math.max(1.5, Math.min(24, y * 0.52))];

/** Width of the name of the first switch with its gap, pixels. */
const nameWidth = (name: string) => 5 + textWidth(`${name} 0`);

/** A straight segment of the links of a switch, directed away from the switch. */
interface Piece {
  readonly from: Point;
  readonly to: Point;
  readonly channels: readonly number[];
}

/** One switch with its links, drawn as a comb: a trunk with branches. */
interface Comb {
  readonly box: Box;
  readonly pieces: readonly Piece[];
  /** Each output channel of the switch, with the corners of its path. */
  readonly ways: readonly { readonly channel: number; readonly corners: readonly Point[] }[];
}

/**
 * The comb of one switch: a branch for each output channel, and the trunk between the branches. The trunk segment before a branch carries
 * this channel and all following ones.
 */
function combOf(network: Network, plan: Plan, node: number): Comb {
  const { axes, firstOut, head } = network;
  // The coordinate of a switch along its own line is −1.
  const d = coordinate(network, node, 0) < 0 ? 0 : 1;
  const line = coordinate(network, node, 1 - d);
  const off = beside[d] * plan.pitch;
  const { size, each = size } = axes[d];
  /** A point on the trunk, beside the terminal with that position on the line, shifted along the trunk by some pixels. */
  const pointAt = (place: number, along: number): Point => {
    const [x, y] = d === 0 ? plan.at(place, line) : plan.at(line, place);
    return d === 0 ? [x + along, y - off] : [x + off, y + along];
  };
  const [width, height] = plan.box;
  const near = d === 0 ? 0 : size - 1;
  const [middleX, middleY] = pointAt(near, d === 0 ? -reach * plan.step[0] : reach * plan.step[1]);
  const box = { switches: [node], x: middleX - width / 2, y: middleY - height / 2, width, height };
  const start: Point = d === 0 ? [middleX + width / 2, middleY] : [middleX, middleY - height / 2];
  const out = branch[d] * plan.pitch;
  const ends = Array.from({ length: firstOut[node + 1] - firstOut[node] }, (_, port) => {
    const channel = firstOut[node] + port;
    const place = coordinate(network, head[channel], d);
    // On a board with a single terminal both branches lead to that terminal: the first before it, the second behind it.
    const isLast = each === 1 ? port > 0 && head[channel - 1] === head[channel] : place % each === each - 1;
    return {
      channel,
      fork: pointAt(place, isLast ? out : -out),
      end: plan.at(...(d === 0 ? ([place, line] as const) : ([line, place] as const))),
    };
  });
  // Order of the branches as seen from the switch: rows to the right, columns upwards.
  if (d === 1) ends.reverse();
  const ways = ends.map(({ channel, fork, end }) => ({ channel, corners: [start, fork, end] }));
  const pieces = ends.flatMap(({ channel, fork, end }, i): readonly Piece[] => [
    { from: i === 0 ? start : ends[i - 1].fork, to: fork, channels: ends.slice(i).map((each) => each.channel) },
    { from: fork, to: end, channels: [channel] },
  ]);
  return { box, pieces, ways };
}

/** Links between terminals, each once, by the channel with the lower number. */
function boardPieces({ terminals, firstOut, head, reverse, coordinates }: Network, plan: Plan): readonly Piece[] {
  const at = (t: number) => plan.at(coordinates[2 * t], coordinates[2 * t + 1]);
  const found: Piece[] = [];
  for (let t = 0; t < terminals; t++) {
    for (let c = firstOut[t]; c < firstOut[t + 1]; c++) {
      if (head[c] < terminals && c < reverse[c]) found.push({ from: at(t), to: at(head[c]), channels: [c] });
    }
  }
  return found;
}

/**
 * Boards merged into blocks: a line for all switches of each row and column of blocks, and a dash for all links on the boards of a block.
 */
function blocks(network: Network, plan: Plan): { readonly combs: readonly Comb[]; readonly dashes: readonly Piece[] } {
  const { terminals, switches, axes, firstOut, head, reverse } = network;
  // Terminals along each axis that a block covers.
  const taken = axes.map(({ each = 1 }, d) => each * Math.ceil(blockSize / ((each + gap) * plan.step[d])));
  const counts = axes.map(({ size }, d) => Math.ceil(size / taken[d]));
  const blockOf = (n: number, d: number) => Math.floor(coordinate(network, n, d) / taken[d]);
  /** First and last coordinate of a block along an axis. */
  const span = (d: number, block: number) => [block * taken[d], Math.min(axes[d].size, (block + 1) * taken[d]) - 1] as const;
  const corners = (column: number, row: number) => {
    const [[left, right], [top, bottom]] = [span(0, column), span(1, row)];
    return [plan.at(left, top), plan.at(right, bottom)] as const;
  };
  const lines = new Map<number, { readonly d: number; readonly line: number; readonly own: number[] }>();
  for (let n = terminals; n < terminals + switches; n++) {
    const d = coordinate(network, n, 0) < 0 ? 0 : 1;
    const line = blockOf(n, 1 - d);
    const key = 2 * line + d;
    if (!lines.has(key)) lines.set(key, { d, line, own: [] });
    lines.get(key)!.own.push(n);
  }
  const combs = [...lines.values()].map(({ d, line, own }): Comb => {
    const [[, y1], [x2, y2]] = d === 0 ? corners(0, line) : corners(line, counts[1] - 1);
    const [[x1], [right]] = d === 0 ? corners(0, line) : corners(line, 0);
    const channels = own.flatMap((n) => Array.from({ length: firstOut[n + 1] - firstOut[n] }, (_, port) => firstOut[n] + port));
    const away = blockSize / 2;
    if (d === 0) {
      const y = y1 - 2;
      const box = { switches: own, x: x1 - 2 * away, y: y - 2, width: away, height: Math.max(4, y2 - y1 + 2) };
      return {
        box,
        ways: [],
        pieces: [{ from: [x1 - away, y], to: plan.at(axes[0].size - 1, 0).with(1, y) as unknown as Point, channels }],
      };
    }
    const x = right + 2;
    const box = { switches: own, x: x1, y: y2 + away, width: Math.max(4, x2 - x1 + 2), height: away };
    return { box, ways: [], pieces: [{ from: [x, y2 + away], to: [x, plan.at(0, 0)[1]], channels }] };
  });
  const own = new Map<number, number[]>();
  for (let c = 0; c < firstOut[terminals]; c++) {
    if (head[c] >= terminals || c > reverse[c]) continue;
    const block = blockOf(head[c], 0) * counts[1] + blockOf(head[c], 1);
    if (!own.has(block)) own.set(block, []);
    own.get(block)!.push(c);
  }
  const dashes = [...own].map(([block, channels]): Piece => {
    const [[x1, y1], [x2, y2]] = corners(Math.floor(block / counts[1]), block % counts[1]);
    const [y, inset] = [(y1 + y2) / 2 + 1, (x2 - x1) * 0.2];
    return { from: [x1 + inset, y], to: [x2 - inset, y], channels };
  });
  return { combs, dashes };
}

/** Lays out the network: positions, segments in detail or merged by blocks, then lines, terminals and labels. */
function place(network: Network, width: number, height: number, viewport: Viewport = whole): Scene {
  const { terminals, switches, axes, reverse } = network;
  const room = { width, height };
  const plan = arranged(axes, width, height, viewport);
  const isFine = plan.pitch >= fine;
  const { combs, dashes } = isFine
    ? { combs: Array.from({ length: switches }, (_, s) => combOf(network, plan, terminals + s)), dashes: boardPieces(network, plan) }
    : blocks(network, plan);
  const lines: Line[] = [];
  let wires = "";
  const apart = Math.max(0.3, Math.min(1.7, plan.pitch * 0.045));
  /**
   * Adds both channels of each segment side by side, each in the order of its path. Lines of switches are drawn lighter than the links of
   * boards.
   */
  const put = (pieces: readonly Piece[], light: boolean) => {
    const back: Line[] = [];
    for (const { from, to, channels } of pieces) {
      const curve = straight(...from, ...to);
      if (!isCurveSeen(curve, room)) continue;
      wires += pathOf(curve);
      const other = channels.map((c) => reverse[c]);
      if (!isFine) {
        lines.push({ channels: [...channels, ...other], curve, light, bold: true });
        continue;
      }
      lines.push({ channels, curve: aside(curve, apart), light });
      back.push({ channels: other, curve: aside(backwards(curve), apart), light });
    }
    lines.push(...back.toReversed());
  };
  for (const { pieces } of combs) put(pieces, isFine);
  put(dashes, false);
  const dots: { x: number; y: number; terminal: number }[] = [];
  for (let terminal = 0; terminal < terminals; terminal++) {
    const [x, y] = plan.at(coordinate(network, terminal, 0), coordinate(network, terminal, 1));
    if (isSeen(x, y, x, y, room)) dots.push({ x, y, terminal });
  }
  const hot = Math.max(0.7, Math.min(3, plan.pitch * 0.08));
  const tracks = combs.flatMap(({ ways }) =>
    ways.flatMap(({ channel, corners }) => [
      { channel, corners },
      { channel: reverse[channel], corners: corners.toReversed() },
    ]),
  );
  const ofBoards = lines.filter(({ channels, light }) => !light && channels.length === 1);
  return {
    width,
    height,
    lines,
    strands: looseStrandsOf(lines),
    wires,
    strandWidth: { cold: Math.min(0.6, Math.max(0.25, plan.pitch * 0.02)), hot },
    casing: Math.min(3, hot),
    boxes: combs.map(({ box }) => box).filter((box) => isSeen(box.x, box.y, box.x + box.width, box.y + box.height, room)),
    boxRadius: Math.min(5, plan.box[0] / 6),
    unplugged: "",
    missing: "",
    axis: null,
    dots,
    dotRadius: isFine ? Math.max(0.8, Math.min(5, plan.pitch * 0.1)) : 0,
    tracks: isFine
      ? [
          ...tracks,
          ...ofBoards.map(({ channels: [channel], curve }) => ({
            channel,
            corners: [
              [curve[0], curve[1]],
              [curve[6], curve[7]],
            ] as const,
          })),
        ]
      : [],
    ...packetsIn(width, height),
    words: viewport.zoom > 1 ? [] : [...noteIn(width, height, note(network)), ...names(network, plan, combs)],
    ground: { width, height, closest: Math.max(4, (110 * viewport.zoom) / plan.pitch), tallest: Infinity },
  };
}

/** Labels of the first switch of the rows and of the columns. */
function names({ axes }: Network, plan: Plan, combs: readonly Comb[]): readonly Word[] {
  if (plan.pitch < named) return [];
  // Switches of rows have lower numbers than those of columns.
  return [0, axes[1].size].flatMap((s, d): readonly Word[] => {
    const { x, y, height } = combs[s].box;
    const { name } = axes[1 - d];
    return x < nameWidth(name) ? [] : [{ x: x - 5, y: y + height / 2 + 4, anchor: "end", text: `${name} 0`, bold: false, size: 11 }];
  });
}

/** Caption: how to read the picture. */
function note({ axes }: Network): string {
  return `${countOf(axes[0].each! * axes[1].each!, "terminal", "terminals")} on a board, a switch for each line`;
}
