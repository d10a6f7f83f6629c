/**
 * Rails and planes above hosts. Hosts are in a row at the bottom, each with its inner switch below its accelerators. A rail lies above them
 * from left to right: its leaves span the hosts that they serve, the switches that connect its leaves are above. The switches that connect
 * the rails are at the top.
 */
import { once } from "../../../core/base/once.ts";
import { axisOf, coordinate, type Network } from "../../../core/network/network.ts";
import { countOf } from "../../../words/numbers.ts";
import { backwards, type Box, type Curve, type Line, type Scene, type StageLayout, vertical, type Word } from "../scene.ts";
import { isOpen, many, mostSwitches, ofLevel, type Units, unitsBy } from "../units.ts";
import { type Viewport, whole } from "../viewport.ts";
import { drawnLines, strandsOf } from "./put-together.ts";
import { isCurveSeen, isSeen } from "./seen.ts";

/** Order of the nodes, independent of the size of the drawing. */
interface Rows {
  /** Number of hosts, and accelerators of each host. */
  readonly hosts: number;
  readonly accelerators: number;
  /** Rows of switches outside hosts, the lowest first: rail (−1 for switches of all rails), level, and switches. */
  readonly rows: readonly { readonly rail: number; readonly level: number; readonly switches: readonly number[] }[];
  /** [N] Row of a switch outside hosts; −1 for other nodes. */
  readonly rowOf: Int32Array;
  /**
   * [N × 2] Horizontal extent of a switch, in hosts from the left: first and last host of a leaf, an equal part of the row for other
   * switches.
   */
  readonly spans: Float64Array;
  /** [N] Host of a node, −1 for none; rail of a node, −1 for none. */
  readonly hostOf: Int32Array;
  readonly railOf: Int32Array;
  /** [C] Index of a channel among the up links, or the down links, of its tail node; and [N] numbers of up and of down links. */
  readonly port: Int32Array;
  readonly ups: Int32Array;
  readonly downs: Int32Array;
  /** [C] 1 for channels that lead up. */
  readonly rises: Uint8Array;
}

/** Sorts switches into rows, and channels into up and down; memoized. */
const rowsOf = once((network: Network): Rows => {
  const { terminals, switches, firstOut, head, axes } = network;
  const nodes = terminals + switches;
  const along = (kind: "host" | "rail" | "level" | "position") => {
    const axis = axisOf(network, kind);
    return Int32Array.from({ length: nodes }, (_, n) => coordinate(network, n, axis));
  };
  const [hostOf, railOf, levelOf, position] = [along("host"), along("rail"), along("level"), along("position")];
  const sizeOf = (kind: "host" | "rail") => axes[axisOf(network, kind)].size;
  const [hosts, accelerators] = [sizeOf("host"), sizeOf("rail")];
  const found = new Map<string, { rail: number; level: number; switches: number[] }>();
  for (let n = terminals; n < nodes; n++) {
    if (levelOf[n] < 0) continue;
    const key = `${railOf[n]} ${levelOf[n]}`;
    const row = found.get(key) ?? { rail: railOf[n], level: levelOf[n], switches: [] };
    found.set(key, row);
    row.switches.push(n);
  }
  // Rails from the bottom up with rail 0 highest; above them the switches that serve all rails.
  const rows = [...found.values()].sort((a, b) => Number(a.rail < 0) - Number(b.rail < 0) || b.rail - a.rail || a.level - b.level);
  const rowOf = new Int32Array(nodes).fill(-1);
  const spans = new Float64Array(2 * nodes);
  rows.forEach(({ level, switches: own }, row) => {
    own.sort((a, b) => position[a] - position[b]);
    own.forEach((n, i) => {
      rowOf[n] = row;
      spans.set([(hosts * i) / own.length, (hosts * (i + 1)) / own.length], 2 * n);
      const below = Array.from(head.subarray(firstOut[n], firstOut[n + 1])).filter((to) => to < terminals);
      if (level === 0 && below.length > 0) {
        spans[2 * n] = below.reduce((least, t) => Math.min(least, hostOf[t]), hosts);
        spans[2 * n + 1] = below.reduce((most, t) => Math.max(most, hostOf[t] + 1), 0);
      }
    });
  });
  const port = new Int32Array(head.length);
  const rises = new Uint8Array(head.length);
  const [ups, downs] = [new Int32Array(nodes), new Int32Array(nodes)];
  for (let n = 0; n < nodes; n++) {
    for (let c = firstOut[n]; c < firstOut[n + 1]; c++) {
      rises[c] = levelOf[head[c]] > levelOf[n] ? 1 : 0;
      port[c] = rises[c] === 1 ? ups[n]++ : downs[n]++;
    }
  }
  return { hosts, accelerators, rows, rowOf, spans, hostOf, railOf, port, ups, downs, rises };
});

