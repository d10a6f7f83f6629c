import { quantity } from "../base/params.ts";
import { meshLinks, meshNeighbors, programWorkload, programParams, meshSide } from "./program.ts";

/** Bytes of each message when a rank sends `size` bytes in total: 8 · 2^(log₁₀ size), rounded up to whole bytes (§3.3). */
export function waterfallMessageBytes(size: number): number {
  let [bytes, remainder] = [8, size];
  // Powers of ten are counted, because logarithms may differ in the last bit between browsers.
  for (; remainder >= 10; remainder /= 10) bytes *= 2;
  return remainder === 1 ? bytes : Math.ceil(bytes * 2 ** Math.log10(remainder) - 1e-9);
}

export const waterfall = programWorkload({
  id: "waterfall",
  title: "waterfall",
  article: "",
  summary: "Many small messages are passed from rank to rank over a virtual square mesh, as in an LU factorisation: WF.",
  source: "Navaridas et al. (EHU-KAT-IK-06-07), §3.3, Figs. 4e and 5",
  params: {
    ...programParams,
    message: quantity({
      ...programParams.message,
      title: "Size",
      word: "# in small messages",
      help: "Total bytes that a rank sends to each successor, in messages of 8 · 2^(log₁₀ size) bytes.",
      // Messages are always short: if a rank sends more bytes, it sends more messages.
      max: 1e6,
    }),
  },
  phrase: "a {title} of {ranks} with {message}",
  examples: [{ ranks: 9, message: "100 B" }, { ranks: 4 }],
  inPieces: true,
  validRanks: "a square",
  largestRanks: (_, maxRanks) => meshSide(maxRanks, 2) ** 2,
  bytes: ({ message }, ranks) => meshLinks(ranks, 2) * Math.max(message, waterfallMessageBytes(message)),
  writeRank({ message }, rank, { ranks, write }) {
    const { ahead, behind } = meshNeighbors(rank, ranks, 2);
    const messageBytes = waterfallMessageBytes(message);
    write.repeat(Math.ceil(message / messageBytes), () => {
      for (const from of behind) write.receive(from);
      for (const to of ahead) write.send(to, messageBytes);
    });
  },
});
