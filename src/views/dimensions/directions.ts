/** The channels between switches of a network with dimensions, by the dimension they run along and by their direction. */
import { once } from "../../core/base/once.ts";
import { capital } from "../../core/base/words.ts";
import { coordinate, type Network } from "../../core/network/network.ts";
import type { Variant } from "../contract.ts";
import { sayPercent } from "../../words/numbers.ts";
import { loadsOf } from "../readings/loads.ts";
import { hasDimensions } from "./needs.ts";
import type { Units } from "../../words/units.ts";

/** The channels of one dimension that run the same way. */
export interface Direction {
  /** `X +`; `X` where a dimension joins any two. */
  readonly name: string;
  readonly axis: number;
  /** Towards higher or lower coordinates; 0 where a dimension joins any two. */
  readonly sign: 1 | -1 | 0;
  readonly channels: Int32Array;
}

/** The directions of a network in the order of its dimensions, those towards higher coordinates first; none where it has no dimensions. */
export const directionsOf = once((network: Network): readonly Direction[] => {
  if (!hasDimensions(network)) return [];
  const { axes, terminals, tail, head } = network;
  const found = axes.map((): Record<"1" | "-1" | "0", number[]> => ({ "1": [], "-1": [], "0": [] }));
  for (let c = 0; c < head.length; c++) {
    if (tail[c] < terminals || head[c] < terminals) continue;
    const axis = axes.findIndex((_, a) => coordinate(network, tail[c], a) !== coordinate(network, head[c], a));
    if (axis < 0) continue;
    found[axis][signOf(network, c, axis)].push(c);
  }
  return found.flatMap((bySign, axis) =>
    ([1, -1, 0] as const).flatMap((sign) => {
      const channels = bySign[sign];
      const name = sign === 0 ? axes[axis].name : `${axes[axis].name} ${sign > 0 ? "+" : "−"}`;
      return channels.length === 0 ? [] : [{ name, axis, sign, channels: Int32Array.from(channels) }];
    }),
  );
});

function signOf(network: Network, channel: number, axis: number): 1 | -1 | 0 {
  const { kind, size } = network.axes[axis];
  if (kind === "full") return 0;
  const by = coordinate(network, network.head[channel], axis) - coordinate(network, network.tail[channel], axis);
  // The link that closes a ring leads on from its last place to its first.
  const isAround = kind === "ring" && Math.abs(by) === size - 1 && size > 2;
  return by > 0 !== isAround ? 1 : -1;
}

/** What channels carry, and how it is written. */
export interface ShownLoads {
  /** False where nothing has run: then all ways are supposed to be taken evenly. */
  readonly isMeasured: boolean;
  of(channel: number): number;
  /** The length of the load on a scale on which 1 is a full channel. */
  share(channel: number): number;
  /** As a number, as a tick of an axis, and with its unit in a sentence. */
  write(load: number): string;
  tick(load: number): string;
  say(load: number): string;
  /** Load that fills a channel. */
  readonly full: number;
  /** True where loads are parts: of what each channel can carry, or of what the busiest does. */
  readonly isPart: boolean;
}

/**
 * Measured loads; before anything is, those of the analysis, of a finite workload as parts of its busiest channel. Null while
 * nothing is known. Where channels are not all equally fast, all are parts of what each can carry.
 */
