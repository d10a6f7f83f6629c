import { integer } from "../base/params.ts";
import { defineMapping } from "./contract.ts";
import { checkFirstPosition, firstPositionParam } from "./first-position.ts";

export const strided = defineMapping({
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
    first: firstPositionParam,
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
            message: `a stride of ${stride} is larger than the number of terminals, ${terminals}.`,
            remedy: `Use ${terminals} or less.`,
            nearest: terminals,
          },
        ]),
    ...checkFirstPosition(first, terminals),
  ],
  compile({ stride, first }, ranks, { terminals }) {
    // The first `longRounds` rounds have one terminal more than the others.
    const shortLength = Math.floor(terminals / stride);
    const longRounds = terminals % stride;
    const ranksInLongRounds = longRounds * (shortLength + 1);
    return Int32Array.from({ length: ranks }, (_, rank) => {
      const position = first + rank;
      if (position < ranksInLongRounds) return Math.floor(position / (shortLength + 1)) + (position % (shortLength + 1)) * stride;
      return (
        longRounds + Math.floor((position - ranksInLongRounds) / shortLength) + ((position - ranksInLongRounds) % shortLength) * stride
      );
    });
  },
});
