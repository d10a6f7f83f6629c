/** What a mapping is: which terminal each rank of a job stands on. */
import type { ValidationIssue } from "../base/errors.ts";
import type { Params, ValuesOf } from "../base/params.ts";
import type { Kind } from "../base/registry.ts";
import type { Network, Shape } from "../network/network.ts";

/** What can be said of a network's terminals before it is built. */
export interface Site extends Shape {
  readonly terminals: number;
}

/**
 * What a mapping reads of a built network. Where it sees only the terminals that are present, these and their coordinates are counted
 * from 0, and links remain those of the whole network.
 */
export type Ground = Pick<Network, "terminals" | "axes" | "coordinates" | "present" | "head" | "firstOut">;

export interface Mapping<Id extends string = string, P extends Params = Params> extends Kind<Id, P> {
  /** True when places depend on where the terminals are: {@link compile} then reads axes, coordinates and links. */
  readonly readsCoordinates: boolean;
  /** True where it names terminals by their numbers, and passes over those that are not {@link Shape.present}; the others see only these, counted from 0. */
  readonly namesTerminals?: true;
  /** Ranks that find a place; may be 0 or less. */
  places(values: ValuesOf<P>, site: Pick<Site, "terminals" | "axes" | "present">): number;
  /** What does not fit the network: issues with paths relative to the mapping. */
  check(values: ValuesOf<P>, site: Site): readonly ValidationIssue[];
  /** [ranks] A terminal for each rank, all different; for at most as many ranks as there are places. */
  compile(values: ValuesOf<P>, ranks: number, ground: Ground): Int32Array;
}

/** Declares a mapping; exists so that TypeScript infers its parameter types. */
export function mapping<const Id extends string, P extends Params>(spec: Mapping<Id, P>): Mapping<Id, P> {
  return spec;
}
