/** What a workload is: parameters → what the terminals demand of the network. */
import type { ValidationIssue } from "../base/errors.ts";
import type { Params, ValuesOf } from "../base/params.ts";
import type { Kind } from "../base/registry.ts";
import type { Ground, Site } from "../mappings/contract.ts";
import type { Collective } from "../programs/collective.ts";
import type { EngineFacts } from "../plan/engine-facts.ts";
import type { Demand, DemandContext } from "../plan/demand.ts";

/** What a workload may know of the rest of a scenario before anything is built. */
export interface Conditions {
  readonly engine: EngineFacts;
  /** How long a cycle is, seconds; null where it is not known. */
  readonly cycleSeconds: number | null;
  /** Cycle up to which traffic without end is measured. */
  readonly measuredTo: number;
}

/** What is sent in all. */
export interface Total {
  /** So many of the workload's own unit. */
  readonly amount: number;
  /** `Gb/s`. */
  readonly unit: string;
  /** The same in phits per cycle. */
  readonly load: number;
}

/** A number that a workload is known by before it runs. */
export interface WorkloadFact {
  /** Unique among those of its workload: `gradient-bytes`. */
  readonly id: string;
  readonly title: string;
  /** `B`, `s`, `FLOP`, `B/s`; empty for what is counted and for shares. */
  readonly unit: string;
  /** How it comes about. */
  readonly formula: string;
  /** Null where it is not known: seconds, where a cycle has none. */
  readonly value: number | null;
  /** True of the few that matter most, which a form keeps in sight. */
  readonly isHead?: true;
  /** The glossary's title of what it is about: `pipeline bubble`; absent where there is none. */
  readonly term?: string;
}

/** What terminals send at, bytes a second: out of their host, and within it. */
export interface Rates {
  readonly outside: number;
  /** Of a terminal to others of its host; absent where hosts have no network within. */
  readonly inside?: { readonly rate: number; readonly terminals: number };
}

export interface Workload<Id extends string = string, P extends Params = Params> extends Kind<Id, P> {
  /** True when the workload never ends by itself: it is then measured in a window after a warm-up. */
  readonly endless: boolean;
  /** Approximate bytes that all terminals send in total; absent where that is not known beforehand. */
  bytes?(values: ValuesOf<P>, site: Pick<Site, "terminals" | "axes" | "present">): number;
  /** True where all ranks take part in one operation, as in the collectives of MPI. */
  readonly collective?: true;
  /** The same operation in closed form; absent where none is known. */
  collectiveOf?(values: ValuesOf<P>, site: Pick<Site, "terminals" | "axes" | "present">): Collective;
  /**
   * What is known of it before it runs, in the order of a table; absent where that is nothing of its own. For values that it accepts.
   * @param rates null where a cycle has no length
   */
  facts?(values: ValuesOf<P>, site: Pick<Site, "terminals" | "axes" | "present">, rates: Rates | null): readonly WorkloadFact[];
  /** True where messages are cut into pieces: a byte more makes some pieces longer, and others not. */
  readonly inPieces?: true;
  /** What does not fit the network or the rest of the scenario: issues with paths relative to the workload. */
  check(values: ValuesOf<P>, site: Site, conditions: Conditions): readonly ValidationIssue[];
  /** Approximate number of terminals that {@link check} goes through, job after job; none where absent. */
  visits?(values: ValuesOf<P>, site: Pick<Site, "terminals">): number;
  /** The terminals of its jobs, each once; all of the network where absent. For a network that the workload fits. */
  terminals?(values: ValuesOf<P>, ground: Ground): ArrayLike<number>;
  /** The terminals of each of its jobs, in the order of `Results.jobs`; absent where there are no jobs. For a network that it fits. */
  places?(values: ValuesOf<P>, ground: Ground): readonly ArrayLike<number>[];
  /** What all terminals ask for together, where each of them asks for something else; absent where one load says it. */
  total?(values: ValuesOf<P>, site: Pick<Site, "terminals" | "present">, cycleSeconds: number | null): Total;
  /**
   * Of jobs that share a network, each by itself: the same workload with no other job in it, on the same terminals; in the order of
   * `Results.jobs`, null where that cannot be said. Absent where there are no jobs. For a network that the workload fits.
   * @param ground gives the built network
   */
  alone?(values: ValuesOf<P>, ground: () => Ground): readonly (ValuesOf<P> | null)[];
  /** @throws ScenarioError for faults that only the built network shows */
  compile(values: ValuesOf<P>, context: DemandContext): Demand;
}

/** Declares a workload; exists so that TypeScript infers its parameter types. */
export function workload<const Id extends string, P extends Params>(spec: Workload<Id, P>): Workload<Id, P> {
  return spec;
}
