import { bytes, packetsOf } from "./bytes.ts";
import { size } from "./contract.ts";

export const fixed = size({
  id: "fixed",
  title: "messages of one size",
  article: "",
  summary: "Every message has the same number of bytes.",
  source: "Petrini et al. (QsNET), §4.1",
  params: { bytes: bytes("Message size", "Bytes of every message; it travels as whole packets.", 1000) },
  phrase: "{title}, {bytes}",
  examples: [{ bytes: "65 B" }],
  check: () => [],
  compile: (values, packetBytes) => ({ mean: packetsOf(values.bytes, packetBytes), draw: null }),
});
