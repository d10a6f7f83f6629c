/** Contract of a routing: it maps a network to a routing function. It reads the built network and never the topology's name. */
import type { ValidationIssue } from "../base/errors.ts";
import type { LazyModule } from "../base/lazy.ts";
import type { Params, ValuesOf } from "../base/params.ts";
import type { Kind } from "../base/kind-registry.ts";
import type { Network, NetworkShape } from "../network/network.ts";
import type { CompiledRouting } from "../plan/routing.ts";

/** A kind of routing. */
export interface Routing<Id extends string = string, P extends Params = Params> extends Kind<Id, P> {
  /**
   * The property that the network lacks, as a sentence: "needs levels; this network has rings X and Y". Null if the network is supported.
   */
  reasonUnsupported(shape: NetworkShape): string | null;
  /** Id of a similar routing for other networks, which is suggested if this one does not fit. */
  readonly alternativeId?: string;
  /** Issues with the values on a supported network, with paths relative to the routing. Absent: none. */
  check?(values: ValuesOf<P>, shape: NetworkShape): readonly ValidationIssue[];
  /**
   * The reason why packets can deadlock on this network, as a sentence that the page shows; null if they cannot. It agrees exactly with the
   * channel dependency graph for selection functions that choose anew in every cycle. If the shape does not tell enough (no axes, faults,
   * paths from tables), the sentence may be cautious and says "may".
   */
  reasonForDeadlock(values: ValuesOf<P>, shape: NetworkShape): string | null;
  /** Module needed for compilation, loaded on demand; absent if none is needed. */
  readonly lazyModule?: LazyModule<unknown>;
  /** @param seed Seed of the scenario, 0 if absent. It only affects the paths of hashed flows. */
  compile(values: ValuesOf<P>, network: Network, seed?: number): CompiledRouting;
}

/** Declares a routing. The function exists only to infer the parameter types. */
export function defineRouting<const Id extends string, P extends Params>(spec: Routing<Id, P>): Routing<Id, P> {
  return spec;
}
