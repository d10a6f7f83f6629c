/** How a network is judged: the scenario that is run for it under a traffic. */
import type { ChosenKind } from "../base/params.ts";
import type { Scenario } from "../scenario/scenario.ts";
import { loadPath } from "../scenario/load.ts";
import { withValue } from "../scenario/place.ts";
import { checkScenario, defaultScenario } from "../scenario/scenario.ts";
import { defaultsOf } from "../base/params.ts";
import { isGrid } from "../network/network.ts";
import { routings } from "../routings/shelf.ts";
import type { Facts } from "../topologies/contract.ts";
import type { Candidate } from "./candidates.ts";
import { latencyLoad } from "./known.ts";
import { traffics } from "./traffics.ts";

/**
 * The routing of whoever buys the network for all kinds of traffic, the first that fits. In trees any way up, as all lead everywhere; in
 * grids any way nearer, as in the machines that have been built (Blumrich et al., Blue Gene/L torus, 2003); elsewhere UGAL, which goes
 * round what is full, since a minimal way of a network of low diameter is one of few (Singh, 2005; Kim, Dally, Scott, Abts, ISCA 2008).
 */
const preferred: readonly { readonly id: string; readonly suits?: (facts: Facts) => boolean }[] = [
  { id: "nearest-common-ancestor" },
  { id: "rail" },
  { id: "minimal-adaptive", suits: ({ axes }) => isGrid(axes) },
  { id: "ugal" },
  { id: "shortest-path" },
];

/**
 * Virtual channels of every link: with one, a packet waits behind others that want elsewhere, and a fat tree carries half of what it could;
 * four bring most of what more would (Dally, IEEE Trans. Parallel Distrib. Syst. 3, 1992, §VI).
 */
const virtualChannels = 4;

/**
 * Packets that a run measures at half load, at least, so that chance is below a percent; and cycles, within which a packet crosses any of
 * these networks many times. Chosen: with three times as many, throughputs of 1,024 terminals grow by some 0.01, where queues fill slowly by more.
 */
const enough = { packets: 10_000, cycles: 500, most: 10_000, warmUp: 1000 } as const;

/** Phits of a packet, as a new document has them. */
export const packetPhits = 16;

/** Half the width of the 95 % interval of a mean latency, percent of it. */
const latencyPrecision = 2;
/** So many times as long as for a throughput a run may go on until its latency is known; what it is known to by then is told. */
const patience = 4;

/** The scenario of a network under a traffic at a load of 1; why it cannot be run, as a sentence, where it cannot. */
export function scenarioOf({ topology, facts }: Pick<Candidate, "topology" | "facts">, traffic: string): Scenario | string {
  const base = defaultScenario();
  const routing = routingOf(facts);
  if (routing === null) return "No routing fits this network.";
  const pattern = traffics.find(({ id }) => id === traffic)?.patternOn(facts);
  if (pattern === undefined) return `There is no traffic “${traffic}”.`;
  const window = Math.min(
    enough.most,
    Math.max(enough.cycles, Math.ceil((enough.packets * packetPhits) / (0.5 * facts.terminals) / 100) * 100),
  );
  const scenario: Scenario = {
    ...base,
    topology,
    routing,
    flowControl: { ...base.flowControl, values: { ...base.flowControl.values, virtualChannels } },
    workload: { ...base.workload, values: { ...base.workload.values, pattern, load: 1 } },
    run: { ...base.run, warmUp: enough.warmUp, window, drain: 0 },
  };
  const [fault] = checkScenario(scenario);
  return fault === undefined ? scenario : fault.message;
}

/** The scenario that tells its latency at {@link latencyLoad} under uniform traffic; why it cannot be run, where it cannot. */
export function latencyScenarioOf(candidate: Pick<Candidate, "topology" | "facts">): Scenario | string {
  const scenario = scenarioOf(candidate, "uniform");
  if (typeof scenario === "string") return scenario;
  const { warmUp, window, ...run } = scenario.run;
  const long = { ...run, warmUp: patience * warmUp, window: patience * window, precision: latencyPrecision };
  return { ...withValue(scenario, loadPath, latencyLoad), run: long };
}

function routingOf(facts: Facts): ChosenKind | null {
  for (const { id, suits } of preferred) {
    const kind = routings.find(id);
    if (kind !== undefined && kind.needs(facts) === null && (suits?.(facts) ?? true)) return { kind: id, values: defaultsOf(kind.params) };
  }
  return null;
}
