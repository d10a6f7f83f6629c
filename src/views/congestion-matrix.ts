/**
 * Where packets wait, without the links. For trees the matrix of QsNET: a cell per port above and below, the switch's
 * own number in the centre, each normalised by its own worst. For grids a row per direction and a column per switch.
 * (Petrini et al. (QsNET), §5.4, Fig. 15)
 */
import { select } from "d3-selection";
import { axisOf, coordinate, nameOfNode, type Network } from "../core/network/network.ts";
import type { Canvas, View, ViewData } from "./contract.ts";
import { channelTable } from "./shared/channel-table.ts";
import { palette, toneOf, tones } from "./shared/colour.ts";
import { formatCount, formatPercent } from "./shared/format.ts";
import { type Loads, loadsOf } from "./shared/loads.ts";
import { type Drawing, drawMarks, type Mark, pathMark, roundedRectangle, textMark } from "./shared/marks.ts";
import { placeBoxes, rowsOf } from "./stage/levels.ts";
import { paintSwitches } from "./stage/paint.ts";
import type { Scene } from "./stage/scene.ts";

/** Width a port needs for its number, and the widest a row may grow to. */
const portWidth = 21;
const widestRow = 4000;
const rowHeight = 50;

/** Whether ports have directions to sort them by: up and down, or back and forth along lines and rings. */
export function hasMatrix({ axes }: Network): boolean {
  return axes.some(({ kind }) => kind === "level") || (axes.length > 0 && axes.every(({ kind }) => kind === "line" || kind === "ring"));
}

export const congestionMatrix: View<Drawing> = {
  id: "congestion-matrix",
  title: "Congestion matrix",

  room({ network }, width) {
    if (network === null || !hasMatrix(network)) return { width, height: 160 };
    if (axisOf(network, "level") >= 0) {
      const { switches, down } = rowsOf(network);
      const wanted = switches[0].reduce((sum, n) => sum + Math.max(2, down[n].length) * portWidth + 8, 0);
      return { width: Math.max(width, Math.min(widestRow, wanted)), height: switches.length * (rowHeight + 6), fromMiddle: true };
    }
    return { width, height: heatRows(network).rows.length * 24 + 40 };
  },

  needs({ network, frame }) {
    if (network === null || frame === null) return "Here stands, for every port of every switch, how long packets have waited in it.";
    return hasMatrix(network)
      ? null
      : "Trees, meshes and tori have a matrix; in this network ports have no directions to sort them by. The table has every channel.";
  },

  summary(data) {
    const { network } = data;
    if (network === null) return "No network yet.";
    const waited = switchWaiting(network, loadsOf(data.frame));
    const worst = waited.reduce((a, b) => Math.max(a, b), 0);
    if (worst === 0) return "No packet has waited yet.";
    const hottest = [...waited.keys()].filter((s) => waited[s] >= worst * 0.95);
    const free = waited.reduce((count, own) => count + (own < worst * 0.005 ? 1 : 0), 0);
    const others = hottest.length > 1 ? ` and ${hottest.length - 1} more like it` : "";
    return `Packets wait longest in ${nameOfNode(network, network.terminals + hottest[0])}${others}${free > 0 ? `, hardly at all in ${formatCount(free)} of ${formatCount(network.switches)} switches` : ""}.`;
  },

  layout(data, canvas) {
    const { network } = data;
    if (network === null || canvas.width < 1 || !hasMatrix(network)) return { marks: [] };
    return { marks: axisOf(network, "level") >= 0 ? treeMarks(network, data, canvas) : heatMarks(network, loadsOf(data.frame), canvas) };
  },

  draw({ marks }, into) {
    drawMarks(marks, into);
    select(into).attr("class", "matrix");
  },

  table: channelTable,
};

function switchWaiting(network: Network, loads: Loads): Float64Array {
  const waited = new Float64Array(network.switches);
  for (let c = 0; c < network.head.length; c++) {
    if (network.head[c] >= network.terminals) waited[network.head[c] - network.terminals] += loads.waiting(c);
  }
  return waited;
}

function treeMarks(network: Network, data: ViewData, canvas: Canvas): readonly Mark[] {
  const rows = rowsOf(network);
  const n = rows.switches.length;
  const { width } = canvas;
  const row = canvas.height / n;
  const boxHeight = Math.min(rowHeight, row - 4);
  const tops = rows.switches.map((_, level) => (n - 1 - level) * row + (row - boxHeight) / 2);
  const sizes = {
    left: 1,
    pitch: (width - 2) / network.terminals,
    width: width - 2,
    tops,
    boxHeight,
    cellHeight: boxHeight >= 40 ? 15 : 4,
    pad: 3,
  };
  const placed = placeBoxes(network, rows, sizes);
  const narrowest = placed.cells.reduce((least, cell) => Math.min(least, cell.width), Infinity);
  const scene: Scene = {
    width,
    height: canvas.height,
    lines: [],
    strands: [],
    wires: "",
    strandWidth: { cold: 0, hot: 0 },
    casing: 0,
    boxes: placed.boxes,
    boxRadius: placed.boxWidth >= 40 ? 5 : 2,
    cells: placed.cells,
    cellRadius: 1.5,
    cellFont: narrowest >= 18 && boxHeight >= 40 ? 11.5 : 0,
    boxFont: placed.boxWidth >= 20 ? 13 : 0,
    tonedBoxes: placed.cells.length === 0,
    unplugged: placed.unplugged,
    missing: "",
    axis: null,
    dots: [],
    words: [],
  };
  return paintSwitches(scene, data, loadsOf(data.frame), canvas);
}

