/** What a topology is: parameters → network. It knows nothing of routing. */
import type { ValidationIssue } from "../base/errors.ts";
import type { Params, ValuesOf } from "../base/params.ts";
import type { Kind } from "../base/registry.ts";
import type { Components } from "../network/components.ts";
import type { Look, Network, Shape } from "../network/network.ts";
import type { Parts } from "../network/parts.ts";

/** Id of a network with faults, for code that reports faults without importing the kind. */
export const faultyId = "faulty";
/** Id of a network that people draw, for code that lets them. */
export const drawnId = "drawn";

/** Largest networks that are built. Checked from closed forms, before anything is allocated. */
export const largest = { terminals: 65_536, links: 1_000_000 } as const;

/**
 * Facts in closed form, known before anything is allocated; the law tests compare the built network with them. What has no
 * closed form is counted on first use; reading a document does not use it.
 */
export interface Facts extends Shape {
  readonly terminals: number;
  readonly switches: number;
  readonly links: number;
  /** Links before faults remove some, where {@link links} has to be counted; the same number where absent. */
  readonly laid?: number;
  /** What has to be bought. Faults refund nothing: failed parts were bought, too. */
  readonly parts: Parts;
  /** Largest number of channels on a shortest path between two terminals, terminal channels counted; null without a closed form. */
  readonly diameter: number | null;
  /** Mean number of channels on a shortest path over all pairs of different terminals; null without a closed form. */
  readonly meanDistance: number | null;
  /** The same between different switches, links of terminals left out, and the shortest circle; found by search where absent. */
  readonly ofSwitches?: { readonly diameter: number; readonly meanDistance: number; readonly girth?: number };
  /** Where it is narrow; none are known where absent. */
  readonly cuts?: readonly Cut[];
  /** What of the switches and links lies within hosts, and how many of these there are; absent where hosts have no inside. */
  readonly inside?: { readonly hosts: number; readonly switches: number; readonly links: number };
  /** True where it may be unfinished: what it lacks to run is said once it is to run. */
  readonly isDraft?: true;
  /** Its connected components, where it has several or terminals cannot send; counted on first use. */
  readonly components?: Components | undefined;
}

/**
 * Parts of a network that have few channels to the rest: whatever the routing is, what their terminals send elsewhere takes one of these.
 * It is enough that some part is like that; all are where `toAnother` is said.
 */
export interface Cut {
  /** Terminals of a part; at least, where they differ. */
  readonly terminals: number;
  /** Channels that lead out of a part, at most. */
  readonly channels: number;
  /** Where all terminals are in such parts: channels from one of them to any other, at most. Further ones lead through a third. */
  readonly toAnother?: number;
  /** Whether the terminals of a part have consecutive numbers. */
  readonly inOrder: boolean;
}

/** How large a network is to be. */
export interface Size {
  /** Terminals it must have, and the most that still are about as many. */
  readonly terminals: number;
  readonly mostTerminals: number;
  /** Most ports of a switch. */
  readonly ports: number;
}

export interface Topology<Id extends string = string, P extends Params = Params> extends Kind<Id, P> {
  /** Combinations that the ranges of single parameters do not exclude: issues with paths relative to the topology. */
  check(values: ValuesOf<P>): readonly ValidationIssue[];
  /** Whether values keep a network's form, such as being narrowed or having as many dimensions; all do where absent. */
  isAlike?(values: ValuesOf<P>, to: ValuesOf<P>): boolean;
  expect(values: ValuesOf<P>): Facts;
  build(values: ValuesOf<P>): Network;
  /**
   * Every network of the kind that somebody would buy at that size, in closed form; of those that differ only in room to grow, the
   * smallest. Absent where a kind is nothing to buy, or has no sizes of its own.
   */
  sizes?(size: Size): Iterable<ValuesOf<P>>;
  /**
   * The node of a number that people call a switch or terminal by, null where there is none. Where it is present, links can be
   * named one by one by their two ends: `3-7`.
   */
  nodeOf?(values: ValuesOf<P>, number: number, isTerminal: boolean): number | null;
  /** What people call nodes and where they put them, null for nothing; absent where they cannot. */
  look?(values: ValuesOf<P>): Look | null;
}

/** Declares a topology; exists so that TypeScript infers its parameter types. */
export function topology<const Id extends string, P extends Params>(spec: Topology<Id, P>): Topology<Id, P> {
  return spec;
}
