/** What a network is by its structure, and what is left of it when a whole family of switches is lost. */
import { withFaults } from "../network/faults.ts";
import type { Network } from "../network/network.ts";
import { type Bisection, bisection } from "./bisection/bisection.ts";
import { type Embedding, embeddingsOf } from "./embedding.ts";
import type { Looks } from "./bisection/halving.ts";
import { type Reach, reachOf } from "./reach.ts";
import { type SwitchCut, switchCutOf } from "./bisection/switch-cut.ts";

export interface Structure {
  readonly reach: Reach;
  /** Null where the terminals make no grid in three dimensions. */
  readonly embeddings: readonly Embedding[] | null;
  readonly switchCut: SwitchCut;
  /** Of the terminals; null where there is none. */
  readonly bisection: Bisection | null;
  /** What is left without each family of switches that terminals or lines of boards share; empty where there are none. */
  readonly losses: readonly Loss[];
}

/** A network without all switches of one family. */
export interface Loss {
  /** `X` */
  readonly family: string;
  /** Switches that it has. */
  readonly switches: number;
  readonly reach: Reach;
  readonly embeddings: readonly Embedding[] | null;
}

/**
 * The structure of a network, dead parts left out; within seconds for the largest networks.
 * @param looks what may be looked at for its bisection; where left out, as much as for any
 */
export function structureOf(network: Network, seed = 1, looks?: Looks): Structure {
  return {
    reach: reachOf(network),
    embeddings: embeddingsOf(network),
    switchCut: switchCutOf(network, seed),
    bisection: bisection(network, "terminals", seed, looks),
    losses: familiesOf(network).map(({ family, switches }) => {
      const left = withFaults(network, { links: 0, switches: 0, deadChannels: [], deadSwitches: switches, seed: 0 });
      return { family, switches: switches.length, reach: reachOf(left), embeddings: embeddingsOf(left) };
    }),
  };
}

/** The families of switches that terminals or lines of boards share, each with the numbers of its switches, 0 … S − 1. */
export function familiesOf({
  axes,
  terminals,
  switches,
  coordinates,
}: Network): readonly { family: string; switches: readonly number[] }[] {
  return axes.flatMap(({ name, kind }, axis) => {
    if (kind !== "shared" && kind !== "board") return [];
    const own = Array.from({ length: switches }, (_, s) => s).filter((s) => coordinates[(terminals + s) * axes.length + axis] >= 0);
    return [{ family: name, switches: own }];
  });
}
