/** Describes links and switches with non-default parameters. */
import { nameOfChannel, type Network } from "../../../core/network/network.ts";
import { type ChannelClocks, delayOf, rateOf } from "../../../core/plan/links.ts";
import type { SwitchRules } from "../../../core/plan/switches.ts";
import { quantityForPeople } from "../../../core/base/units.ts";
import { channelRateOf, cycleSecondsOf } from "../../../core/scenario/clock.ts";
import { linkClocksOf } from "../../../core/scenario/links.ts";
import type { Scenario } from "../../../core/scenario/scenario.ts";
import { capitalize } from "../../../words/params.ts";
import { countOf, formatMeasure, withUnit } from "../../../words/numbers.ts";

/** A network with the clocks of its channels, and the scenario that defines them. */
export interface LinkContext {
  readonly network: Network;
  readonly links: ChannelClocks;
  readonly scenario: Scenario;
}

/** Picoseconds per second, and signal delay in picoseconds per millimeter (5 ns per meter). */
const [picosecondsPerSecond, picosecondsPerMillimeter] = [1e12, 5];

/** Rate and length of a channel's link: `Its link (global): 50 GB/s = 4 phits/cycle, 20 m = 100 ns = 250 cycles long.` */
export function sayLink({ network, links, scenario }: LinkContext, channel: number): string {
  const name = network.linkClasses[network.linkClass[channel]];
  const subject = /^(link$|[\d.]+ )/.test(name) ? "Its link" : `Its link (${name})`;
  const rates = [...byteRates(scenario, rateOf(links, channel)), sayPhitRate(rateOf(links, channel))];
  const delay = delayOf(links, channel);
  const length = delay === 0 ? "length 0" : `${sayDelay({ network, links, scenario }, channel)} long`;
  return `${subject}: ${rates.join(" = ")}, ${length}.`;
}

/** A rate in phits per cycle: `4 phits/cycle`. */
export const sayPhitRate = (rate: number) => withUnit(formatMeasure(rate), rate === 1 ? "phit/cycle" : "phits/cycle");

/** A rate in bytes per second, if the technology has one. */
function byteRates(scenario: Scenario, rate: number): readonly string[] {
  const channel = channelRateOf(scenario);
  return channel === null ? [] : [quantityForPeople(Number((rate * channel).toPrecision(4)), "rate")];
}

/** The delay of a link in cycles; before it, the length in meters if the document gives one, and the time if it is known in seconds. */
function sayDelay({ network, links, scenario }: LinkContext, channel: number): string {
  const delay = delayOf(links, channel);
  const lengthOf = (name: string) => scenario.links.find(({ class: ruled }) => ruled === name)?.length;
  const ends = [network.tail[channel], network.head[channel]];
  const single = linkClocksOf(scenario).find((each) => each.ends?.every((node) => ends.includes(node)));
  const length = lengthOf(single?.name ?? "") ?? lengthOf(network.linkClasses[network.linkClass[channel]]) ?? 0;
  const cycle = (cycleSecondsOf(scenario) ?? 0) * picosecondsPerSecond;
  const picoseconds =
    typeof length === "number" ? delay * cycle : length.of === "length" ? length.value * picosecondsPerMillimeter : length.value;
  const cycles = withUnit(formatMeasure(delay), delay === 1 ? "cycle" : "cycles");
  if (picoseconds === 0) return cycles;
  const meters = typeof length !== "number" && length.of === "length" ? `${quantityForPeople(length.value, "length")} = ` : "";
  const isExact = Math.abs(picoseconds - delay * cycle) < 1e-6 * picoseconds;
  return `${meters}${quantityForPeople(Number(picoseconds.toPrecision(4)), "time")} ${isExact ? "=" : "≈"} ${cycles}`;
}

/** Links of one rate. */
export interface LinkRate {
  readonly rate: number;
  /** A channel with this rate. */
  readonly channel: number;
  /** Link classes of this rate, and single links that differ from their class. */
  readonly names: readonly string[];
}

/**
 * The rates of a network's links, the fastest first, each with one channel of this rate and the names of its links. A class of links is
 * listed under the rate that most of its links have; links of the class with other rates are listed separately, one link by its name,
 * several by their number.
 */
export function linkRates(network: Network, links: ChannelClocks): readonly LinkRate[] {
  const entriesByRate = new Map<number, { channel: number; names: string[] }>();
  const add = (channel: number, name: string) => {
    const entry = entriesByRate.get(rateOf(links, channel)) ?? { channel, names: [] };
    entry.names.push(name);
    entriesByRate.set(rateOf(links, channel), entry);
  };
  network.linkClasses.forEach((name, classIndex) => {
    const channelsByRate = new Map<number, number[]>();
    network.linkClass.forEach((channelClass, linkChannel) => {
      // Each link once, by the lower number of its two channels.
      if (channelClass !== classIndex || linkChannel > network.reverse[linkChannel]) return;
      const rate = rateOf(links, linkChannel);
      channelsByRate.set(rate, [...(channelsByRate.get(rate) ?? []), linkChannel]);
    });
    const [majority, ...others] = [...channelsByRate.values()].sort((a, b) => b.length - a.length);
    if (majority !== undefined) add(majority[0], name);
    for (const minority of others)
      add(
        minority[0],
        minority.length === 1 ? nameOfChannel(network, minority[0]) : countOf(minority.length, `${name} link`, `${name} links`),
      );
  });
  return [...entriesByRate].map(([rate, each]) => ({ rate, ...each })).sort((a, b) => b.rate - a.rate);
}

/**
 * Describes the parameters of a switch that differ from the default: `A pipeline of 3 cycles, virtual output queues matched in 2 rounds,
 * …`.
 */
export function saySwitch({ pipeline, creditDelay, speedup, outputBuffer, queues, iterations }: SwitchRules): string {
  const parts = [
    ...(pipeline === 0 ? [] : [`a pipeline of ${countOf(pipeline, "cycle", "cycles")}`]),
    ...(queues === "virtual-output"
      ? [`virtual output queues at each input, matched by iSLIP in ${countOf(iterations, "iteration", "iterations")}`]
      : []),
    ...(queues === "output" ? ["output queues, which accept packets from all inputs in the same cycle"] : []),
    ...(speedup === 0 ? [] : [`a crossbar that takes ${countOf(speedup, "phit", "phits")} per cycle from each input`]),
    ...(outputBuffer === 0 ? [] : [`output buffers of ${countOf(outputBuffer, "phit", "phits")}`]),
    ...(creditDelay === 0 ? [] : [`a credit delay of ${countOf(creditDelay, "cycle", "cycles")}`]),
  ];
  return parts.length === 0 ? "" : `${capitalize(parts.join("; "))}.`;
}
