/**
 * Traffic that a collective operation must send over a cut, whatever its algorithm: p ranks, s of them on one side; a vector of n bytes; m
 * = n / p bytes per pair in an all-to-all. Everything follows from two arguments.
 *
 * - *Data that a part lacks must come in; data that others lack must go out.* Data of a part can be reduced before it leaves, and one copy
 * of incoming data is sufficient. So an allreduce sends n out of a part and n into it; a reduce n out of every part except the root's; a
 * broadcast n into every part except the root's; a reduce-scatter sends out n (p − s) / p, and an allgather receives as much; an all-to-all
 * m s (p − s) both ways. (Chan, Heimlich, Purkayastha, van de Geijn, Concurrency Comput. 19, 2007, §3)
 * - *Among L parts together.* If only ranks can reduce and copy, all parts hear of all others in at least 2 (L − 1) one-way messages: until
 * the first part has heard of all others, each other part has sent one message; after that, each other part has to receive one more.
 * (Harary, Schwenk, J. Franklin Inst. 297, 1974.) So an allreduce sends 2 n (L − 1) bytes between L parts, between single ranks 2 n (p − 1)
 * (Patarasuk, Yuan, J. Parallel Distrib. Comput. 69, 2009). By half of this argument, broadcast, reduce, reduce-scatter and allgather send
 * n (L − 1).
 *
 * If switches reduce and copy, or on a shared medium, only the first argument holds. (Bala et al., IEEE Trans. Parallel Distrib. Syst. 6,
 * 1995, bound collectives on trees of switches in the same way.)
 */
import type { Collective } from "../../programs/collective.ts";

/** Packets that must leave a part of a network, and enter it. */
export interface CutTraffic {
  readonly out: number;
  readonly in: number;
}

/** Packets that a collective operation must send over cuts. */
export interface CutRequirements {
  /** Packets across the border of a part that contains `ranks` of the ranks, but not all; `hasRoot` if the root is one of these ranks. */
  ofPart(ranks: number, hasRoot: boolean): CutTraffic;
  /** Packets between all parts together, for a number of parts; 0 if nothing is known beyond the traffic of each part. */
  amongParts(parts: number): number;
  /**
   * Packets that a rank must receive from any single other rank: every rank from every other, every rank from the root, or only the root
   * from every rank.
   */
  readonly fromSingleRank: { readonly packets: number; readonly who: "all" | "from root" | "to root" };
  /** Whether all ranks must hear from one, or one from all: then the data of the one rank spreads, or is gathered, at best by doubling. */
  readonly isSpreading: boolean;
}

/**
 * @param packetBytes Payload bytes of a packet.
 * @param isCopiedInNetwork Whether switches, or a shared medium, copy packets.
 */
export function cutRequirementsOf(
  { operation, ranks: p, bytes, inNetwork }: Collective,
  packetBytes: number,
  isCopiedInNetwork = inNetwork === true,
): CutRequirements {
  const packets = (bytes: number) => Math.ceil(bytes / packetBytes);
  // A barrier moves no data, but needs messages like an allreduce of one byte.
  const n = operation === "barrier" ? 1 : bytes;
  const vectorPackets = packets(n);
  const [minBlock, maxBlock] = [Math.floor(n / p), Math.ceil(n / p)];
  /** Minimum number of packets for the blocks of all but s ranks, and for the blocks of s ranks. */
  const packetsOfOtherBlocks = (s: number) => packets(Math.max((p - s) * minBlock, n - s * maxBlock));
  const packetsOfBlocks = (s: number) => packets(Math.max(s * minBlock, n - (p - s) * maxBlock));
  /** Packets if every byte crosses that many times between parts; at least one packet each time. */
  const repeatedPackets = (times: number) => (isCopiedInNetwork ? 0 : Math.max(packets(times * n), Math.min(n, 1) * times));
  switch (operation) {
    case "allreduce":
    case "barrier":
      return {
        ofPart: () => ({ out: vectorPackets, in: vectorPackets }),
        amongParts: (parts) => repeatedPackets(2 * (parts - 1)),
        fromSingleRank: { packets: vectorPackets, who: "all" },
        isSpreading: true,
      };
    case "reduce-scatter":
      return {
        ofPart: (s) => ({ out: packetsOfOtherBlocks(s), in: packetsOfBlocks(s) }),
        amongParts: (parts) => repeatedPackets(parts - 1),
        fromSingleRank: { packets: packets(minBlock), who: "all" },
        isSpreading: minBlock > 0,
      };
    case "allgather":
      return {
        ofPart: (s) => ({ out: packetsOfBlocks(s), in: packetsOfOtherBlocks(s) }),
        amongParts: (parts) => repeatedPackets(parts - 1),
        fromSingleRank: { packets: packets(minBlock), who: "all" },
        isSpreading: minBlock > 0,
      };
    case "broadcast":
      return {
        ofPart: (_, hasRoot) => (hasRoot ? { out: vectorPackets, in: 0 } : { out: 0, in: vectorPackets }),
        amongParts: (parts) => repeatedPackets(parts - 1),
        fromSingleRank: { packets: vectorPackets, who: "from root" },
        isSpreading: true,
      };
    case "reduce":
      return {
        ofPart: (_, hasRoot) => (hasRoot ? { out: 0, in: vectorPackets } : { out: vectorPackets, in: 0 }),
        amongParts: (parts) => repeatedPackets(parts - 1),
        fromSingleRank: { packets: vectorPackets, who: "to root" },
        isSpreading: true,
      };
    case "all-to-all": {
      const pairPackets = (s: number) => packets(s * (p - s) * (n / p));
      return {
        ofPart: (s) => ({ out: pairPackets(s), in: pairPackets(s) }),
        amongParts: () => 0,
        fromSingleRank: { packets: packets(n / p), who: "all" },
        isSpreading: n > 0,
      };
    }
  }
}
