import { integer } from "../base/params.ts";
import { mapping } from "./contract.ts";
import { checkFirst, first } from "./first.ts";

export const strided = mapping({
  id: "strided",
  title: "strided",
  article: "",
  summary: "Ranks on every s-th terminal: 0, s, 2s and so on, then 1, s + 1, 2s + 1, until all terminals are used.",
  source: "Petrini et al. (QsNET), §4.6",
  params: {
    stride: integer({
      title: "Stride",
      word: "every # terminals",
      help: "Distance between the terminals of neighbouring ranks.",
      unit: "terminals",
      min: 1,
      max: 65536,
      default: 2,
    }),
    first,
  },
  phrase: "{title} mapping ({stride})",
  examples: [{}, { stride: 3, first: 1 }],
  readsCoordinates: false,
  places: ({ first }, { terminals }) => terminals - first,
  check: ({ stride, first }, { terminals }) => [
    ...(stride <= terminals
      ? []
      : [
          {
            path: "stride",
            message: `a stride of ${stride} is longer than the network; there are ${terminals} terminals.`,
            remedy: `Use ${terminals} or less.`,
            nearest: terminals,
          },
        ]),
    ...checkFirst(first, terminals),
  ],
  compile({ stride, first }, ranks, { terminals }) {
    // The first `longRounds` rounds have one terminal more than the others.
    const short = Math.floor(terminals / stride);
    const longer = terminals % stride;
    const inLonger = longer * (short + 1);
    return Int32Array.from({ length: ranks }, (_, rank) => {
      const place = first + rank;
      if (place < inLonger) return Math.floor(place / (short + 1)) + (place % (short + 1)) * stride;
      return longer + Math.floor((place - inLonger) / short) + ((place - inLonger) % short) * stride;
    });
  },
});
