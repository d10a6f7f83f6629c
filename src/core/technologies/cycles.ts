import { defineTechnology } from "./contract.ts";

export const cycles = defineTechnology({
  id: "cycles",
  title: "cycles",
  article: "",
  summary: "A channel transmits one phit of 4 bytes per cycle. Results are in cycles; the length of a cycle is not specified.",
  source: "Navaridas et al. (EHU-KAT-IK-06-07), §3.1",
  params: {},
  phrase: "{title}",
  examples: [{}],
  rate: () => null,
  overhead: () => 0,
  latency: () => 0,
});
