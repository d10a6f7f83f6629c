/** Channels between switches by dimension and direction, for networks with dimensions. */
import { memoize } from "../../core/base/memoize.ts";
import { capitalize } from "../../core/base/words.ts";
import { coordinate, type Network } from "../../core/network/network.ts";
import type { Variant } from "../contract.ts";
import { sayPercent } from "../../words/numbers.ts";
import { frameLoads } from "../readings/loads.ts";
import { hasDimensions } from "./empty-message.ts";
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

/**
 * Groups the channels between switches by dimension and direction: for each dimension the channels towards higher coordinates, then those
 * towards lower ones, or a single group if the dimension joins all pairs of switches directly. Directions without channels are omitted;
 * empty for a network without dimensions.
 */
export const directionsOf = memoize((network: Network): readonly Direction[] => {
  if (!hasDimensions(network)) return [];
  const { axes, terminals, tail, head } = network;
  const channelsBySign = axes.map((): Record<"1" | "-1" | "0", number[]> => ({ "1": [], "-1": [], "0": [] }));
  for (let c = 0; c < head.length; c++) {
    if (tail[c] < terminals || head[c] < terminals) continue;
    const axis = axes.findIndex((_, a) => coordinate(network, tail[c], a) !== coordinate(network, head[c], a));
    if (axis < 0) continue;
    channelsBySign[axis][directionSign(network, c, axis)].push(c);
  }
  return channelsBySign.flatMap((bySign, axis) =>
    ([1, -1, 0] as const).flatMap((sign) => {
      const channels = bySign[sign];
      const name = sign === 0 ? axes[axis].name : `${axes[axis].name} ${sign > 0 ? "+" : "−"}`;
      return channels.length === 0 ? [] : [{ name, axis, sign, channels: Int32Array.from(channels) }];
    }),
  );
});

function directionSign(network: Network, channel: number, axis: number): 1 | -1 | 0 {
  const { kind, size } = network.axes[axis];
  if (kind === "full") return 0;
  const difference = coordinate(network, network.head[channel], axis) - coordinate(network, network.tail[channel], axis);
  // A wraparound link of a ring continues in the direction of its neighbors, from the last position to the first.
  const isWraparound = kind === "ring" && Math.abs(difference) === size - 1 && size > 2;
  return difference > 0 !== isWraparound ? 1 : -1;
}

/** Loads of channels with their formatting. */
export interface ShownLoads {
  /** False before a run: the loads then assume that paths are used evenly. */
  readonly isMeasured: boolean;
  loadOf(channel: number): number;
  /** The load as a share, where 1 is a full channel. */
  share(channel: number): number;
  /** The load as a plain number, as an axis tick, and with its unit in a sentence. */
  write(load: number): string;
  writeTick(load: number): string;
  say(load: number): string;
  /** Load of a full channel. */
  readonly fullLoad: number;
  /** True if loads are shares: of the rate of each channel, or of the load of the busiest channel. */
  readonly isShare: boolean;
}

/**
 * The channel loads that the page shows, with functions that write them. After the run has begun they are measured; before that they are
 * the loads of the static analysis, which assumes that all paths are used evenly. Null if neither is known.
 *
 * Loads are in phits per page cycle (cycle of the first network), or shares of the rate of each channel if the rates differ. For a finite
 * workload without an offered load, analyzed loads are shares of the load of the busiest channel. `share` is always a share.
 */
export function shownLoads(
  units: Units,
  { frame, cycle, links, analysis, load }: Pick<Variant, "frame" | "cycle" | "links" | "analysis" | "load">,
): ShownLoads | null {
  const measuredLoads = frameLoads({ frame, cycle, links });
  const asShares = (whole: string) => ({
    write: sayPercent,
    writeTick: sayPercent,
    fullLoad: 1,
    isShare: true,
    say: (value: number) => `${sayPercent(value)} of ${whole}`,
  });
  const formatting =
    links === undefined
      ? { write: units.formatLoad, writeTick: units.formatLoadTick, say: units.sayLoad, fullLoad: 1 / cycle, isShare: false }
      : asShares("their rate");
  const formatted = (isMeasured: boolean, loadOf: ShownLoads["loadOf"], share: ShownLoads["share"]) => ({
    isMeasured,
    loadOf: links === undefined ? loadOf : share,
    share,
    ...formatting,
  });
  // Measured loads.
  if (measuredLoads.cycles > 0) return formatted(true, measuredLoads.loadOf, measuredLoads.share);
  // Loads of the static analysis: for an offered load of 1, scaled to the offered load.
  if (analysis === null || analysis.channelLoad.length === 0) return null;
  const { channelLoad } = analysis;
  if (load !== null) {
    const loadOf = (channel: number) => channelLoad[channel] * load;
    return formatted(false, loadOf, (channel) => loadOf(channel) * cycle);
  }
  // Without an offered load, relative to the busiest channel.
  const highestLoad = channelLoad.reduce((a, b) => Math.max(a, b), 0);
  const shareOf = (channel: number) => (highestLoad > 0 ? channelLoad[channel] / highestLoad : 0);
  return { isMeasured: false, loadOf: shareOf, share: shareOf, ...asShares("the busiest link’s load") };
}

