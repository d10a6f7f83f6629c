/**
 * Scenes of networks whose channels differ in rate or delay: line widths show rates, and the number of dots shows the packets in flight.
 */
import { memoize } from "../../../core/base/memoize.ts";
import { nameOfChannel, type Network } from "../../../core/network/network.ts";
import { type ChannelClocks, delayOf, rateOf } from "../../../core/plan/links.ts";
import { scalar } from "../../../core/simulation/frame.ts";
import type { Variant } from "../../contract.ts";
import { memoizeLast } from "../../memoize-last.ts";
import {
  reversedCurve,
  type CubicCurve,
  type Line,
  type DotScale,
  curvePathData,
  type Scene,
  type Strand,
  type PacketMotion,
} from "../scene.ts";

/** Range of the relative width of a line: neighbors must not overlap, and all lines must be visible. */
const [minFactor, maxFactor] = [0.5, 1.75];
/** The relative width is the relative rate to this power, or to a smaller power if the range would be exceeded. */
const maxExponent = 0.5;
/** Relative widths are rounded to multiples of this, so that few paths are needed. */
const factorStep = 0.05;
/** Minimum width of a line with full load, pixels, unless the line was narrower without width factors. */
const minHotWidth = 0.7;
/** Maximum number of dots on a channel; on longer channels each dot represents several packets. */
const maxDotsPerChannel = 12;

/**
 * [C] Relative line width of each channel. It is 1 at the most frequent rate (the lowest of equally frequent ones); a channel with four
 * times that rate is up to twice as wide.
 */
export const widthFactors = memoize((links: ChannelClocks): Float32Array => {
  const rates = Float64Array.from(links.perCycle, (_, channel) => rateOf(links, channel));
  const counts = new Map<number, number>();
  for (const rate of rates) counts.set(rate, (counts.get(rate) ?? 0) + 1);
  const [[mostFrequentRate]] = [...counts].sort(([p, m], [q, n]) => n - m || p - q);
  const exponentReaching = (bound: number, rate: number) =>
    rate === mostFrequentRate ? Infinity : Math.log(bound) / Math.log(rate / mostFrequentRate);
  const distinctRates = [...counts.keys()];
  const exponent = Math.min(
    maxExponent,
    exponentReaching(maxFactor, Math.max(...distinctRates)),
    exponentReaching(minFactor, Math.min(...distinctRates)),
  );
  return Float32Array.from(rates, (rate) => Math.round((rate / mostFrequentRate) ** exponent / factorStep) * factorStep);
});

/**
 * The scene with line widths that show the rates of channels. A line that represents several channels has the width of the fastest one.
 * Wires (lines without load) are one path for each width.
 */
const withWidthFactors = (scene: Scene, network: Network, links: ChannelClocks): Scene => {
  const factors = widthFactors(links);
  if (factors.every((factor) => factor === 1)) return scene;
  // The arrays `lines` and `strands` of a scene contain the same objects, and still do so when these are widened.
  const widenedLines = new Map<Line, Line>();
  const minWidthFactor = Math.min(1, minHotWidth / scene.strandWidth.hot);
  const widen = (line: Line): Line => {
    const factor = line.channels.reduce((max, channel) => Math.max(max, factors[channel]), minWidthFactor);
    const relativeWidth = Math.round(factor * 100) / 100;
    if (relativeWidth === 1) return line;
    const widened = widenedLines.get(line) ?? { ...line, relativeWidth };
    widenedLines.set(line, widened);
    return widened;
  };
  const strands = scene.strands.map(widen);
  const wires = scene.wires === "" ? new Map([[1, ""]]) : wiresByFactor(strands, network);
  const { [1]: normalWires = "", ...otherWires } = Object.fromEntries(wires);
  return {
    ...scene,
    lines: scene.lines.map(widen),
    strands,
    // A path without length shows that links without load are drawn as wires, even if no wire has relative width 1.
    wires: scene.wires === "" ? "" : normalWires || "M0 0",
    wiresOfOtherWidths: Object.entries(otherWires).map(([relativeWidth, d]) => [Number(relativeWidth), d] as const),
  };
};

