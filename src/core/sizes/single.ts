import { defineSizeDistribution } from "./contract.ts";

export const single = defineSizeDistribution({
  id: "single",
  title: "single packets",
  article: "",
  summary: "Every message is one packet.",
  source: "Dally, Towles (2004), §23.1",
  params: {},
  phrase: "{title}",
  examples: [{}],
  check: () => [],
  compile: () => ({ mean: 1, draw: null }),
});