export function shownLoads(
  units: Units,
  { frame, cycle, links, analysis, load }: Pick<Variant, "frame" | "cycle" | "links" | "analysis" | "load">,
): ShownLoads | null {
  const measured = loadsOf({ frame, cycle, links });
  const inParts = (of: string) => ({
    write: sayPercent,
    tick: sayPercent,
    full: 1,
    isPart: true,
    say: (value: number) => `${sayPercent(value)} of ${of}`,
  });
  const inUnit =
    links === undefined
      ? { write: units.formatLoad, tick: units.formatLoadTick, say: units.sayLoad, full: 1 / cycle, isPart: false }
      : inParts("what they can");
  const told = (isMeasured: boolean, of: ShownLoads["of"], share: ShownLoads["share"]) => ({
    isMeasured,
    of: links === undefined ? of : share,
    share,
    ...inUnit,
  });
  if (measured.cycles > 0) return told(true, measured.of, measured.share);
  if (analysis === null || analysis.channelLoad.length === 0) return null;
  const { channelLoad } = analysis;
  if (load !== null) {
    const of = (channel: number) => channelLoad[channel] * load;
    return told(false, of, (channel) => of(channel) * cycle);
  }
  const most = channelLoad.reduce((a, b) => Math.max(a, b), 0);
  const part = (channel: number) => (most > 0 ? channelLoad[channel] / most : 0);
  return { isMeasured: false, of: part, share: part, ...inParts("the busiest") };
}

/** The loads of one direction. */
export interface DirectionLoads {
  readonly direction: Direction;
  readonly mean: number;
  /** The largest, and its channel. */
  readonly most: number;
  readonly busiest: number;
}

/** Mean and largest load of some channels. */
export function loadsOfDirection(direction: Direction, loads: ShownLoads): DirectionLoads {
  let [sum, most, busiest] = [0, -1, -1];
  for (const channel of direction.channels) {
    const own = loads.of(channel);
    sum += own;
    if (own > most) [most, busiest] = [own, channel];
  }
  return { direction, mean: sum / direction.channels.length, most, busiest };
}

/** Both directions of each dimension together, by what they carry on average, the most loaded first. */
export function dimensionsByLoad(
  network: Network,
  loads: ShownLoads,
): readonly { readonly name: string; readonly mean: number; readonly channels: number }[] {
  const all = directionsOf(network).map((direction) => loadsOfDirection(direction, loads));
  return network.axes
    .flatMap(({ name }, axis) => {
      const own = all.filter(({ direction }) => direction.axis === axis);
      const channels = own.reduce((sum, { direction }) => sum + direction.channels.length, 0);
      const sum = own.reduce((total, { mean, direction }) => total + mean * direction.channels.length, 0);
      return channels === 0 ? [] : [{ name, mean: sum / channels, channels }];
    })
    .sort((a, b) => b.mean - a.mean);
}

/** How dimensions differ in load, as a sentence. */
export function sayDimensions(network: Network, loads: ShownLoads): string {
  const dimensions = dimensionsByLoad(network, loads);
  if (!hasDimensions(network)) return "Its switches have no dimensions.";
  if (dimensions.length === 0) return "It has no links between switches.";
  const [first, ...others] = dimensions;
  const last = others.at(-1);
  const directions = directionsOf(network).map((direction) => loadsOfDirection(direction, loads));
  const worst = directions.reduce((a, b) => (b.most > a.most ? b : a));
  const supposed = loads.isMeasured ? "" : "If all paths are taken evenly, ";
  if (first.mean === 0) return "Nothing has crossed any link between switches yet.";
  const busiest = `the busiest, of ${worst.direction.name}, carries ${loads.write(worst.most)}`;
  if (last === undefined) return `${supposed}${first.name} links carry ${loads.say(first.mean)} on average; ${busiest}.`;
  if (last.mean === 0)
    return `${supposed}${first.name} links carry ${loads.say(first.mean)} on average, ${last.name} links nothing; ${busiest}.`;
  const ratio = first.mean / last.mean;
  const compared =
    ratio < 1.05
      ? `links of all dimensions carry about the same, ${loads.say(first.mean)} on average`
      : `${first.name} links carry ${loads.say(first.mean)} on average, ${ratio.toFixed(1)} times as much as ${last.name} links with ${loads.write(last.mean)}`;
  return capital(`${supposed}${compared}; ${busiest}.`);
}

/** A load with its unit for a tip. */
export function loadWithUnit(units: Units, loads: ShownLoads, load: number): string {
  return loads.isPart ? loads.say(load) : units.withUnit(loads.write(load), "phits/cycle");
}
