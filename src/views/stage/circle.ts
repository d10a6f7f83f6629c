/**
 * Networks that are neither levels nor grids. Switches that all know each other stand in rows and columns with arcs
 * between them; where terminals hang on several switches, the terminals make the planes and the switches stand around;
 * everything else stands on one closed curve, groups apart, and links bow towards its middle.
 */
import { coordinate, type Network } from "../../core/network/network.ts";
import { arrange } from "./planes.ts";
import { aside, type Box, type Curve, type Line, line, mostStrands, pathOf, type Scene, type StageLayout, type Word } from "./scene.ts";

export const circle: StageLayout = { fits: () => true, place };

type Point = readonly [number, number];

/** Where everything stands, and how far from the middle links keep. */
interface Places {
  readonly switches: readonly Point[];
  readonly terminals: readonly Point[];
  readonly box: { readonly width: number; readonly height: number };
  curve(from: Point, to: Point): Curve;
  readonly words: readonly Word[];
}

/** Room around the drawing, pixels. */
const margin = 14;

function place(network: Network, width: number, height: number): Scene {
  const { axes, terminals, switches, head, tail, reverse } = network;
  const isShared = axes.length > 0 && axes.every((axis) => axis.kind === "shared");
  const isFull = axes.length > 1 && axes.every((axis) => axis.kind === "full");
  const places = isShared
    ? aroundTerminals(network, width, height)
    : isFull
      ? inRows(network, width, height)
      : onCircle(network, width, height);
  const at = (n: number) => (n < terminals ? places.terminals[n] : places.switches[n - terminals]);
  const apart = Math.max(0.25, Math.min(1.6, places.box.width * 0.05));
  const lines: Line[] = [];
  let wires = "";
  for (let c = 0; c < head.length; c++) {
    const curve = places.curve(at(tail[c]), at(head[c]));
    lines.push(line(c, aside(curve, apart)));
    if (c < reverse[c]) wires += pathOf(curve);
  }
  const { width: w, height: h } = places.box;
  const boxes: readonly Box[] = Array.from({ length: switches }, (_, s) => {
    const [x, y] = places.switches[s];
    return { switches: [terminals + s], x: x - w / 2, y: y - h / 2, width: w, height: h };
  });
  return {
    width,
    height,
    lines,
    strands: bundled(lines).map((each) => ({ ...each, d: pathOf(each.curve) })),
    wires: lines.length > 4 * mostStrands ? "" : wires,
    strandWidth: { cold: Math.min(0.5, apart), hot: Math.min(3, apart * 2) },
    casing: Math.min(5.5, 2.5 + apart * 1.5),
    boxes,
    boxRadius: Math.min(5, w / 5),
    cells: [],
    cellRadius: 1,
    cellFont: 0,
    boxFont: 0,
    tonedBoxes: true,
    unplugged: "",
    axis: null,
    dots: places.terminals.map(([x, y], terminal) => ({ x, y, terminal })),
    words: places.words,
  };
}

