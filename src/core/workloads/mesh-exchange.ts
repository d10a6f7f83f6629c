import { choice } from "../base/params.ts";
import { dimensions, meshLinks, neighbours, program, programParams, sideOf } from "./program.ts";

export const meshExchange = program({
  id: "mesh-exchange",
  title: "mesh exchange",
  article: "",
  summary: "Every rank sends to all its neighbours in a virtual mesh at once, then waits for their messages: 2M and 3M.",
  source: "Navaridas et al. (EHU-KAT-IK-06-07), §3.3, Fig. 4b",
  params: {
    dimensions,
    ...programParams,
    order: choice({
      title: "Order",
      help: "In which order a rank sends to its neighbours. The report does not say, and it changes the loss of the narrow trees by half.",
      default: "random",
      choices: [
        { id: "random", title: "random", help: "In random order, drawn for each rank." },
        { id: "ascending", title: "ascending", help: "To the lowest rank first." },
        { id: "descending", title: "descending", help: "To the highest rank first." },
      ],
    }),
  },
  phrase: "a {dimensions} {title} of {ranks} with {message}",
  examples: [{ ranks: 16 }, { dimensions: 3, ranks: 27, message: "200 B", order: "ascending" }],
  defined: "a square or a cube",
  fit: ({ dimensions: d }, most) => sideOf(most, d) ** d,
  bytes: ({ dimensions: d, message }, ranks) => 2 * meshLinks(ranks, d) * message,
  rank({ dimensions: d, message, order }, rank, { ranks, shuffled, write }) {
    const { ahead, behind } = neighbours(rank, ranks, d);
    const ascending = [...behind, ...ahead].sort((a, b) => a - b);
    const inOrder = {
      random: () => shuffled(ascending, rank),
      ascending: () => ascending,
      descending: () => [...ascending].sort((a, b) => b - a),
    };
    for (const to of inOrder[order]()) write.send(to, message);
    for (const from of ascending) write.receive(from);
  },
});
