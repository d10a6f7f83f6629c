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
    help: "Bytes a second that a channel carries in its one direction, all on the wire counted; a cycle is as long as 4 of them take.",
    dimension: "rate",
    min: 1000,
    max: 1e12,
    multipleOf: 1,
    ...(isOwn ? { isOwn } : {}),
    default: rate,
  }),
  overhead: quantity({
    title: "Overhead",
    word: "# beside each packet",
    help: "Bytes on the wire that each packet has beside those it carries: headers, checks, gaps.",
    dimension: "bytes",
    min: 0,
    max: 4096,
    multipleOf: 1,
    ...(isOwn ? { isOwn } : {}),
    default: overhead,
  }),
});