/** Loads of one direction. */
export interface DirectionLoads {
  readonly direction: Direction;
  readonly mean: number;
  /** The largest load and its channel. */
  readonly largest: number;
  readonly busiest: number;
}

/** Mean and largest load of a direction. */
export function loadsOfDirection(direction: Direction, loads: ShownLoads): DirectionLoads {
  let [sum, largest, busiest] = [0, -1, -1];
  for (const channel of direction.channels) {
    const load = loads.loadOf(channel);
    sum += load;
    if (load > largest) [largest, busiest] = [load, channel];
  }
  return { direction, mean: sum / direction.channels.length, largest, busiest };
}

/** Mean load of each dimension over both directions, the most loaded dimension first. */
export function dimensionsByLoad(
  network: Network,
  loads: ShownLoads,
): readonly { readonly name: string; readonly mean: number; readonly channels: number }[] {
  const all = directionsOf(network).map((direction) => loadsOfDirection(direction, loads));
  return network.axes
    .flatMap(({ name }, axis) => {
      const directionLoads = all.filter(({ direction }) => direction.axis === axis);
      const channels = directionLoads.reduce((sum, { direction }) => sum + direction.channels.length, 0);
      const sum = directionLoads.reduce((total, { mean, direction }) => total + mean * direction.channels.length, 0);
      return channels === 0 ? [] : [{ name, mean: sum / channels, channels }];
    })
    .sort((a, b) => b.mean - a.mean);
}

/**
 * Compares in one sentence the mean load of the links of the busiest dimension with that of the least busy one, and names the busiest
 * direction with its highest load.
 */
export function sayDimensions(network: Network, loads: ShownLoads): string {
  const dimensions = dimensionsByLoad(network, loads);
  if (!hasDimensions(network)) return "The switches of this network have no dimensions.";
  if (dimensions.length === 0) return "This network has no links between switches.";
  const [busiest, ...others] = dimensions;
  const leastBusy = others.at(-1);
  const directions = directionsOf(network).map((direction) => loadsOfDirection(direction, loads));
  const busiestDirection = directions.reduce((a, b) => (b.largest > a.largest ? b : a));
  const assumption = loads.isMeasured ? "" : "If traffic splits evenly over all paths, ";
  if (busiest.mean === 0) return "No packet has crossed a link between switches yet.";
  const busiestText = `the busiest link, in direction ${busiestDirection.direction.name}, carries ${loads.write(busiestDirection.largest)}`;
  if (leastBusy === undefined) return `${assumption}${busiest.name} links carry ${loads.say(busiest.mean)} on average; ${busiestText}.`;
  if (leastBusy.mean === 0)
    return `${assumption}${busiest.name} links carry ${loads.say(busiest.mean)} on average, ${leastBusy.name} links carry nothing; ${busiestText}.`;
  const ratio = busiest.mean / leastBusy.mean;
  const comparisonText =
    ratio < 1.05
      ? `links of all dimensions carry about the same load, ${loads.say(busiest.mean)} on average`
      : `${busiest.name} links carry ${loads.say(busiest.mean)} on average, ${ratio.toFixed(1)} times as much as ${leastBusy.name} links with ${loads.write(leastBusy.mean)}`;
  return capitalize(`${assumption}${comparisonText}; ${busiestText}.`);
}

/** A load with its unit, for a tooltip. */
export function loadWithUnit(units: Units, loads: ShownLoads, load: number): string {
  return loads.isShare ? loads.say(load) : units.withUnit(loads.write(load), "phits/cycle");
}
