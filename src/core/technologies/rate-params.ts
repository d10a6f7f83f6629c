/** Parameters of technologies that have a rate. */
import { number, quantity } from "../base/params.ts";

/**
 * The parameters of links with a default rate in bytes per second and a default overhead per packet in bytes. No latency by default.
 * @param isDefining Whether rate and overhead define the technology. If so, they are not kept when another technology is chosen.
 */
export const ratedParams = (rate: number, overhead: number, isDefining = true) => ({
  rate: quantity({
    title: "Rate",
    word: "links of #",
    help: "Rate of a channel, in one direction, in bytes per second on the wire with overhead. A cycle is the time of 4 bytes.",
    dimension: "rate",
    min: 1000,
    max: 1e12,
    multipleOf: 1,
    ...(isDefining ? { isKindDefining: isDefining } : {}),
    default: rate,
  }),
  overhead: quantity({
    title: "Overhead",
    word: "# of overhead per packet",
    help: "Bytes on the wire in addition to the payload of each packet: headers, checksums, gaps.",
    dimension: "bytes",
    min: 0,
    max: 4096,
    multipleOf: 1,
    ...(isDefining ? { isKindDefining: isDefining } : {}),
    default: overhead,
  }),
  latency: number({
    title: "Latency",
    word: "# µs of latency",
    help: "Microseconds from the creation of a message until its terminal begins to send it: the latency of calls, adapters, switches and cables that the network does not have otherwise. The latencies of several messages overlap. Where whole cycles are counted, it is rounded to a cycle.",
    zero: "no latency",
    min: 0,
    max: 1_000_000,
    step: 0.1,
    unit: "µs",
    default: 0,
  }),
});