/** Name of the rail axis: `rail`, `plane`. */
const railName = (network: Network) => network.axes[axisOf(network, "rail")].name;

/** Switch groups of a large network: the inner switches of hosts that share a leaf, and the switches of a rail on one level. */
const unitsOf = once((network: Network): Units | null => {
  if (network.switches <= mostSwitches) return null;
  const { rows, rowOf, spans, hostOf, hosts } = rowsOf(network);
  const starts = [...new Set(rows[0].switches.map((n) => spans[2 * n]))].sort((a, b) => a - b);
  const unitOf = new Int32Array(hosts);
  for (let host = 0, unit = 0; host < hosts; host++) {
    if (unit + 1 < starts.length && starts[unit + 1] <= host) unit++;
    unitOf[host] = unit;
  }
  const name = railName(network);
  return unitsBy(
    network,
    (n) => (rowOf[n] >= 0 ? rowOf[n] : rows.length + unitOf[hostOf[n]]),
    (first, count) => {
      const row = rows[rowOf[first]];
      if (row === undefined) return `${countOf(count, "switch", "switches")} within hosts from ${hostOf[first]}`;
      return `${ofLevel(network, row.level, count)}${row.rail < 0 ? "" : ` of ${name} ${row.rail}`}`;
    },
  );
});

export const rails: StageLayout = {
  fits: (axes) => axes.some(({ kind }) => kind === "rail"),
  units: unitsOf,
  place,
};

/** Margins, pixels: left of the hosts for the names of rails, at the top for the caption, at the bottom for links within hosts. */
const room = { left: 62, right: 10, top: 12, key: 22, bottom: 24 } as const;
/** Distance from a name to its rail, and width of a character, pixels. */
const [beside, letter] = [8, 6.5];
/** Drawings narrower than this are on a phone, pixels. */
const wide = 560;
/** Accelerators closer than {@link minSeparatePitch} share lines, one for each {@link sharedLineWidth} pixels. */
const [dense, column] = [1.5, 3];
/** Minimum vertical distance of names, pixels. */
const leastForName = 13;

/** A switch, or a collapsed switch group. */
interface Part {
  readonly box: Box;
  readonly isClosed: boolean;
}

/** Up channels that share a line, and the curve of that line. */
interface Bundle {
  readonly rising: number[];
  readonly curve: Curve;
  readonly isBold: boolean;
  /** True for links that pass behind other rails on their way to the switches at the top. */
  readonly isLight: boolean;
}

/**
 * Lays out hosts and rails in five phases: vertical positions of the rows, boxes of switches and collapsed groups, links of terminals,
 * links between switches, and finally the lines of all links, of which several may share one.
 */
