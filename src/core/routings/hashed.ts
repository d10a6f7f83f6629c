/**
 * One output of several, by a hash: the same for all packets of a flow (ECMP), or drawn by each packet (packet spraying).
 *
 * The RFC leaves open which hash. *Chosen* is our own, of seed, source and destination; each switch mixes its number in, so that no
 * two choose alike.
 */
import { below, mix, streamKey } from "../base/random.ts";
import type { CompiledRouting } from "../plan/routing.ts";

/** What is hashed. The packets of one terminal to another are a flow. */
export type Hashed = "by-flow" | "sprayed";

/** What a packet may take where neither is wanted, and the two, as choices of a parameter. */
export const anyOutput = { id: "all", title: "all", help: "Any channel that leads closer to the destination." } as const;
export const byFlow = {
  id: "by-flow",
  title: "by flow (ECMP)",
  help: "A hash of source and destination picks one at every switch. Flows may meet on one channel while another is idle; each seed hashes anew.",
} as const;
export const sprayed = {
  id: "sprayed",
  title: "by packet (spraying)",
  help: "Each packet draws one at every switch, whatever waits there. Packets of a flow may overtake each other.",
} as const;

/** Where the ways of ECMP and of packet spraying are described. */
export const hashedSource = "ECMP: Hopps (RFC 2992, 2000); packet spraying: Dixit, Prakash, Hu, Kompella (INFOCOM 2013)";

/** Low bits of a state that are left to the routing; the hash stands above them. */
const ownBits = 8;
const ownMask = (1 << ownBits) - 1;

/** Whether a choice is one of the two. */
export function isHashed<T extends string>(choice: T): choice is T & Hashed {
  return choice === "by-flow" || choice === "sprayed";
}

/** What a routing keeps of a packet besides its hash. */
function ownState(state: number): number {
  return state & ownMask;
}

/** Number of the output, of `count`, that a packet in state `state` takes at node `at`. */
export function hashedOutput(at: number, state: number, count: number): number {
  return count === 1 ? 0 : below(mix(state >> ownBits, at, 0), count);
}

/**
 * How packets begin: with their hash, above a state of 0.
 * @param even the same routing where all outputs are allowed, made only where it is needed
 */
export function hashedFrom(
  hashed: Hashed,
  seed: number,
  even: () => CompiledRouting,
): Pick<CompiledRouting, "begin" | "draws" | "drawnFrom"> {
  if (hashed === "sprayed") return { begin: (_from, _to, draw) => draw << ownBits, drawnFrom: even() };
  const key = streamKey(seed, "hash");
  return { begin: (from, to) => mix(key, from, to) << ownBits, draws: 1 };
}

/** A routing under which a hash picks one of the outputs that another one allows, whose own states are below 256. */
export function hashedOf(hashed: Hashed, seed: number, even: CompiledRouting): CompiledRouting {
  const all = new Int32Array(even.maxCandidates);
  return {
    ...even,
    maxCandidates: 1,
    route(at, to, state, out) {
      const count = even.route(at, to, ownState(state), all);
      if (count === 0) return 0;
      out[0] = all[hashedOutput(at, state, count)];
      return 1;
    },
    ...hashedFrom(hashed, seed, () => even),
  };
}
