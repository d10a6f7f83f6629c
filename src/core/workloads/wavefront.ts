import { dimensionsParam, meshLinks, meshNeighbors, programWorkload, programParams, meshSide } from "./program.ts";

/** Tags that distinguish messages of the wavefront's sweep from messages of its return. */
const [sweepTag, returnTag] = [0, 1];

export const wavefront = programWorkload({
  id: "wavefront",
  title: "wavefront",
  article: "",
  summary: "Messages sweep diagonally over a virtual mesh from the first rank to the last and back: 2W and 3W.",
  source: "Navaridas et al. (EHU-KAT-IK-06-07), §3.3, Fig. 4a",
  params: { dimensions: dimensionsParam, ...programParams },
  phrase: "a {dimensions} {title} of {ranks} with {message}",
  examples: [
    { ranks: 9, message: "100 B" },
    { dimensions: 3, ranks: 8 },
  ],
  validRanks: "a square or a cube",
  largestRanks: ({ dimensions: dims }, maxRanks) => meshSide(maxRanks, dims) ** dims,
  bytes: ({ dimensions: dims, message }, ranks) => 2 * meshLinks(ranks, dims) * message,
  writeRank({ dimensions: dims, message }, rank, { ranks, write }) {
    const { ahead, behind } = meshNeighbors(rank, ranks, dims);
    write.phase("sweep");
    for (const from of behind) write.receive(from, sweepTag);
    for (const to of ahead) write.send(to, message, sweepTag);
    write.phase("return");
    for (const from of ahead) write.receive(from, returnTag);
    for (const to of behind) write.send(to, message, returnTag);
  },
});