function place(network: Network, width: number, height: number, viewport: Viewport = whole): Scene {
  const { terminals, head, tail, reverse, firstOut } = network;
  const { hosts, accelerators, rows, rowOf, spans, hostOf, railOf, port, ups, downs, rises } = rowsOf(network);
  const units = unitsOf(network);
  const longest = Math.max(...rows.map((row) => rowName(network, row).length));
  const isWide = width >= wide;
  const left = Math.max(isWide ? room.left : 0, beside + letter * longest);
  const { zoom } = viewport;
  const x = (host: number) => (left + (host / hosts) * (width - left - room.right)) * zoom + viewport.x;
  const hostPitch = x(1) - x(0);
  const pitch = (hostPitch * 0.86) / accelerators;

  // Vertical distances in steps above the hosts. Rails with several levels are further apart, and the switches that connect the rails are
  // separated from all of them.
  const isTiered = rows.some(({ rail, level }) => rail >= 0 && level > 0);
  const steps: number[] = [];
  rows.forEach(({ rail, level }, row) => {
    const by = row === 0 ? 2.2 : rail < 0 && level === 1 ? 2 : isTiered && level > 0 ? 1.5 : isTiered ? 1.2 : 1;
    steps.push((steps[row - 1] ?? 0) + by);
  });
  const top = room.top + (isWide ? room.key : 0);
  const step = (height - top - room.bottom) / ((steps[rows.length - 1] ?? 0) + 0.2);
  const y = (at: number) => (height - room.bottom - at * step) * zoom + viewport.y;
  const rowPitch = step * zoom;
  const barHeight = Math.max(1.5, Math.min(20, rowPitch * 0.36));
  const rowY = (row: number) => y(steps[row]);
  const hostHeight = Math.max(1.5, Math.min(20, rowPitch * 0.5, Math.max(3, hostPitch * 0.4)));
  const hostY = y(0) - hostHeight / 2;
  const dotY = y(0.55 * Math.min(1, 40 / step)) - hostHeight;
  const xOf = (t: number) => x(hostOf[t] + 0.5) + (railOf[t] - (accelerators - 1) / 2) * pitch;
  const seen = { width, height };

  const boxes: Box[] = [];
  const partOf: (Part | undefined)[] = Array.from({ length: terminals + network.switches });
  const closed = new Map<number, Part>();
  const boxAt = (switches: readonly number[], from: number, to: number, middle: number, tall: number): Box => ({
    switches,
    x: from,
    y: middle - tall / 2,
    width: to - from,
    height: tall,
  });
  for (let n = terminals; n < terminals + network.switches; n++) {
    const row = rowOf[n];
    const isInside = row < 0;
    const unit = units?.list[units.of[n - terminals]];
    const [from, to] = isInside ? [x(hostOf[n]), x(hostOf[n] + 1)] : [x(spans[2 * n]), x(spans[2 * n + 1])];
    // A leaf is as wide as its hosts. Switches of higher levels are limited in width.
    const inset = isInside
      ? (to - from) * 0.07
      : rows[row].level === 0
        ? Math.min((to - from) * 0.1, 5)
        : Math.max((to - from) * 0.12, (to - from - 150 * zoom) / 2);
    const shut = unit !== undefined && !isOpen(unit, to - from, viewport);
    const known = shut ? closed.get(units!.of[n - terminals]) : undefined;
    if (known !== undefined) {
      partOf[n] = known;
      continue;
    }
    const [middle, tall] = isInside ? [hostY, hostHeight] : [rowY(row), barHeight];
    let box = boxAt([n], from + inset, to - inset, middle, tall);
    if (shut) {
      const own = unit.switches;
      const last = own[own.length - 1];
      const end = isInside ? x(hostOf[last] + 1) : x(spans[2 * last + 1]);
      box = { ...boxAt(own, from + Math.min(2, (end - from) * 0.1), end - Math.min(2, (end - from) * 0.1), middle, tall), unit: unit.name };
    }
    const part = { box, isClosed: shut };
    partOf[n] = part;
    if (shut) closed.set(units!.of[n - terminals], part);
    if (isSeen(box.x, box.y, box.x + box.width, box.y + box.height, seen)) boxes.push(box);
  }

  const bundles = new Map<string | number, Bundle>();
  const apart = Math.max(0.2, Math.min(2, Math.min(pitch, rowPitch) * 0.1));
  const add = (key: string | number, c: number, curve: () => Curve, isBold: boolean, isLight = false) => {
    const known = bundles.get(key);
    if (known !== undefined) known.rising.push(c);
    else bundles.set(key, { rising: [c], curve: curve(), isBold, isLight });
  };
  const numberOf = new Map<Part, number>();
  const nameOf = (part: Part) => numberOf.get(part) ?? (numberOf.set(part, numberOf.size), numberOf.size - 1);
  /** The inner switch of the host of a terminal, if it has one. */
  const innerOf = (t: number) => {
    for (let c = firstOut[t]; c < firstOut[t + 1]; c++) if (head[c] >= terminals && rowOf[head[c]] < 0) return partOf[head[c]];
    return undefined;
  };
  const dots: { x: number; y: number; terminal: number }[] = [];
  for (let t = 0; t < terminals; t++) {
    const inner = innerOf(t);
    const isShut = inner?.isClosed === true;
    const at = xOf(t);
    if (!isShut && isSeen(at, dotY, at, dotY, seen)) dots.push({ x: at, y: dotY, terminal: t });
    for (let c = firstOut[t]; c < firstOut[t + 1]; c++) {
      const to = partOf[head[c]];
      if (to === undefined) {
        // A link to another accelerator of the host is an arc below both.
        if (head[c] > t) add(c, c, () => sagging(at, xOf(head[c]), dotY, hostHeight + 4), false);
      } else if (rowOf[head[c]] < 0) {
        if (!isShut) add(c, reverse[c], () => vertical(at, to.box.y, at, dotY), false);
      } else {
        const foot = to.box.y + to.box.height;
        if (isShut && inner !== undefined) {
          const { box } = inner;
          const own = box.x + ((railOf[t] + 0.5) / accelerators) * box.width;
          add(`${nameOf(inner)} ${nameOf(to)} ${railOf[t]}`, c, () => vertical(own, box.y, own, foot), box.width / accelerators > 3);
        } else if (pitch < dense) {
          const own = (Math.floor(at / column) + 0.5) * column;
          add(`${own} ${nameOf(to)}`, c, () => vertical(own, dotY, own, foot), false);
        } else add(c, c, () => vertical(at, dotY, at, foot), false);
      }
    }
  }
  for (let c = firstOut[terminals]; c < head.length; c++) {
    if (rises[c] === 0 || head[c] < terminals || rowOf[tail[c]] < 0 || rowOf[head[c]] < 0) continue;
    const [lower, upper] = [partOf[tail[c]], partOf[head[c]]];
    if (lower === undefined || upper === undefined) continue;
    // Leaves of the same hosts lie above each other, so the up links of each rail are shifted sideways by a different amount.
    const shift = railOf[head[c]] < 0 && railOf[tail[c]] >= 0 ? (railOf[tail[c]] + 0.5) / accelerators : 0.5;
    const share = ({ box }: Part, i: number, count: number, by: number) => box.x + ((i + by) / count) * box.width;
    const course = () => {
      const up = upper.isClosed ? share(lower, 0, 1, shift) : share(lower, port[c], ups[tail[c]], shift);
      const down = share(upper, port[reverse[c]], downs[head[c]], 0.5);
      // Links to and from a collapsed group are vertical where possible.
      const from = lower.isClosed ? within(lower, down) : up;
      return vertical(from, lower.box.y, upper.isClosed ? within(upper, from) : down, upper.box.y + upper.box.height);
    };
    const isLight = railOf[tail[c]] >= 0 && railOf[head[c]] < 0;
    if (!lower.isClosed && !upper.isClosed) add(c, c, course, false, isLight);
    else if (lower.isClosed && upper.isClosed) {
      const middle = (part: Part) => part.box.x + part.box.width / 2;
      add(
        `${nameOf(lower)} ${nameOf(upper)}`,
        c,
        () => vertical(middle(lower), lower.box.y, middle(upper), upper.box.y + upper.box.height),
        true,
        isLight,
      );
    } else add(`${lower.isClosed ? nameOf(lower) : tail[c]} ${upper.isClosed ? nameOf(upper) : head[c]}`, c, course, false, isLight);
  }

  const lines: Line[] = [];
  const middles: Curve[] = [];
  for (const { rising, curve, isBold, isLight } of bundles.values()) {
    if (!isCurveSeen(curve, seen)) continue;
    const by = isBold ? 2 : apart;
    const moved = (each: Curve, dx: number) => each.map((value, i) => (i % 2 === 0 ? value + dx : value)) as unknown as Curve;
    middles.push(curve);
    lines.push(
      { channels: rising, curve: moved(curve, -by), light: isLight, bold: isBold },
      { channels: rising.map((c) => reverse[c]), curve: moved(backwards(curve), by), light: isLight, bold: isBold },
    );
  }
  const isWhole = zoom <= 1;
  return {
    width,
    height,
    ...drawnLines(lines, middles, apart),
    strands: strandsOf(lines),
    boxes,
    boxRadius: Math.min(4, barHeight / 4),
    unplugged: "",
    missing: "",
    axis: null,
    dots: pitch < dense ? [] : dots,
    dotRadius: Math.max(0.7, Math.min(2.6, pitch * 0.25)),
    words: isWhole ? [...words(network, rows, rowY, hostY, left), ...(isWide ? [key(network, left)] : [])] : [],
    ground: { width, height, closest: Math.max(4, (60 * zoom) / Math.max(pitch, 0.01)), tallest: Infinity },
  };
}

