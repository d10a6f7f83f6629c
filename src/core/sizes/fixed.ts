import { messageBytesParam, packetsForBytes } from "./bytes.ts";
import { defineSizeDistribution } from "./contract.ts";

export const fixed = defineSizeDistribution({
  id: "fixed",
  title: "messages of one size",
  article: "",
  summary: "Every message has the same number of bytes.",
  source: "Petrini et al. (QsNET), §4.1",
  params: { bytes: messageBytesParam("Message size", "Size of every message in bytes; it is sent as whole packets.", 1000) },
  phrase: "{title}, {bytes}",
  examples: [{ bytes: "65 B" }],
  check: () => [],
  compile: (values, packetBytes) => ({ mean: packetsForBytes(values.bytes, packetBytes), draw: null }),
});