/** Path data of the center lines of all links, by relative width. */
function wiresByFactor(strands: readonly Strand[], { reverse }: Network): ReadonlyMap<number, string> {
  const byChannel = new Map<number, Strand[]>();
  for (const strand of strands) byChannel.set(strand.channels[0], [...(byChannel.get(strand.channels[0]) ?? []), strand]);
  const wires = new Map<number, string>();
  for (const { channels, curve, relativeWidth = 1 } of strands) {
    const [channel] = channels;
    if (channel > reverse[channel] && byChannel.has(reverse[channel])) continue;
    // A link drawn in two pieces has two reverse pieces; the matching one ends where this one begins.
    const distanceToStart = ({ curve: otherCurve }: Strand) => Math.hypot(otherCurve[6] - curve[0], otherCurve[7] - curve[1]);
    const [reverseStrand] = (byChannel.get(reverse[channel]) ?? []).toSorted((a, b) => distanceToStart(a) - distanceToStart(b));
    const path = curvePathData(reverseStrand === undefined ? curve : meanCurve(curve, reversedCurve(reverseStrand.curve)));
    wires.set(relativeWidth, (wires.get(relativeWidth) ?? "") + path);
  }
  return wires;
}

const meanCurve = (a: CubicCurve, b: CubicCurve) => a.map((value, i) => (value + b[i]) / 2) as unknown as CubicCurve;

/** Scale of moving dots for packets of a size. */
const computeDotScale = memoizeLast((links: ChannelClocks, packetPhits: number): DotScale => {
  let [fastestRate, maxInFlight] = [0, 1];
  for (let channel = 0; channel < links.delay.length; channel++) {
    const packetsInFlight = 1 + (delayOf(links, channel) * rateOf(links, channel)) / packetPhits;
    fastestRate = Math.max(fastestRate, rateOf(links, channel) / packetsInFlight);
    maxInFlight = Math.max(maxInFlight, packetsInFlight);
  }
  return { fastestRate, packetsPerDot: 2 ** Math.ceil(Math.log2(Math.max(1, maxInFlight / maxDotsPerChannel))) };
});

/** Number of dots on a channel. */
export interface DotsInFlight {
  /** Dots that fit on the channel at the same time, at least 1; not an integer. */
  readonly capacity: number;
  /** Dots that have started since the beginning of the run. */
  readonly started: number;
}

/**
 * Dots on a channel at the same time: as many as arrive, at the mean rate of the run so far, during the time that one packet takes, which
 * is its transmission time plus the delay of the link. So the drawing shows the run in slow motion with the true number of packets in
 * flight.
 */
export function dotsInFlight(
  { frame, links, cycle, packetPhits }: Parameters<PacketMotion["dotPositionsOf"]>[0],
  channel: number,
): DotsInFlight {
  if (frame === null || links === undefined) return { capacity: 1, started: 1 };
  const started = frame.phits[channel] / (packetPhits * computeDotScale(links, packetPhits).packetsPerDot);
  const timeOnChannel = (delayOf(links, channel) + packetPhits / rateOf(links, channel)) * cycle;
  return { capacity: Math.max(1, (started / Math.max(1, frame.scalars[scalar.now])) * timeOnChannel), started };
}

/**
 * Positions of a channel's dots, 0 to 1.
 * @param newest Progress of the newest dot towards the start of the next one, 0 to 1.
 */
export function dotPositions(newest: number, { capacity, started }: DotsInFlight): readonly number[] {
  const count = Math.max(1, Math.min(Math.ceil(capacity - newest), Math.ceil(started)));
  return Array.from({ length: count }, (_, i) => (newest + i) / capacity);
}

/** A scene with channels that differ in rate or delay. */
const nonuniformScene = memoizeLast((scene: Scene, network: Network, links: ChannelClocks, cycle: number): Scene => ({
  ...withWidthFactors(scene, network, links),
  packetMotion: {
    dotScaleOf: (packetPhits) => computeDotScale(links, packetPhits),
    dotPositionsOf: (data) => (channel, newest) => dotPositions(newest, dotsInFlight(data, channel)),
    describeChannel: (channel, load, units) => {
      const delay = delayOf(links, channel) * cycle;
      const length = delay === 0 ? "" : `, ${units.sayTime(delay)} long`;
      return [units.sayChannelLoad(load, cycle / rateOf(links, channel)), nameOfChannel(network, channel) + length];
    },
  },
}));

/** The scene with line widths that show rates, and with dots for all packets in flight. Unchanged where all channels are alike. */
export function asFast(scene: Scene, { network, links, cycle }: Pick<Variant, "network" | "links" | "cycle">): Scene {
  return links === undefined || network === null ? scene : nonuniformScene(scene, network, links, cycle);
}
