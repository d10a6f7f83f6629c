import { choice } from "../base/params.ts";
import { dimensionsParam, meshLinks, meshNeighbors, programWorkload, programParams, meshSide } from "./program.ts";

export const meshExchange = programWorkload({
  id: "mesh-exchange",
  title: "mesh exchange",
  article: "",
  summary: "Every rank sends to all its neighbours in a virtual mesh without waiting in between, then waits for their messages: 2M and 3M.",
  source: "Navaridas et al. (EHU-KAT-IK-06-07), §3.3, Fig. 4b",
  params: {
    dimensions: dimensionsParam,
    ...programParams,
    order: choice({
      title: "Order",
      help: "The order in which a rank sends to its neighbours. The source does not give it, although it changes the slowdown of narrow trees by half.",
      default: "random",
      choices: [
        { id: "random", title: "random", help: "In a random order, different for each rank." },
        { id: "ascending", title: "ascending", help: "To the lowest rank first." },
        { id: "descending", title: "descending", help: "To the highest rank first." },
      ],
    }),
  },
  phrase: "a {dimensions} {title} of {ranks} with {message}",
  examples: [{ ranks: 16 }, { dimensions: 3, ranks: 27, message: "200 B", order: "ascending" }],
  validRanks: "a square or a cube",
  largestRanks: ({ dimensions: dims }, maxRanks) => meshSide(maxRanks, dims) ** dims,
  bytes: ({ dimensions: dims, message }, ranks) => 2 * meshLinks(ranks, dims) * message,
  writeRank({ dimensions: dims, message, order }, rank, { ranks, shuffle, write }) {
    const { ahead, behind } = meshNeighbors(rank, ranks, dims);
    const ascending = [...behind, ...ahead].sort((a, b) => a - b);
    const orders = {
      random: () => shuffle(ascending, rank),
      ascending: () => ascending,
      descending: () => [...ascending].sort((a, b) => b - a),
    };
    for (const to of orders[order]()) write.send(to, message);
    for (const from of ascending) write.receive(from);
  },
});
