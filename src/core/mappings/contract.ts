/** Contract of a mapping: the terminal on which each rank of a job runs. */
import type { ValidationIssue } from "../base/errors.ts";
import type { Params, ValuesOf } from "../base/params.ts";
import type { Kind } from "../base/kind-registry.ts";
import type { Network, NetworkShape } from "../network/network.ts";

/** Properties of a network's terminals that are known before it is built. */
export interface NetworkOutline extends NetworkShape {
  readonly terminals: number;
}

/**
 * The parts of a built network that a mapping reads. If the mapping sees only the present terminals, these and their coordinates are
 * numbered from 0, while links keep the numbers of the whole network.
 */
export type MappingNetwork = Pick<Network, "terminals" | "axes" | "coordinates" | "present" | "head" | "firstOut">;

/** A kind of mapping. */
export interface Mapping<Id extends string = string, P extends Params = Params> extends Kind<Id, P> {
  /** True if the mapping depends on the position of the terminals: {@link compile} then reads axes, coordinates and links. */
  readonly readsCoordinates: boolean;
  /**
   * True if its parameters contain terminal numbers; the mapping then skips terminals that are not {@link NetworkShape.present}. Other
   * mappings see only present terminals, numbered from 0.
   */
  readonly namesTerminals?: true;
  /** Maximum number of ranks, which may be 0 or less. */
  places(values: ValuesOf<P>, site: Pick<NetworkOutline, "terminals" | "axes" | "present">): number;
  /** Issues with the network, with paths relative to the mapping. */
  check(values: ValuesOf<P>, site: NetworkOutline): readonly ValidationIssue[];
  /** [ranks] The terminal of each rank, all different. `ranks` is at most the number of {@link places}. */
  compile(values: ValuesOf<P>, ranks: number, ground: MappingNetwork): Int32Array;
}

/** Declares a mapping. The function exists only to infer the parameter types. */
export function defineMapping<const Id extends string, P extends Params>(spec: Mapping<Id, P>): Mapping<Id, P> {
  return spec;
}
