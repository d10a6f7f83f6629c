/**
 * Hashed choice of one output: the same for all packets of a flow (ECMP), or drawn by each packet (packet spraying).
 *
 * RFC 2992 does not specify the hash function. This function is our choice: it hashes seed, source and destination, and each switch mixes
 * in its number, so that switches choose independently.
 */
import { uniformBelow, mix, streamKey } from "../base/random.ts";
import type { CompiledRouting } from "../plan/routing.ts";

/** What is hashed. A flow is all packets from one terminal to another. */
export type HashMode = "by-flow" | "sprayed";

/** Choices of a parameter: any output, hashed by flow, and drawn by packet. */
export const anyOutput = { id: "all", title: "all", help: "Any channel that leads closer to the destination." } as const;
export const byFlow = {
  id: "by-flow",
  title: "by flow (ECMP)",
  help: "A hash of source and destination selects the channel at every switch. Several flows may share one channel while another is idle. Another seed gives another hash.",
} as const;
export const sprayed = {
  id: "sprayed",
  title: "by packet (spraying)",
  help: "Each packet takes a random channel at every switch, regardless of queues. Packets of a flow may overtake each other.",
} as const;

/** Source for ECMP and packet spraying. */
export const hashedSource = "ECMP: Hopps (RFC 2992, 2000); packet spraying: Dixit, Prakash, Hu, Kompella (INFOCOM 2013)";

/** Low bits of a state that belong to the routing; the hash is above them. */
const routingStateBits = 8;
const routingStateMask = (1 << routingStateBits) - 1;

/** Whether a choice is a hashed choice. */
export function isHashed<T extends string>(choice: T): choice is T & HashMode {
  return choice === "by-flow" || choice === "sprayed";
}

/** The routing's part of a state. */
function routingState(state: number): number {
  return state & routingStateMask;
}

/** Index of the output, 0 … count − 1, that a packet in state `state` takes at `node`. */
export function hashedOutput(node: number, state: number, count: number): number {
  return count === 1 ? 0 : uniformBelow(mix(state >> routingStateBits, node, 0), count);
}

/**
 * The initial state of packets: their hash, above a routing state of 0.
 * @param unhashed The same routing with all outputs allowed. It is created only if needed.
 */
export function hashedInitialState(
  mode: HashMode,
  seed: number,
  unhashed: () => CompiledRouting,
): Pick<CompiledRouting, "initialState" | "equalDraws" | "undrawnRouting"> {
  if (mode === "sprayed") return { initialState: (_from, _to, draw) => draw << routingStateBits, undrawnRouting: unhashed() };
  const key = streamKey(seed, "hash");
  return { initialState: (from, to) => mix(key, from, to) << routingStateBits, equalDraws: 1 };
}

/** A routing that takes one of the outputs of another routing by hash. The states of the other routing have to be below 256. */
export function hashedRouting(mode: HashMode, seed: number, unhashed: CompiledRouting): CompiledRouting {
  const candidates = new Int32Array(unhashed.maxCandidates);
  return {
    ...unhashed,
    maxCandidates: 1,
    route(node, to, state, out) {
      const count = unhashed.route(node, to, routingState(state), candidates);
      if (count === 0) return 0;
      out[0] = candidates[hashedOutput(node, state, count)];
      return 1;
    },
    ...hashedInitialState(mode, seed, () => unhashed),
  };
}
