/**
 * What a collective operation has to send over a cut, whatever its algorithm: p ranks, s of them on one side; a vector of n bytes; m = n / p
 * bytes a pair in an all-to-all. Everything follows from two arguments.
 *
 * - *What a part lacks comes in, what others lack of it goes out.* Sums of what a part has are made before they leave it, and one copy of
 *   what it gets is enough. So an allreduce sends n out of a part and n into it; a reduce n out of every part but the root's; a broadcast
 *   n into every part but the root's; a reduce-scatter sends out n (p − s) / p, and an allgather sends in as much; an all-to-all
 *   m s (p − s) both ways. (Chan, Heimlich, Purkayastha, van de Geijn, Concurrency Comput. 19, 2007, §3)
 * - *Between L parts all together.* Where only ranks can reduce and copy, everybody hears of everybody in at least 2 (L − 1) messages that
 *   go one way: until the first part has heard of all others, each of these has sent one; after that, each of these has to hear one more.
 *   (Harary, Schwenk, J. Franklin Inst. 297, 1974.) So an allreduce sends 2 n (L − 1) bytes between L parts, of single ranks 2 n (p − 1)
 *   (Patarasuk, Yuan, J. Parallel Distrib. Comput. 69, 2009). By the half of it, broadcast, reduce, reduce-scatter and allgather
 *   send n (L − 1).
 *
 * Where switches reduce and copy, or all hear what is sent, the first argument alone holds. (Bala et al., IEEE Trans. Parallel Distrib. Syst.
 * 6, 1995, bound collectives on trees of switches in the same way.)
 */
import type { Collective } from "../../programs/collective.ts";

/** Packets that have to leave a part of a network, and to enter it. */
export interface Need {
  readonly out: number;
  readonly in: number;
}

/** What a collective operation needs over cuts, in packets. */
export interface Needs {
  /** Of a part with `ranks` of the ranks, not all of them; `hasRoot` where the root is among these. */
  ofPart(ranks: number, hasRoot: boolean): Need;
  /** Between so many parts together, beyond what each of them needs; 0 where nothing is known beyond that. */
  between(parts: number): number;
  /** Of what one rank gets, that which has to come from any one other rank: from everyone, from the root or, to the root alone, from everyone. */
  readonly fromAfar: { readonly packets: number; readonly who: "all" | "from root" | "to root" };
  /** Whether one rank is heard of by all, or all of them by one: then what it says spreads, or gathers, by doubling at best. */
  readonly spreads: boolean;
}

/**
 * @param packetBytes bytes that a packet carries
 * @param isHeardByAll whether switches, or a medium, copy what is sent
 */
export function needsOf(
  { operation, ranks: p, bytes, inNetwork }: Collective,
  packetBytes: number,
  isHeardByAll = inNetwork === true,
): Needs {
  const packets = (bytes: number) => Math.ceil(bytes / packetBytes);
  // A barrier moves nothing, but says so: as if it were an allreduce of a byte.
  const n = operation === "barrier" ? 1 : bytes;
  const whole = packets(n);
  const [small, large] = [Math.floor(n / p), Math.ceil(n / p)];
  /** Bytes of all blocks but those of so many ranks, and of these, at least. */
  const lacking = (s: number) => packets(Math.max((p - s) * small, n - s * large));
  const having = (s: number) => packets(Math.max(s * small, n - (p - s) * large));
  /** Every byte goes at least so often from part to part; where it is in one packet, as often in packets. */
  const often = (times: number) => (isHeardByAll ? 0 : Math.max(packets(times * n), Math.min(n, 1) * times));
  switch (operation) {
    case "allreduce":
    case "barrier":
      return {
        ofPart: () => ({ out: whole, in: whole }),
        between: (parts) => often(2 * (parts - 1)),
        fromAfar: { packets: whole, who: "all" },
        spreads: true,
      };
    case "reduce-scatter":
      return {
        ofPart: (s) => ({ out: lacking(s), in: having(s) }),
        between: (parts) => often(parts - 1),
        fromAfar: { packets: packets(small), who: "all" },
        spreads: small > 0,
      };
    case "allgather":
      return {
        ofPart: (s) => ({ out: having(s), in: lacking(s) }),
        between: (parts) => often(parts - 1),
        fromAfar: { packets: packets(small), who: "all" },
        spreads: small > 0,
      };
    case "broadcast":
      return {
        ofPart: (_, hasRoot) => (hasRoot ? { out: whole, in: 0 } : { out: 0, in: whole }),
        between: (parts) => often(parts - 1),
        fromAfar: { packets: whole, who: "from root" },
        spreads: true,
      };
    case "reduce":
      return {
        ofPart: (_, hasRoot) => (hasRoot ? { out: 0, in: whole } : { out: whole, in: 0 }),
        between: (parts) => often(parts - 1),
        fromAfar: { packets: whole, who: "to root" },
        spreads: true,
      };
    case "all-to-all": {
      const pairs = (s: number) => packets(s * (p - s) * (n / p));
      return {
        ofPart: (s) => ({ out: pairs(s), in: pairs(s) }),
        between: () => 0,
        fromAfar: { packets: packets(n / p), who: "all" },
        spreads: n > 0,
      };
    }
  }
}
