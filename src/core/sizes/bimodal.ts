import { number } from "../base/params.ts";
import { messageBytesParam, packetsForBytes } from "./bytes.ts";
import { defineSizeDistribution } from "./contract.ts";

export const bimodal = defineSizeDistribution({
  id: "bimodal",
  title: "two message sizes",
  article: "",
  summary: "A fraction of the messages is large, all others are small, like data messages among requests and acknowledgements.",
  source: "Dally, Towles (2004), §24.1",
  params: {
    small: messageBytesParam("Small size", "Bytes of a small message.", 16),
    large: messageBytesParam("Large size", "Bytes of a large message.", 1000),
    share: number({
      title: "Large messages",
      word: "# of messages large",
      help: "Fraction of messages that are large, in steps of 1/65536.",
      min: 0,
      max: 1,
      step: 0.05,
      default: 0.5,
    }),
  },
  phrase: "{title}, {small} and {large}, {share}",
  examples: [{ small: "8 B", large: "200 B", share: 0.25 }],
  check: ({ small, large }) =>
    small <= large
      ? []
      : [
          {
            path: "large",
            message: `a large message would have ${large} bytes, fewer than a small one, which has ${small}.`,
            remedy: `Use ${small} B or more.`,
            nearest: small,
          },
        ],
  compile({ small, large, share }, packetBytes) {
    const threshold = Math.floor(share * 65536);
    const [smallPackets, largePackets] = [packetsForBytes(small, packetBytes), packetsForBytes(large, packetBytes)];
    return {
      mean: smallPackets + (threshold / 65536) * (largePackets - smallPackets),
      draw: smallPackets === largePackets ? null : (draw) => (draw >>> 16 < threshold ? largePackets : smallPackets),
    };
  },
});
