/** Contract of a topology: it maps parameters to a network. Topologies do not depend on routings. */
import type { ValidationIssue } from "../base/errors.ts";
import type { Params, ValuesOf } from "../base/params.ts";
import type { Kind } from "../base/kind-registry.ts";
import type { Components } from "../network/components.ts";
import type { NodeAppearance, Network, NetworkShape } from "../network/network.ts";
import type { BillOfMaterials } from "../network/bill-of-materials.ts";

/** Id of the network with faults, for code that reports faults without importing the kind. */
export const faultyTopologyId = "faulty";
/** Id of the drawn network, for code that edits drawings. */
export const drawnTopologyId = "drawn";

/** Limits of the networks that are built. They are checked in closed form before anything is allocated. */
export const networkLimits = { terminals: 65_536, links: 1_000_000 } as const;

/**
 * Facts in closed form, which are known before anything is allocated. Contract tests compare them with the built network. Facts without a
 * closed form are getters that count on first use; reading a document does not use them.
 */
export interface TopologyFacts extends NetworkShape {
  readonly terminals: number;
  readonly switches: number;
  readonly links: number;
  /** Number of links before faults, if {@link links} has to be counted. If absent, the number before faults equals {@link links}. */
  readonly linksBeforeFaults?: number;
  /** Bill of materials. It includes failed parts, because they were bought, too. */
  readonly parts: BillOfMaterials;
  /** Maximum number of channels on a shortest path between two terminals, including terminal channels; null without a closed form. */
  readonly diameter: number | null;
  /**
   * Mean number of channels on a shortest path over all pairs of different terminals, including terminal channels; null without a closed
   * form.
   */
  readonly meanDistance: number | null;
  /** Distances between different switches, without terminal channels, and the girth. If absent, they are found by search. */
  readonly ofSwitches?: { readonly diameter: number; readonly meanDistance: number; readonly girth?: number };
  /** Narrow cuts; absent if none are known. */
  readonly cuts?: readonly NetworkCut[];
  /** Switches and links within hosts, and the number of hosts; absent if hosts have no inner links. */
  readonly inside?: { readonly hosts: number; readonly switches: number; readonly links: number };
  /** True if the network may be unfinished. What the network lacks is reported only when it is to run. */
  readonly isDraft?: true;
  /** Connected components, if there are several or some terminals cannot send; counted on first use. */
  readonly components?: Components | undefined;
}

/**
 * A cut around parts of a network with few channels to the rest. With any routing, traffic that leaves the part has to use these channels.
 * One such part is enough for a cut; if `channelsToOtherPart` is present, all terminals are in such parts.
 */
export interface NetworkCut {
  /** Terminals of a part; a lower bound if the parts differ. */
  readonly terminals: number;
  /** Maximum number of channels that leave a part. */
  readonly channels: number;
  /**
   * Maximum number of channels from one part to another part, if all terminals are in such parts. Other paths lead through a third part.
   */
  readonly channelsToOtherPart?: number;
  /** Whether the terminals of a part have consecutive numbers. */
  readonly hasConsecutiveTerminals: boolean;
}

/** Required size of a network. */
export interface NetworkSize {
  /** Minimum number of terminals, and the maximum number that still counts as the same size. */
  readonly terminals: number;
  readonly maxTerminals: number;
  /** Maximum number of ports of a switch. */
  readonly ports: number;
}

/** A kind of topology. */
export interface Topology<Id extends string = string, P extends Params = Params> extends Kind<Id, P> {
  /** Checks combinations of parameters that single ranges do not exclude. Paths of issues are relative to the topology. */
  check(values: ValuesOf<P>): readonly ValidationIssue[];
  /** Whether two sets of values have the same form, such as the same number of dimensions. If absent, all values have the same form. */
  hasSameForm?(values: ValuesOf<P>, to: ValuesOf<P>): boolean;
  expectedFacts(values: ValuesOf<P>): TopologyFacts;
  build(values: ValuesOf<P>): Network;
  /**
   * The sensible networks of this kind with the given size, in closed form. Of networks that differ only in unused capacity, only the
   * smallest is listed. Absent if the kind cannot be bought or has no sizes.
   */
  designsOfSize?(size: NetworkSize): Iterable<ValuesOf<P>>;
  /**
   * The node for a switch or terminal number that users see; null if there is none. If present, single links can be named by their ends:
   * `3-7`.
   */
  nodeByNumber?(values: ValuesOf<P>, number: number, isTerminal: boolean): number | null;
  /** Names and places given by the user, null if there are none. Absent if the kind does not support them. */
  look?(values: ValuesOf<P>): NodeAppearance | null;
}

/** Declares a topology. The function exists only to infer the parameter types. */
export function defineTopology<const Id extends string, P extends Params>(spec: Topology<Id, P>): Topology<Id, P> {
  return spec;
}
