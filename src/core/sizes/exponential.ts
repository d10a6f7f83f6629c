import { exponential as exponentially, expOfMinus } from "../base/random.ts";
import { bytes, packetsOf } from "./bytes.ts";
import { size } from "./contract.ts";

export const exponential = size({
  id: "exponential",
  title: "exponential sizes",
  article: "",
  summary: "Sizes are exponentially distributed: many small messages, few large ones.",
  source: "Petrini et al. (QsNET), §5.6",
  params: { mean: bytes("Mean size", "Mean bytes of a message, before it is cut into whole packets.", 1000) },
  phrase: "{title} of {mean} on average",
  examples: [{ mean: "100 B" }],
  check: () => [],
  // ⌈X / packet⌉ of an exponentially distributed X is geometrically distributed: P(more than k packets) = e^(−k packet / mean).
  compile: ({ mean }, packetBytes) => ({
    mean: 1 / (1 - expOfMinus(packetBytes / mean)),
    draw: (draw) => packetsOf(mean * exponentially(draw), packetBytes),
  }),
});
