import { dimensions, meshLinks, neighbours, program, programParams, sideOf } from "./program.ts";

/** Tags that distinguish messages of the sweep from those of its return. */
const [forth, back] = [0, 1];

export const wavefront = program({
  id: "wavefront",
  title: "wavefront",
  article: "",
  summary: "A diagonal sweep over a virtual mesh from the first rank to the last and back: 2W and 3W.",
  source: "Navaridas et al. (EHU-KAT-IK-06-07), §3.3, Fig. 4a",
  params: { dimensions, ...programParams },
  phrase: "a {dimensions} {title} of {ranks} with {message}",
  examples: [
    { ranks: 9, message: "100 B" },
    { dimensions: 3, ranks: 8 },
  ],
  defined: "a square or a cube",
  fit: ({ dimensions: d }, most) => sideOf(most, d) ** d,
  bytes: ({ dimensions: d, message }, ranks) => 2 * meshLinks(ranks, d) * message,
  rank({ dimensions: d, message }, rank, { ranks, write }) {
    const { ahead, behind } = neighbours(rank, ranks, d);
    write.phase("sweep");
    for (const from of behind) write.receive(from, forth);
    for (const to of ahead) write.send(to, message, forth);
    write.phase("return");
    for (const from of ahead) write.receive(from, back);
    for (const to of behind) write.send(to, message, back);
  },
});
