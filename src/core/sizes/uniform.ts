import { uniformBelow } from "../base/random.ts";
import { messageBytesParam, packetsForBytes } from "./bytes.ts";
import { defineSizeDistribution } from "./contract.ts";

export const uniformSizes = defineSizeDistribution({
  id: "uniform",
  title: "uniform sizes",
  article: "",
  summary: "Every whole number of bytes between two bounds is equally likely.",
  source: "Dally, Towles (2004), §24.1",
  params: {
    min: messageBytesParam("Smallest size", "Smallest message size in bytes.", 1),
    max: messageBytesParam("Largest size", "Largest message size in bytes.", 1000),
  },
  phrase: "{title} from {min} to {max}",
  examples: [{ min: "60 B", max: "130 B" }],
  check: ({ min, max }) =>
    min <= max
      ? []
      : [
          {
            path: "max",
            message: `the largest message would have ${max} bytes, fewer than the smallest, which has ${min}.`,
            remedy: `Use ${min} B or more.`,
            nearest: min,
          },
        ],
  compile({ min, max }, packetBytes) {
    const sizeCount = max - min + 1;
    const mean = (packetsUpTo(max, packetBytes) - packetsUpTo(min - 1, packetBytes)) / sizeCount;
    return { mean, draw: (draw) => packetsForBytes(min + uniformBelow(draw, sizeCount), packetBytes) };
  },
});

/** Σ ⌈b / packet⌉ for b from 1 to `bytes`: the sum over all full packets, plus the sum over the last partial packet. */
function packetsUpTo(bytes: number, packetBytes: number): number {
  const fullPackets = Math.floor(bytes / packetBytes);
  return (packetBytes * fullPackets * (fullPackets + 1)) / 2 + (bytes - fullPackets * packetBytes) * (fullPackets + 1);
}
