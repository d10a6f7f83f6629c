/** What a host is: how fast a terminal takes from and gives to its links, where it is slower than they are, and what it does before. */
import type { ValidationIssue } from "../base/errors.ts";
import type { Params, ValuesOf } from "../base/params.ts";
import type { Kind } from "../base/registry.ts";
import type { EngineFacts } from "../plan/engine-facts.ts";

/** What each port of a terminal carries at most, bytes a second; Infinity for no limit of its own. */
export interface PortRates {
  /** In either direction. */
  readonly oneWay: number;
  /** In both directions together; less than one way where both are in each other's way, as on a bus. */
  readonly bothWays: number;
}

/** What LogGOPS hosts take, cycles; G and O for each byte. See plan/hosts.ts. */
export interface LogGOPS {
  /** From one host to another, where the network does not say that. */
  readonly L: number;
  readonly o: number;
  readonly g: number;
  readonly G: number;
  readonly O: number;
}

/** What hosts would work on. */
export interface HostedOn {
  readonly engine: EngineFacts;
  /** Whether messages are sent in their order, and nothing goes before them. */
  readonly isInOrder: boolean;
  /** What its flow control is called. */
  readonly flowControl: string;
  /** Whether a cycle has seconds. */
  readonly hasRate: boolean;
}

export interface Host<Id extends string = string, P extends Params = Params> extends Kind<Id, P> {
  /** What its ports carry, null where they carry all that the links do. */
  ports(values: ValuesOf<P>): PortRates | null;
  /** Seconds from the creation of a message until its terminal does the first for it: calls, descriptors, events. */
  startUp(values: ValuesOf<P>): number;
  /** Seconds that a rank is busy for each message that it hands over, and for each that it takes: o of LogP (Culler et al., 1993). */
  overhead(values: ValuesOf<P>): number;
  /** Bytes of the longest message of a program that is sent without asking its receiver; Infinity where all are. All are when absent. */
  eager?(values: ValuesOf<P>): number;
  /**
   * What they take by the model of LogGOPS; absent where they are not such.
   * @param rate bytes a second that a channel carries; null where cycles have no seconds: then nothing is a time
   */
  model?(values: ValuesOf<P>, rate: number | null): LogGOPS;
  /** What keeps them from a scenario, at a path from the scenario's root; null for nothing, as where absent. */
  unfit?(values: ValuesOf<P>, on: HostedOn): ValidationIssue | null;
}

/** Declares a host; exists so that TypeScript infers its parameter types. */
export function host<const Id extends string, P extends Params>(spec: Host<Id, P>): Host<Id, P> {
  return spec;
}
