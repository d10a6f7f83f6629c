/** What a routing is: network → routing function. It reads the built network, never the topology's name. */
import type { ValidationIssue } from "../base/errors.ts";
import type { Late } from "../base/late.ts";
import type { Params, ValuesOf } from "../base/params.ts";
import type { Kind } from "../base/registry.ts";
import type { Network, Shape } from "../network/network.ts";
import type { CompiledRouting } from "../plan/routing.ts";

export interface Routing<Id extends string = string, P extends Params = Params> extends Kind<Id, P> {
  /** null, or what the network lacks, as a sentence: "needs levels; this network has rings X and Y". */
  needs(shape: Shape): string | null;
  /** Id of a routing that does much the same on other networks: what is proposed where this one does not fit. */
  readonly elsewhere?: string;
  /** What speaks against values on a network that it accepts, by their paths below the routing's. Absent: nothing. */
  check?(values: ValuesOf<P>, shape: Shape): readonly ValidationIssue[];
  /**
   * null, or why packets can wait for each other in a circle on this network, as a sentence the page shows. It holds
   * exactly, by the channel dependency graph, for selections made anew in every cycle; only where the form says too
   * little (no axes, faults, paths from tables) may it be cautious, and then it says "may".
   */
  canDeadlock(values: ValuesOf<P>, shape: Shape): string | null;
  /** Fetches code that compiling needs; absent where nothing has to be fetched. */
  readonly late?: Late<unknown>;
  /** @param seed of the scenario, 0 when absent: it changes the ways of flows that are hashed, and nothing else */
  compile(values: ValuesOf<P>, network: Network, seed?: number): CompiledRouting;
}

/** Declares a routing; exists so that TypeScript infers its parameter types. */
export function routing<const Id extends string, P extends Params>(spec: Routing<Id, P>): Routing<Id, P> {
  return spec;
}