/** All switches on one closed curve, in the order of their numbers, with a gap between groups; terminals outside. */
function onCircle(network: Network, width: number, height: number): Places {
  const { terminals, switches, firstOut, head, axes } = network;
  const group = axes.findIndex((axis) => axis.kind === "group");
  const gap = group >= 0 ? 0.9 : 0;
  const starts = (s: number) =>
    s > 0 && group >= 0 && coordinate(network, terminals + s, group) !== coordinate(network, terminals + s - 1, group);
  const steps: number[] = [];
  let length = 0;
  for (let s = 0; s < switches; s++) {
    if (starts(s)) length += gap;
    steps.push(length++);
  }
  length += gap;
  const [cx, cy] = [width / 2, height / 2];
  const out = Math.min(30, height / 12);
  const [rx, ry] = [Math.min(width / 2, height * 0.9) - margin - out, height / 2 - margin - out].map((r) => Math.max(1, r));
  const along = ellipse(rx, ry);
  const pitch = along.length / Math.max(1, length);
  const box = { width: Math.max(1.5, Math.min(26, pitch * 0.5)), height: Math.max(1.5, Math.min(18, pitch * 0.5)) };
  const spot = (step: number, scale: number): Point => {
    const [x, y] = along.at((step / length) * along.length);
    const far = Math.hypot(x, y) || 1;
    return [cx + x + (x / far) * scale, cy + y + (y / far) * scale];
  };
  const places: Point[] = Array.from({ length: terminals }, () => [cx, cy]);
  for (let s = 0; s < switches; s++) {
    const own = Array.from(head.subarray(firstOut[terminals + s], firstOut[terminals + s + 1])).filter((n) => n < terminals);
    own.forEach((t, i) => (places[t] = spot(steps[s] + ((i + 0.5) / own.length - 0.5) * 0.8, out)));
  }
  // What a fault has cut off waits in a row at the foot.
  const lost = Array.from({ length: terminals }, (_, t) => t).filter((t) => firstOut[t] === firstOut[t + 1]);
  lost.forEach((t, i) => (places[t] = [margin + ((i + 0.5) / lost.length) * (width - 2 * margin), height - 4]));
  const longest = 2 * Math.max(rx, ry);
  return {
    switches: steps.map((step) => spot(step, 0)),
    terminals: places,
    box,
    curve([x1, y1], [x2, y2]) {
      // Neighbours are joined nearly straight, opposites by way of the middle.
      const pull = 0.1 + 0.45 * Math.min(1, Math.hypot(x2 - x1, y2 - y1) / longest);
      const isSpoke =
        Math.hypot(x1 - cx, y1 - cy) > longest ||
        Math.abs(Math.hypot((x1 - cx) / rx, (y1 - cy) / ry) - Math.hypot((x2 - cx) / rx, (y2 - cy) / ry)) > 0.01;
      const by = isSpoke ? 0 : pull;
      const towards = (x: number, y: number, tx: number, ty: number): Point => [
        x + (tx - x) / 3 + (cx - x) * by * 0.6,
        y + (ty - y) / 3 + (cy - y) * by * 0.6,
      ];
      const [a, b] = [towards(x1, y1, x2, y2), towards(x2, y2, x1, y1)];
      return [x1, y1, a[0], a[1], b[0], b[1], x2, y2];
    },
    words: [],
  };
}

/** Rows and columns whose switches all know each other: the farther apart, the higher the arc. */
function inRows(network: Network, width: number, height: number): Places {
  const { terminals, switches, axes, firstOut, head } = network;
  const plan = arrange(
    axes.map((axis) => ({ ...axis, kind: "line" as const })),
    width,
    height,
  );
  const pitch = Math.min(plan.pitchX, plan.pitchY);
  const box = { width: Math.max(1.5, Math.min(30, plan.pitchX * 0.3)), height: Math.max(1.5, Math.min(22, plan.pitchY * 0.3)) };
  const spots: Point[] = Array.from({ length: switches }, (_, s) =>
    plan.at(axes.map((_, axis) => coordinate(network, terminals + s, axis))),
  );
  const places: Point[] = Array.from({ length: terminals }, () => [margin, height - 4]);
  spots.forEach(([x, y], s) => {
    const own = Array.from(head.subarray(firstOut[terminals + s], firstOut[terminals + s + 1])).filter((n) => n < terminals);
    own.forEach(
      (t, i) =>
        (places[t] = [
          x + ((i + 0.5) / own.length - 0.5) * Math.min(pitch * 0.5, 9 * own.length),
          y + box.height / 2 + Math.min(12, pitch * 0.2),
        ]),
    );
  });
  return {
    switches: spots,
    terminals: places,
    box,
    curve([x1, y1], [x2, y2]) {
      const [dx, dy] = [x2 - x1, y2 - y1];
      const far = Math.hypot(dx, dy) || 1;
      // Neighbours are joined straight; every further step lifts the arc by a part of the pitch, but never out of the picture.
      const lift = Math.min(pitch * 0.42, Math.max(0, far / pitch - 1.2) * pitch * 0.14);
      const isDown = Math.abs(dx) < Math.abs(dy);
      const [ox, oy] = isDown ? [lift * 1.3, 0] : [0, -lift * 1.3];
      return [x1, y1, x1 + dx / 4 + ox, y1 + dy / 4 + oy, x2 - dx / 4 + ox, y2 - dy / 4 + oy, x2, y2];
    },
    words: [],
  };
}