interface HeatRow {
  readonly name: string;
  /** Channel of each column, or −1 where the switch has no such neighbour. */
  readonly channels: readonly number[];
}

const heatRowsOf = new WeakMap<Network, { rows: readonly HeatRow[]; columns: number }>();

/** Channels by the direction they come from, one column per switch in the order of the network. */
function heatRows(network: Network): { rows: readonly HeatRow[]; columns: number } {
  const known = heatRowsOf.get(network);
  if (known !== undefined) return known;
  const rows = new Map<string, number[]>();
  for (let c = 0; c < network.head.length; c++) {
    const s = network.head[c] - network.terminals;
    if (s < 0) continue;
    const name =
      network.tail[c] < network.terminals
        ? "terminals"
        : `from ${network.linkClasses[network.linkClass[c]]} ${isBelow(network, c) ? "−" : "+"}`;
    const row = rows.get(name) ?? Array.from({ length: network.switches }, () => -1);
    row[s] = c;
    rows.set(name, row);
  }
  const found = { rows: [...rows].map(([name, channels]) => ({ name, channels })), columns: network.switches };
  heatRowsOf.set(network, found);
  return found;
}

/** True when a channel comes from the neighbour before, the closing link of a ring counted as a step on. */
function isBelow(network: Network, c: number): boolean {
  const axis = network.axes.findIndex((_, a) => coordinate(network, network.tail[c], a) !== coordinate(network, network.head[c], a));
  const step = coordinate(network, network.head[c], axis) - coordinate(network, network.tail[c], axis);
  return Math.abs(step) > 1 ? step < 0 : step > 0;
}

function heatMarks(network: Network, loads: Loads, { width, height, theme }: Canvas): readonly Mark[] {
  const { rows, columns } = heatRows(network);
  const [left, foot] = [84, 22];
  const cell = { width: (width - left) / columns, height: (height - foot) / rows.length };
  const gap = cell.width >= 6 ? 1 : 0;
  const colours = palette(theme, "surface");
  const worst = rows.reduce((most, row) => row.channels.reduce((m, c) => (c < 0 ? m : Math.max(m, loads.waiting(c))), most), 0);
  // Columns thinner than two pixels are drawn together, each group as its worst.
  const together = Math.max(1, Math.ceil(2 / cell.width));
  const byTone = Array.from({ length: tones + 1 }, () => "");
  const numbers: Mark[] = [];
  const marks: Mark[] = [];
  rows.forEach((row, r) => {
    const y = r * cell.height;
    marks.push(
      textMark(`row ${r}`, left - 8, y + cell.height / 2 + 4, row.name, { "font-size": 11, "text-anchor": "end", fill: theme.ink2 }),
    );
    for (let s = 0; s < columns; s += together) {
      const channels = row.channels.slice(s, s + together).filter((c) => c >= 0);
      if (channels.length === 0) continue;
      const part = worst > 0 ? channels.reduce((most, c) => Math.max(most, loads.waiting(c)), 0) / worst : 0;
      const x = left + s * cell.width;
      byTone[toneOf(part)] += roundedRectangle(x, y, cell.width * together - gap, cell.height - 1, gap * 1.5);
      if (cell.width >= 20)
        numbers.push(
          textMark(`number ${r} ${s}`, x + (cell.width - gap) / 2, y + cell.height / 2 + 3.5, formatPercent(part), {
            "font-size": part > 0.995 ? 9.5 : 10.5,
            "text-anchor": "middle",
            fill: colours.ink[toneOf(part)],
          }),
        );
    }
  });
  byTone.forEach((d, tone) => {
    if (d !== "") marks.push(pathMark(`heat ${tone}`, d, { fill: colours.fill[tone] }));
  });
  const every = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024].find((step) => step * cell.width >= 34) ?? 4096;
  for (let s = 0; s < columns; s += every) {
    const at = network.axes.map((_, axis) => coordinate(network, network.terminals + s, axis)).join(",");
    marks.push(
      textMark(`column ${s}`, left + (s + 0.5) * cell.width, height - 6, at, {
        "font-size": 11,
        "text-anchor": s === 0 ? "start" : "middle",
        fill: theme.ink2,
      }),
    );
  }
  return [...marks, ...numbers];
}
