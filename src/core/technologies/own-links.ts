import { defineTechnology } from "./contract.ts";
import { ratedParams } from "./rate-params.ts";

export const ownLinks = defineTechnology({
  id: "own-links",
  title: "links of your own",
  article: "",
  summary: "Links of any rate and overhead, for machines that are not listed.",
  source: "your own",
  params: ratedParams(1e9, 0, false),
  phrase: "{rate}",
  examples: [{}, { rate: "400 MB/s", overhead: "58 B" }],
  rate: ({ rate }) => rate,
  overhead: ({ overhead }) => overhead,
});
