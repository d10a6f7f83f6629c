/**
 * Contract of a host: port rates of a terminal that are lower than the rates of its links, and the time that the host spends per message.
 */
import type { ValidationIssue } from "../base/errors.ts";
import type { Params, ValuesOf } from "../base/params.ts";
import type { Kind } from "../base/kind-registry.ts";
import type { EngineFacts } from "../plan/engine-facts.ts";

/** Maximum rate of each port of a terminal, in bytes per second; Infinity if only the link limits it. */
export interface PortRates {
  /** In each direction. */
  readonly oneWay: number;
  /** Sum of both directions. It may be less than `oneWay` if the directions disturb each other, as on a bus. */
  readonly bothWays: number;
}

/** Parameters of LogGOPS hosts in cycles; G and O per byte. See plan/hosts.ts. */
export interface LogGOPS {
  /** Latency between hosts, for ideal networks, which have no latency otherwise. */
  readonly L: number;
  readonly o: number;
  readonly g: number;
  readonly G: number;
  readonly O: number;
}

/** Properties of the scenario in which hosts are used. */
export interface HostContext {
  readonly engine: EngineFacts;
  /** Whether the flow control sends messages in their order, so that no message can overtake. */
  readonly isInOrder: boolean;
  /** Title of the flow control. */
  readonly flowControl: string;
  /** Whether the technology has a rate, so that a cycle has a length in seconds. */
  readonly hasRate: boolean;
}

/** A kind of host. */
export interface Host<Id extends string = string, P extends Params = Params> extends Kind<Id, P> {
  /** Port rates, null if the ports are as fast as the links. */
  ports(values: ValuesOf<P>): PortRates | null;
  /** Seconds from the creation of a message until its terminal starts to process it: calls, descriptors, events. */
  startUp(values: ValuesOf<P>): number;
  /** Seconds that a rank is busy for each message that it sends and for each that it receives: o of LogP (Culler et al., 1993). */
  overhead(values: ValuesOf<P>): number;
  /**
   * Eager limit: maximum size, in bytes, of a message that a program sends without a rendezvous. Infinity, or absent, if all are sent
   * eagerly.
   */
  eagerLimitBytes?(values: ValuesOf<P>): number;
  /**
   * LogGOPS parameters; absent for other hosts.
   * @param rate Bytes per second of a channel; null if a cycle has no length in seconds. Then no parameter is a time.
   */
  model?(values: ValuesOf<P>, rate: number | null): LogGOPS;
  /**
   * The issue, with a path from the scenario's root, if the hosts cannot be used in a scenario; null if they can. Absent: they always can.
   */
  incompatibility?(values: ValuesOf<P>, on: HostContext): ValidationIssue | null;
}

/** Declares a host. The function exists only to infer the parameter types. */
export function defineHost<const Id extends string, P extends Params>(spec: Host<Id, P>): Host<Id, P> {
  return spec;
}
