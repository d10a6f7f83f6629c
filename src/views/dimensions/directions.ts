/** Channels between switches by dimension and direction, for networks with dimensions. */
import { once } from "../../core/base/once.ts";
import { capital } from "../../core/base/words.ts";
import { coordinate, type Network } from "../../core/network/network.ts";
import type { Variant } from "../contract.ts";
import { sayPercent } from "../../words/numbers.ts";
import { loadsOf } from "../readings/loads.ts";
import { hasDimensions } from "./needs.ts";
import type { Units } from "../../words/units.ts";

/** The channels of one dimension and direction. */
export interface Direction {
  /** `X +`, or `X` for a dimension that joins all pairs directly. */
  readonly name: string;
  readonly axis: number;
  /** 1 towards higher coordinates, −1 towards lower; 0 for a dimension that joins all pairs directly. */
  readonly sign: 1 | -1 | 0;
  readonly channels: Int32Array;
}

/** Directions of a network in the order of its dimensions, higher coordinates first; empty for a network without dimensions. */
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
  // A wraparound link of a ring continues in the direction of its neighbors, from the last position to the first.
  const isAround = kind === "ring" && Math.abs(by) === size - 1 && size > 2;
  return by > 0 !== isAround ? 1 : -1;
}

/** Loads of channels with their formatting. */
export interface ShownLoads {
  /** False before a run: the loads then assume that paths are used evenly. */
  readonly isMeasured: boolean;
  of(channel: number): number;
  /** The load as a share, where 1 is a full channel. */
  share(channel: number): number;
  /** The load as a plain number, as an axis tick, and with its unit in a sentence. */
  write(load: number): string;
  tick(load: number): string;
  say(load: number): string;
  /** Load of a full channel. */
  readonly full: number;
  /** True if loads are shares: of the rate of each channel, or of the load of the busiest channel. */
  readonly isPart: boolean;
}

/**
 * Measured loads, or before a run those of the analysis; for a finite workload the latter are shares of its busiest channel. Null if
 * neither is known. If channel rates differ, all loads are shares of each channel's rate.
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

/** Loads of one direction. */
export interface DirectionLoads {
  readonly direction: Direction;
  readonly mean: number;
  /** The largest load and its channel. */
  readonly most: number;
  readonly busiest: number;
}

/** Mean and largest load of a direction. */
export function loadsOfDirection(direction: Direction, loads: ShownLoads): DirectionLoads {
  let [sum, most, busiest] = [0, -1, -1];
  for (const channel of direction.channels) {
    const own = loads.of(channel);
    sum += own;
    if (own > most) [most, busiest] = [own, channel];
  }
  return { direction, mean: sum / direction.channels.length, most, busiest };
}

/** Mean load of each dimension over both directions, the most loaded dimension first. */
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

/** Compares the loads of the dimensions in a sentence. */
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

/** A load with its unit, for a tooltip. */
export function loadWithUnit(units: Units, loads: ShownLoads, load: number): string {
  return loads.isPart ? loads.say(load) : units.withUnit(loads.write(load), "phits/cycle");
}
