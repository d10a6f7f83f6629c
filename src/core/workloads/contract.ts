/** The contract of workloads: from parameters to what the terminals send. */
import type { ValidationIssue } from "../base/errors.ts";
import type { Params, ValuesOf } from "../base/params.ts";
import type { Kind } from "../base/kind-registry.ts";
import type { MappingNetwork, NetworkOutline } from "../mappings/contract.ts";
import type { Collective } from "../programs/collective.ts";
import type { EngineFacts } from "../plan/engine-facts.ts";
import type { Demand, DemandContext } from "../plan/demand.ts";

/** What a workload may know of the rest of a scenario before anything is built. */
export interface Conditions {
  readonly engine: EngineFacts;
  /** Length of a cycle, seconds; null if unknown. */
  readonly cycleSeconds: number | null;
  /** Cycle up to which endless traffic is measured. */
  readonly measuredTo: number;
}

/** The demand of all terminals together. */
export interface TotalDemand {
  /** The demand in the workload's own unit. */
  readonly amount: number;
  /** Unit of the amount: `Gb/s`. */
  readonly unit: string;
  /** The demand in phits per cycle. */
  readonly load: number;
}

/** A quantity of a workload that is known before it runs. */
export interface WorkloadFact {
  /** Unique within the workload: `gradient-bytes`. */
  readonly id: string;
  readonly title: string;
  /** `B`, `s`, `FLOP`, `B/s`; empty for counts and fractions. */
  readonly unit: string;
  /** The formula in words. */
  readonly formula: string;
  /** Null if unknown, such as seconds if a cycle has no length. */
  readonly value: number | null;
  /** True for the few most important facts, which a form always shows. */
  readonly isHead?: true;
  /** Title of the glossary entry that explains the fact: `pipeline bubble`; absent if there is none. */
  readonly term?: string;
}

/** Rates at which a terminal sends, bytes per second: out of its host, and within it. */
export interface SendRates {
  readonly outsideHost: number;
  /** Rate to the other terminals of the host, and the host's number of terminals; absent if hosts have no internal network. */
  readonly withinHost?: { readonly rate: number; readonly terminals: number };
}

/** A kind of workload. */
export interface Workload<Id extends string = string, P extends Params = Params> extends Kind<Id, P> {
  /** True if the workload never ends, so that it is measured in a window after a warm-up. */
  readonly isEndless: boolean;
  /** Approximate bytes that all terminals send in total; absent if unknown before the run. */
  bytes?(values: ValuesOf<P>, site: Pick<NetworkOutline, "terminals" | "axes" | "present">): number;
  /**
   * True if people expect the answer in seconds, as for collectives, training steps and traces. An edit that chooses such a workload then
   * assumes a technology: see `scenario/edits/assumed-technology.ts`.
   */
  readonly isTimed?: true;
  /** True if all ranks take part in one operation, as in the collectives of MPI. */
  readonly collective?: true;
  /** Closed form of the collective operation; absent if there is none. */
  collectiveOf?(values: ValuesOf<P>, site: Pick<NetworkOutline, "terminals" | "axes" | "present">): Collective;
  /**
   * Facts known before the run, in the order of a table; absent if the workload has none. The values must be valid.
   * @param rates null if a cycle has no length
   */
  facts?(
    values: ValuesOf<P>,
    site: Pick<NetworkOutline, "terminals" | "axes" | "present">,
    rates: SendRates | null,
  ): readonly WorkloadFact[];
  /** True if messages are cut into pieces, so that an additional byte makes some pieces longer, and others not. */
  readonly inPieces?: true;
  /** Issues with the network or the rest of the scenario, with paths relative to the workload. */
  check(values: ValuesOf<P>, site: NetworkOutline, conditions: Conditions): readonly ValidationIssue[];
  /** Approximate number of terminals that {@link check} visits, over all jobs; absent if it visits none. */
  visits?(values: ValuesOf<P>, site: Pick<NetworkOutline, "terminals">): number;
  /** The terminals of all jobs, each once; absent if all terminals of the network take part. The workload must fit the network. */
  terminals?(values: ValuesOf<P>, ground: MappingNetwork): ArrayLike<number>;
  /** The terminals of each job, in the order of `Results.jobs`; absent if there are no jobs. The workload must fit the network. */
  terminalsByJob?(values: ValuesOf<P>, ground: MappingNetwork): readonly ArrayLike<number>[];
  /** The demand of all terminals together, if terminals differ; absent if one load describes it. */
  totalDemand?(values: ValuesOf<P>, site: Pick<NetworkOutline, "terminals" | "present">, cycleSeconds: number | null): TotalDemand;
  /**
   * For jobs that share a network: each job in isolation, that is the same workload without the other jobs, on the same terminals. In the
   * order of `Results.jobs`; null if the isolated job cannot be expressed. Absent if there are no jobs. The workload must fit the network.
   * @param ground returns the built network
   */
  isolatedJobs?(values: ValuesOf<P>, ground: () => MappingNetwork): readonly (ValuesOf<P> | null)[];
  /**
   * The demand of the workload on a built network.
   * @throws ScenarioError for faults that only the built network shows
   */
  compile(values: ValuesOf<P>, context: DemandContext): Demand;
}

/** Defines a workload; it exists so that TypeScript infers the types of the parameters. */
export function defineWorkload<const Id extends string, P extends Params>(spec: Workload<Id, P>): Workload<Id, P> {
  return spec;
}
