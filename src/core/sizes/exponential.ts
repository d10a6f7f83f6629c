import { exponentialFromDraw as exponentially, expNegative } from "../base/random.ts";
import { messageBytesParam, packetsForBytes } from "./bytes.ts";
import { defineSizeDistribution } from "./contract.ts";

export const exponentialSizes = defineSizeDistribution({
  id: "exponential",
  title: "exponential sizes",
  article: "",
  summary: "Sizes are exponentially distributed: many small messages, few large ones.",
  source: "Petrini et al. (QsNET), §5.6",
  params: { mean: messageBytesParam("Mean size", "Mean size of a message in bytes, before it is divided into whole packets.", 1000) },
  phrase: "{title} of {mean} on average",
  examples: [{ mean: "100 B" }],
  check: () => [],
  // ⌈X / packet⌉ of an exponentially distributed X is geometrically distributed: P(more than k packets) = e^(−k packet / mean).
  compile: ({ mean }, packetBytes) => ({
    mean: 1 / (1 - expNegative(packetBytes / mean)),
    draw: (draw) => packetsForBytes(mean * exponentially(draw), packetBytes),
  }),
});
