/** Structural properties of a network, and what remains of them when a whole family of switches fails. */
import { withFaults } from "../network/faults.ts";
import type { Network } from "../network/network.ts";
import { type Bisection, findBisection } from "./bisection/bisection.ts";
import { type Embedding, embeddingsOf } from "./embedding.ts";
import type { WorkBudget } from "./bisection/halving.ts";
import { type TerminalReach, terminalReachOf } from "./reach.ts";
import { type SwitchCut, switchConnectivityOf, switchCutOf } from "./bisection/switch-cut.ts";

export interface Structure {
  readonly reach: TerminalReach;
  /** Null if the terminals do not form a three-dimensional grid. */
  readonly embeddings: readonly Embedding[] | null;
  /** How many switches must fail before two terminals are separated. */
  readonly switchCut: SwitchCut;
  /** How many switches must fail before terminals of the other switches are separated; null if a terminal is on several switches. */
  readonly connectivity: SwitchCut | null;
  /** Bisection of the terminals; null if there is none. */
  readonly bisection: Bisection | null;
  /** The network without each family of switches that terminals or lines of boards share; empty without such families. */
  readonly losses: readonly FamilyLoss[];
}

/** A network without the switches of one family. */
export interface FamilyLoss {
  /** Name of the family, such as `X`. */
  readonly family: string;
  /** Number of switches in the family. */
  readonly switches: number;
  readonly reach: TerminalReach;
  readonly embeddings: readonly Embedding[] | null;
}

/**
 * The structure of a network without its dead parts; takes seconds for the largest networks.
 * @param budget Work budget of the bisection; by default that of {@link findBisection}.
 */
export function structureOf(network: Network, seed = 1, budget?: WorkBudget): Structure {
  return {
    reach: terminalReachOf(network),
    embeddings: embeddingsOf(network),
    switchCut: switchCutOf(network, seed),
    connectivity: switchConnectivityOf(network, seed),
    bisection: findBisection(network, "terminals", seed, budget),
    losses: familiesOf(network).map(({ family, switches }) => {
      const remaining = withFaults(network, { links: 0, switches: 0, deadChannels: [], deadSwitches: switches, seed: 0 });
      return { family, switches: switches.length, reach: terminalReachOf(remaining), embeddings: embeddingsOf(remaining) };
    }),
  };
}

/** The families of switches that terminals or lines of boards share, each with its switch numbers, 0 … S − 1. */
export function familiesOf({
  axes,
  terminals,
  switches,
  coordinates,
}: Network): readonly { family: string; switches: readonly number[] }[] {
  return axes.flatMap(({ name, kind }, axis) => {
    if (kind !== "shared" && kind !== "board") return [];
    const familySwitches = Array.from({ length: switches }, (_, switchIndex) => switchIndex).filter(
      (switchIndex) => coordinates[(terminals + switchIndex) * axes.length + axis] >= 0,
    );
    return [{ family: name, switches: familySwitches }];
  });
}
