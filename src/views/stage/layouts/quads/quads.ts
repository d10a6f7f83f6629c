/**
 * Three Quads as in Fig. 1: the cube of terminals, and on three of its sides a family of switches, each joined by a comb to the terminals
 * of its plane.
 */
import type { Network } from "../../../../core/network/network.ts";
import { combOf, type Comb, placeInFamily, placeOf, switchAt } from "./combs.ts";
import { cubeIn } from "./cube.ts";
import { type Viewport, whole } from "../../viewport.ts";
import { looseStrandsOf } from "../put-together.ts";
import { isCurveSeen, isSeen } from "../seen.ts";
import { aside, backwards, type Box, type Line, pathOf, type Scene, type StageLayout, straight, type Word } from "../../scene.ts";

export const quads: StageLayout = {
  fits: (axes) => axes.length === 3 && axes.every((axis) => axis.kind === "shared"),
  place,
};

/** Minimum distance of lines at which every step is a separate segment, and at which terminals are shown, pixels. */
const [fine, dotted] = [9, 2.2];
/** Minimum width of a drawing with a caption in its corner, pixels. */
const wide = 700;
/** Minimum distance of lines that leaves room for the bars of terminals, pixels. */
const roomy = 18;
/** Width of the legend of these bars, pixels. */
const keyWidth = 250;

/** Lays out the cube: combs of all switches, terminals, labels, and the legend of terminal bars where the corner is free. */
function place(network: Network, width: number, height: number, viewport: Viewport = whole): Scene {
  const { axes, terminals, switches } = network;
  const cube = cubeIn(Math.max(...axes.map(({ size }) => size)), width, height, viewport);
  const room = { width, height };
  const isFine = cube.pitch >= fine;
  const nodes = Array.from({ length: switches }, (_, s) => terminals + s);
  const combs = nodes.map((node) => combOf(network, cube, node, isFine));
  const boxes = nodes.map((node): Box => {
    const [x, y] = switchAt(network, cube, node);
    return { switches: [node], x: x - cube.boxWidth / 2, y: y - cube.boxHeight / 2, width: cube.boxWidth, height: cube.boxHeight };
  });
  const { lines, wires, missing } = drawn(network, combs, Math.max(0.3, Math.min(1.9, cube.pitch * 0.07)), !isFine, room);
  const dots = Array.from({ length: terminals }, (_, terminal) => terminal)
    .map((terminal) => ({ terminal, point: cube.at(placeOf(network, terminal)) }))
    .filter(({ point: [x, y] }) => isSeen(x, y, x, y, room))
    .map(({ terminal, point: [x, y] }) => ({ x, y, terminal }));
  const isWhole = viewport.zoom <= 1;
  // Below the caption, in the corner that the cube leaves free.
  const key = [0, width < wide ? 13 : 47] as const;
  const hasKey = isWhole && boxes.every(({ x, y }) => x > keyWidth + (width < wide ? 30 : 100) || y > key[1] + 6);
  const hot = Math.max(0.7, Math.min(3, cube.pitch * 0.14));
  return {
    width,
    height,
    lines,
    strands: looseStrandsOf(lines),
    wires,
    strandWidth: { cold: Math.min(0.6, cube.pitch * 0.2), hot },
    casing: Math.min(3, hot),
    boxes: boxes.filter((box) => isSeen(box.x, box.y, box.x + box.width, box.y + box.height, room)),
    boxRadius: Math.min(5, cube.boxWidth / 6),
    unplugged: "",
    missing,
    axis: null,
    dots,
    dotRadius: cube.pitch < dotted ? 0 : Math.max(0.8, Math.min(4, cube.pitch * 0.2)),
    ...(cube.pitch >= roomy ? { posts: { width: 5, height: Math.min(26, cube.pitch * 0.8), ...(hasKey ? { key } : {}) } } : {}),
    tracks: isFine ? combs.flatMap((comb) => tracksOf(network, comb)) : [],
    words: isWhole ? words(network, boxes, width) : [],
    ground: { width, height, closest: Math.max(4, (60 * viewport.zoom) / cube.pitch), tallest: Infinity },
  };
}

/** Both channels of every segment side by side, each in the order of its path. Segments whose links have all failed are dashed. */
function drawn(
  network: Network,
  combs: readonly Comb[],
  apart: number,
  light: boolean,
  room: { readonly width: number; readonly height: number },
) {
  const lines: Line[] = [];
  let wires = "";
  let missing = "";
  for (const { pieces } of combs) {
    const back: Line[] = [];
    for (const { from, to, channels, isTrunk } of pieces) {
      const curve = straight(...from, ...to);
      if (!isCurveSeen(curve, room)) continue;
      if (channels.length === 0) missing += pathOf(curve);
      else {
        const kind = { light: light && !isTrunk };
        wires += pathOf(curve);
        lines.push({ channels, curve: aside(curve, apart), ...kind });
        back.push({ channels: channels.map((c) => network.reverse[c]), curve: aside(backwards(curve), apart), ...kind });
      }
    }
    lines.push(...back.toReversed());
  }
  return { lines, wires, missing };
}

/** Packet paths: each channel from the switch to its terminal, and back. */
function tracksOf(network: Network, { ways }: Comb): NonNullable<Scene["tracks"]> {
  return ways.flatMap(({ channel, corners }) => [
    { channel, corners },
    { channel: network.reverse[channel], corners: corners.toReversed() },
  ]);
}

/** Names of the three families beside their first switches, and the caption. */
function words(network: Network, boxes: readonly Box[], width: number): readonly Word[] {
  const { terminals, axes } = network;
  const places = boxes.map((_, s) => placeInFamily(network, terminals + s));
  const first = (axis: number) => boxes.find((_, s) => places[s].axis === axis && places[s].index === 0);
  if (boxes[0].width < 14) return [];
  const noun = width < 720 ? "" : " switches";
  const said = axes.map(({ name }, axis): Word | undefined => {
    const box = first(axis);
    if (box === undefined) return undefined;
    const word = { text: `${name}${noun}`, bold: true, size: 12 };
    // Y switches are above each other, so their label is above the first one.
    if (axis === 1) return { ...word, x: Math.max(0, box.x), y: box.y - 8, anchor: "start" };
    return { ...word, x: box.x - 9, y: box.y + box.height / 2 + 4, anchor: "end" };
  });
  const told = width < wide ? [] : ["Every terminal is on three switches:", "their lines cross in it."];
  return [
    ...said.filter((word) => word !== undefined),
    ...told.map((text, i): Word => ({ text, x: 0, y: 13 + 17 * i, anchor: "start", bold: false, size: 12 })),
  ];
}