/** A horizontal position, clamped to a box. */
const within = ({ box }: Part, x: number) => Math.max(box.x, Math.min(box.x + box.width, x));

/** An arc below two points at equal height. It is deeper the further they are apart. */
function sagging(x1: number, x2: number, y: number, most: number): Curve {
  const by = Math.min(most, Math.abs(x2 - x1) * 0.5);
  return [x1, y, x1 + (x2 - x1) * 0.15, y + by, x2 - (x2 - x1) * 0.15, y + by, x2, y];
}

/** Caption: how to read the picture. */
const key = (network: Network, x: number): Word => ({
  x,
  y: 13,
  anchor: "start",
  text: `A link goes up to its own ${railName(network)}, behind those below it`,
  bold: false,
  size: 12,
});

/** Name of a row: `rail 3`, or the name of the level, such as `spines`, for switches that connect rails. */
function rowName(network: Network, { rail, level }: Pick<Rows["rows"][number], "rail" | "level">): string {
  const { words: levels = [] } = network.axes[axisOf(network, "level")];
  if (rail >= 0) return `${railName(network)} ${rail}`;
  return levels[level] === undefined ? "switches" : many(levels[level]);
}

/** The names of rails, beside the middle of their rows, and of the rows above and below them. */
function words(network: Network, rows: Rows["rows"], rowY: (row: number) => number, hostY: number, left: number): readonly Word[] {
  const word = (text: string, y: number): Word => ({ x: left - beside, y: y + 4, anchor: "end", text, bold: false, size: 12 });
  const own = new Map<string, number[]>();
  rows.forEach((each, row) => {
    const text = rowName(network, each);
    own.set(text, [...(own.get(text) ?? []), rowY(row)]);
  });
  // From the top down, where the first rail is. A name that would overlap the one above it is left out.
  const said = [word("hosts", hostY)];
  let last = -Infinity;
  for (const [text, ys] of [...own].toReversed()) {
    const middle = ys.reduce((sum, y) => sum + y, 0) / ys.length;
    if (middle - last < leastForName || hostY - middle < leastForName) continue;
    said.push(word(text, middle));
    last = middle;
  }
  return said;
}
