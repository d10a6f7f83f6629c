import { defineTechnology } from "./contract.ts";
import { ratedParams } from "./rate-params.ts";

export const infiniband = defineTechnology({
  id: "infiniband",
  title: "InfiniBand 4x DDR",
  article: "",
  summary:
    "Four lanes at double data rate: 20 Gb/s in each direction, of which 16 Gb/s are data, or 2 GB/s. A packet of 2048 bytes has 30 bytes of headers and checksums.",
  source: "Wolfmann, Tinetti (matrix multiplication), §2.1; InfiniBand Architecture Specification 1.2, vol. 1, §5.2; vol. 2, §5",
  params: ratedParams(2e9, 30),
  phrase: "{title} {rate}",
  examples: [{}, { rate: "1 GB/s" }],
  rate: ({ rate }) => rate,
  overhead: ({ overhead }) => overhead,
  latency: ({ latency }) => latency * 1e-6,
});
