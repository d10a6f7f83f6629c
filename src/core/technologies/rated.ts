/** What technologies share that have a rate: two numbers, which anybody may change. */
import { quantity } from "../base/params.ts";

/**
 * The parameters of links of so many bytes a second, whose packets take so many bytes along.
 * @param isOwn whether these numbers make the technology what it is
 */
export const ratedParams = (rate: number, overhead: number, isOwn = true) => ({
  rate: quantity({
    title: "Rate",
    word: "links of #",
    help: "Bytes per second on the wire of a channel, each way, overhead included. A cycle is the time of 4 bytes.",
    dimension: "rate",
    min: 1000,
    max: 1e12,
    multipleOf: 1,
    ...(isOwn ? { isOwn } : {}),
    default: rate,
  }),
  overhead: quantity({
    title: "Overhead",
    word: "# of overhead per packet",
    help: "Bytes on the wire that each packet adds to its data: headers, checks, gaps.",
    dimension: "bytes",
    min: 0,
    max: 4096,
    multipleOf: 1,
    ...(isOwn ? { isOwn } : {}),
    default: overhead,
  }),
});
