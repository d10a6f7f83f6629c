/** Where channels are not all alike: lines as wide as their links are fast, and packets on their way as long as they take. */
import { once } from "../../../core/base/once.ts";
import { nameOfChannel, type Network } from "../../../core/network/network.ts";
import { type ChannelClocks, delayOf, rateOf } from "../../../core/plan/links.ts";
import { scalar } from "../../../core/simulation/frame.ts";
import type { Variant } from "../../contract.ts";
import { lately } from "../../lately.ts";
import { backwards, type Curve, type Line, type DotPace, pathOf, type Scene, type Strand, type Traffic } from "../scene.ts";

/** Bounds of a line's breadth: neighbours must not run into each other, and all must be seen. */
const [least, most] = [0.5, 1.75];
/** Breadth grows with the rate to this power, or to a lesser one where the bounds would be passed. */
const growth = 0.5;
/** Breadths are told apart in such steps, so that few paths are drawn. */
const step = 0.05;
/** A line that is as hot as can be stays so wide, pixels, unless it was narrower before. */
const narrowest = 0.7;
/** So many packets are shown on a way at most; on longer ones each dot stands for several. */
const mostOnWay = 12;

/**
 * [C] How many times as wide as most each channel's line is. At the rate that most channels have it is 1; a channel four times
 * as fast is most of twice as wide. Of rates that are equally frequent the lowest counts.
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

/** The scene with lines as wide as their links are fast. A line of several channels is as wide as its fastest. */
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
    // A path of no course: there are wires, though none is as wide as most.
    wires: scene.wires === "" ? "" : plain || "M0 0",
    unlikeWires: Object.entries(others).map(([breadth, d]) => [Number(breadth), d] as const),
  };
};

/** Every link once, in the middle between its two strands, by breadth. */
function wiresOf(strands: readonly Strand[], { reverse }: Network): ReadonlyMap<number, string> {
  const byChannel = new Map<number, Strand[]>();
  for (const strand of strands) byChannel.set(strand.channels[0], [...(byChannel.get(strand.channels[0]) ?? []), strand]);
  const wires = new Map<number, string>();
  for (const { channels, curve, breadth = 1 } of strands) {
    const [c] = channels;
    if (c > reverse[c] && byChannel.has(reverse[c])) continue;
    // A link that is drawn in two pieces comes back in two: the one that ends where this begins is meant.
    const gap = ({ curve: other }: Strand) => Math.hypot(other[6] - curve[0], other[7] - curve[1]);
    const [back] = (byChannel.get(reverse[c]) ?? []).toSorted((a, b) => gap(a) - gap(b));
    const d = pathOf(back === undefined ? curve : between(curve, backwards(back.curve)));
    wires.set(breadth, (wires.get(breadth) ?? "") + d);
  }
  return wires;
}

const between = (a: Curve, b: Curve) => a.map((value, i) => (value + b[i]) / 2) as unknown as Curve;

/** The pace of packets of so many phits. */
const paceOf = lately((links: ChannelClocks, packetPhits: number): DotPace => {
  let [quickest, longest] = [0, 1];
  for (let c = 0; c < links.delay.length; c++) {
    const onWay = 1 + (delayOf(links, c) * rateOf(links, c)) / packetPhits;
    quickest = Math.max(quickest, rateOf(links, c) / onWay);
    longest = Math.max(longest, onWay);
  }
  return { quickest, packets: 2 ** Math.ceil(Math.log2(Math.max(1, longest / mostOnWay))) };
});

/** Dots behind each other on a channel. */
export interface OnWay {
  /** How many fit, at least 1; not a whole number. */
  readonly fit: number;
  /** How many have begun since the run did. */
  readonly begun: number;
}

/**
 * So many dots fit on a channel one behind the other as come in the time that one takes from end to end, its phits and the
 * delay, at the mean rate of the run so far. What is seen is the run in slow motion: as many packets are under way as in the run.
 */
export function onWay({ frame, links, cycle, packetPhits }: Parameters<Traffic["placesOf"]>[0], channel: number): OnWay {
  if (frame === null || links === undefined) return { fit: 1, begun: 1 };
  const begun = frame.phits[channel] / (packetPhits * paceOf(links, packetPhits).packets);
  const time = (delayOf(links, channel) + packetPhits / rateOf(links, channel)) * cycle;
  return { fit: Math.max(1, (begun / Math.max(1, frame.scalars[scalar.now])) * time), begun };
}

/** Where the dots are, 0 … 1. @param first how far the last that began has come of the way to the next */
export function placesOnWay(first: number, { fit, begun }: OnWay): readonly number[] {
  const count = Math.max(1, Math.min(Math.ceil(fit - first), Math.ceil(begun)));
  return Array.from({ length: count }, (_, i) => (first + i) / fit);
}

/** A placed network with channels that are not all alike. */
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

/** A placed network with lines as wide as its links are fast, and packets on their way for as long as they take. */
export function asFast(scene: Scene, { network, links, cycle }: Pick<Variant, "network" | "links" | "cycle">): Scene {
  return links === undefined || network === null ? scene : unlike(scene, network, links, cycle);
}
