import { defineTechnology } from "./contract.ts";
import { ratedParams } from "./rate-params.ts";

export const gigabitEthernet = defineTechnology({
  id: "gigabit-ethernet",
  title: "Gigabit Ethernet",
  article: "",
  summary:
    "Links transfer 1 Gb/s in each direction. A full TCP segment of 1448 bytes has 90 bytes of headers, checksums and gap: 1538 bytes on the wire.",
  source: "IEEE 802.3; Three Quads (matrix transpose), §2.1",
  params: ratedParams(125e6, 90),
  phrase: "{title} {rate}",
  examples: [{}, { rate: "12.5 MB/s" }],
  rate: ({ rate }) => rate,
  overhead: ({ overhead }) => overhead,
  latency: ({ latency }) => latency * 1e-6,
});
