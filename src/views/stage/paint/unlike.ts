/**
 * Scenes of networks whose channels differ in rate or delay: line widths show rates, and the number of dots shows the packets in flight.
 */
import { once } from "../../../core/base/once.ts";
import { nameOfChannel, type Network } from "../../../core/network/network.ts";
import { type ChannelClocks, delayOf, rateOf } from "../../../core/plan/links.ts";
import { scalar } from "../../../core/simulation/frame.ts";
import type { Variant } from "../../contract.ts";
import { lately } from "../../lately.ts";
import { backwards, type Curve, type Line, type DotPace, pathOf, type Scene, type Strand, type Traffic } from "../scene.ts";

/** Range of the relative width of a line: neighbors must not overlap, and all lines must be visible. */
const [least, most] = [0.5, 1.75];
/** The relative width is the relative rate to this power, or to a smaller power if the range would be exceeded. */
const growth = 0.5;
/** Relative widths are rounded to multiples of this, so that few paths are needed. */
const step = 0.05;
/** Minimum width of a strand with full load, pixels, unless it was narrower without width factors. */
const narrowest = 0.7;
/** Maximum number of dots on a channel; on longer channels each dot represents several packets. */
const mostOnWay = 12;

/**
 * [C] Relative line width of each channel. It is 1 at the most frequent rate (the lowest of equally frequent ones); a channel with four
 * times that rate is up to twice as wide.
 */
export const breadthsOf = once((links: ChannelClocks): Float32Array => {
  const rates = Float64Array.from(links.perCycle, (_, c) => rateOf(links, c));
  const counts = new Map<number, number>();
  for (const rate of rates) counts.set(rate, (counts.get(rate) ?? 0) + 1);
  const [[usual]] = [...counts].sort(([p, m], [q, n]) => n - m || p - q);
  const powerFor = (bound: number, rate: number) => (rate === usual ? Infinity : Math.log(bound) / Math.log(rate / usual));
  const all = [...counts.keys()];
  const power = Math.min(growth, powerFor(most, Math.max(...all)), powerFor(least, Math.min(...all)));
  return Float32Array.from(rates, (rate) => Math.round((rate / usual) ** power / step) * step);
});

/** The scene with line widths that show rates. A line of several channels has the width of its fastest. */
const broadened = (scene: Scene, network: Network, links: ChannelClocks): Scene => {
  const breadths = breadthsOf(links);
  if (breadths.every((breadth) => breadth === 1)) return scene;
  const known = new Map<Line, Line>();
  const floor = Math.min(1, narrowest / scene.strandWidth.hot);
  const broad = (line: Line): Line => {
    const widest = line.channels.reduce((most, c) => Math.max(most, breadths[c]), floor);
    const breadth = Math.round(widest * 100) / 100;
    if (breadth === 1) return line;
    const found = known.get(line) ?? { ...line, breadth };
    known.set(line, found);
    return found;
  };
  const strands = scene.strands.map(broad);
  const wires = scene.wires === "" ? new Map([[1, ""]]) : wiresOf(strands, network);
  const { [1]: plain = "", ...others } = Object.fromEntries(wires);
  return {
    ...scene,
    lines: scene.lines.map(broad),
    strands,
    // A path without length: it tells that the scene draws wires, even if none has relative width 1.
    wires: scene.wires === "" ? "" : plain || "M0 0",
    unlikeWires: Object.entries(others).map(([breadth, d]) => [Number(breadth), d] as const),
  };
};

/** Path data of the center lines of all links, by relative width. */
function wiresOf(strands: readonly Strand[], { reverse }: Network): ReadonlyMap<number, string> {
  const byChannel = new Map<number, Strand[]>();
  for (const strand of strands) byChannel.set(strand.channels[0], [...(byChannel.get(strand.channels[0]) ?? []), strand]);
  const wires = new Map<number, string>();
  for (const { channels, curve, breadth = 1 } of strands) {
    const [c] = channels;
    if (c > reverse[c] && byChannel.has(reverse[c])) continue;
    // A link drawn in two pieces has two reverse pieces; the matching one ends where this one begins.
    const gap = ({ curve: other }: Strand) => Math.hypot(other[6] - curve[0], other[7] - curve[1]);
    const [back] = (byChannel.get(reverse[c]) ?? []).toSorted((a, b) => gap(a) - gap(b));
    const d = pathOf(back === undefined ? curve : between(curve, backwards(back.curve)));
    wires.set(breadth, (wires.get(breadth) ?? "") + d);
  }
  return wires;
}

const between = (a: Curve, b: Curve) => a.map((value, i) => (value + b[i]) / 2) as unknown as Curve;

/** Scale of moving dots for packets of a size. */
const paceOf = lately((links: ChannelClocks, packetPhits: number): DotPace => {
  let [quickest, longest] = [0, 1];
  for (let c = 0; c < links.delay.length; c++) {
    const onWay = 1 + (delayOf(links, c) * rateOf(links, c)) / packetPhits;
    quickest = Math.max(quickest, rateOf(links, c) / onWay);
    longest = Math.max(longest, onWay);
  }
  return { quickest, packets: 2 ** Math.ceil(Math.log2(Math.max(1, longest / mostOnWay))) };
});

/** Number of dots on a channel. */
export interface OnWay {
  /** Dots that fit on the channel at the same time, at least 1; not an integer. */
  readonly fit: number;
  /** Dots that have started since the beginning of the run. */
  readonly begun: number;
}

/**
 * Dots on a channel at the same time: as many as arrive, at the mean rate of the run so far, during the time that one packet takes, which
 * is its transmission time plus the delay of the link. So the drawing shows the run in slow motion with the true number of packets in
 * flight.
 */
export function onWay({ frame, links, cycle, packetPhits }: Parameters<Traffic["placesOf"]>[0], channel: number): OnWay {
  if (frame === null || links === undefined) return { fit: 1, begun: 1 };
  const begun = frame.phits[channel] / (packetPhits * paceOf(links, packetPhits).packets);
  const time = (delayOf(links, channel) + packetPhits / rateOf(links, channel)) * cycle;
  return { fit: Math.max(1, (begun / Math.max(1, frame.scalars[scalar.now])) * time), begun };
}

/**
 * Positions of a channel's dots, 0 to 1.
 * @param newest Progress of the newest dot towards the start of the next one, 0 to 1.
 */
export function placesOnWay(first: number, { fit, begun }: OnWay): readonly number[] {
  const count = Math.max(1, Math.min(Math.ceil(fit - first), Math.ceil(begun)));
  return Array.from({ length: count }, (_, i) => (first + i) / fit);
}

/** A scene with channels that differ in rate or delay. */
const unlike = lately((scene: Scene, network: Network, links: ChannelClocks, cycle: number): Scene => ({
  ...broadened(scene, network, links),
  traffic: {
    paceOf: (packetPhits) => paceOf(links, packetPhits),
    placesOf: (data) => (channel, first) => placesOnWay(first, onWay(data, channel)),
    say: (channel, load, units) => {
      const delay = delayOf(links, channel) * cycle;
      const length = delay === 0 ? "" : `, ${units.sayTime(delay)} long`;
      return [units.sayChannelLoad(load, cycle / rateOf(links, channel)), nameOfChannel(network, channel) + length];
    },
  },
}));

/** The scene with line widths that show rates, and with dots for all packets in flight. Unchanged where all channels are alike. */
export function asFast(scene: Scene, { network, links, cycle }: Pick<Variant, "network" | "links" | "cycle">): Scene {
  return links === undefined || network === null ? scene : unlike(scene, network, links, cycle);
}