/** Terminals with several ports in planes, and around them the switches: each family along one side. */
function aroundTerminals(network: Network, width: number, height: number): Places {
  const { terminals, switches, axes } = network;
  const inset = { left: 56, right: 16, top: 34, bottom: 34 };
  const plan = arrange(
    axes.map((axis) => ({ ...axis, kind: "line" as const })),
    Math.max(20, width - inset.left - inset.right),
    Math.max(20, height - inset.top - inset.bottom),
  );
  const box = { width: Math.max(2, Math.min(26, (width / axes[0].size) * 0.5)), height: 12 };
  const words: Word[] = [];
  const spots: Point[] = Array.from({ length: switches }, (_, s) => {
    const family = axes.findIndex((_, axis) => coordinate(network, terminals + s, axis) >= 0);
    const i = coordinate(network, terminals + s, family);
    const part = (i + 0.5) / axes[family].size;
    const across = inset.left + part * (width - inset.left - inset.right);
    const spot: Point =
      family === 1
        ? [box.width / 2 + 4, inset.top + part * (height - inset.top - inset.bottom)]
        : [across, family === 0 ? height - 12 : 12];
    const word = { text: `${axes[family].name} ${i}`, bold: false, size: 11 };
    if (axes[family].size <= 16) {
      if (family === 1) words.push({ ...word, x: 4, y: spot[1] - 11, anchor: "start" });
      else words.push({ ...word, x: spot[0] + box.width / 2 + 4, y: spot[1] + 4, anchor: "start" });
    }
    return spot;
  });
  return {
    switches: spots,
    terminals: Array.from({ length: terminals }, (_, t) => {
      const [x, y] = plan.at(axes.map((_, axis) => coordinate(network, t, axis)));
      return [inset.left + x, inset.top + y];
    }),
    box,
    curve: ([x1, y1], [x2, y2]) => [x1, y1, x1 + (x2 - x1) / 3, y1 + (y2 - y1) / 3, x2 - (x2 - x1) / 3, y2 - (y2 - y1) / 3, x2, y2],
    words,
  };
}

/** An ellipse by its arc length, from the top clockwise; points relative to its middle. */
function ellipse(rx: number, ry: number): { readonly length: number; at(distance: number): Point } {
  const samples = 720;
  const point = (i: number): Point => [rx * Math.sin((i / samples) * 2 * Math.PI), -ry * Math.cos((i / samples) * 2 * Math.PI)];
  const sums = [0];
  for (let i = 1; i <= samples; i++) {
    const [[ax, ay], [bx, by]] = [point(i - 1), point(i)];
    sums.push(sums[i - 1] + Math.hypot(bx - ax, by - ay));
  }
  const length = sums[samples];
  return {
    length,
    at(distance) {
      const wanted = ((distance % length) + length) % length;
      let low = 0;
      let high = samples;
      while (high - low > 1) {
        const middle = (low + high) >> 1;
        if (sums[middle] <= wanted) low = middle;
        else high = middle;
      }
      const part = (wanted - sums[low]) / (sums[high] - sums[low] || 1);
      return point(low + part);
    },
  };
}

/** The lines as they are drawn: those that begin and end near each other share a strand where there are too many. */
function bundled(lines: readonly Line[]): readonly Line[] {
  if (lines.length <= mostStrands) return lines;
  for (let step = 4; ; step *= 1.6) {
    const groups = new Map<string, { channels: number[]; curve: Curve }>();
    for (const { channels, curve } of lines) {
      const key = [curve[0], curve[1], curve[6], curve[7]].map((value) => Math.round(value / step)).join(" ");
      const known = groups.get(key);
      if (known === undefined) groups.set(key, { channels: [...channels], curve });
      else known.channels.push(...channels);
    }
    if (groups.size <= mostStrands) return [...groups.values()].map((each) => ({ ...each, light: false }));
  }
}
