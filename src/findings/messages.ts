/** The finding of a run with a list of messages. */
import type { Results } from "../core/measures/results.ts";
import { countOf, formatCount } from "../words/numbers.ts";
import { capitalize } from "../words/params.ts";
import type { Units } from "../words/units.ts";
import { sayBusiestChannels } from "./busiest.ts";
import type { Finding } from "./traffic.ts";

/**
 * The finding of a run with a list of messages: how long the network takes to deliver all of them, or how many it has delivered so
 * far (`makespan` is then null), and the latency as evidence. Times are cycles.
 * @param network the network as the subject of a sentence
 * @param traffic the traffic in words
 */
export function findingOfMessages(units: Units, network: string, traffic: string, results: Results): Finding {
  const { packets, arrived, makespan, latency, cycles } = results;
  const answer =
    makespan === null
      ? `After ${units.sayTime(cycles)}, ${network} has delivered ${formatCount(arrived)} of ${countOf(packets, "packet", "packets")} of ${traffic}.`
      : `${capitalize(network)} delivers ${packets === 1 ? "the only packet" : `${packets === 2 ? "both" : `all ${formatCount(packets)}`} packets`} of ${traffic} in ${units.sayTime(makespan)}.`;
  const evidence = [
    ...(latency === null || packets === 1
      ? []
      : [`The mean latency is ${units.sayTime(Math.round(latency.mean))}, the maximum ${units.sayTimeAfter(latency.max, latency.mean)}.`]),
    ...sayBusiestChannels(units, results.load),
  ];
  const figure =
    makespan === null
      ? { value: formatCount(arrived), words: `of ${countOf(packets, "packet", "packets")} delivered` }
      : {
          value: units.sayTime(makespan),
          words: packets === 1 ? "to deliver the packet" : `to deliver ${countOf(packets, "packet", "packets")}`,
        };
  return { answer, figure, evidence };
}
