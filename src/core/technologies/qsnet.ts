import { defineTechnology } from "./contract.ts";
import { ratedParams } from "./rate-params.ts";

export const qsnet = defineTechnology({
  id: "qsnet",
  title: "QsNET",
  article: "",
  summary: "Links of 400 MB/s in each direction; a full packet of 320 bytes has 58 bytes of overhead, and a phit of 4 bytes takes 10 ns.",
  source: "Petrini et al. (QsNET), §2.2, §5.1",
  params: ratedParams(400e6, 58),
  phrase: "{title} {rate}",
  examples: [{}, { rate: "200 MB/s" }],
  rate: ({ rate }) => rate,
  overhead: ({ overhead }) => overhead,
  latency: ({ latency }) => latency * 1e-6,
});
