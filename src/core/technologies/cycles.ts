import { defineTechnology } from "./contract.ts";

export const cycles = defineTechnology({
  id: "cycles",
  title: "cycles",
  article: "",
  summary: "A channel carries a phit of 4 bytes each cycle. Results are in cycles of no particular length.",
  source: "Navaridas et al. (EHU-KAT-IK-06-07), §3.1",
  params: {},
  phrase: "{title}",
  examples: [{}],
  rate: () => null,
  overhead: () => 0,
});
