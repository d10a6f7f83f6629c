/** Parameters of technologies that have a rate. */
import { quantity } from "../base/params.ts";

/**
 * The parameters of links with a default rate in bytes per second and a default overhead per packet in bytes.
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
});
