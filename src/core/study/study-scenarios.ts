/** The scenarios that are run to assess a network. */
import type { ChosenKind } from "../base/params.ts";
import type { Scenario } from "../scenario/scenario.ts";
import { loadPath } from "../scenario/load.ts";
import { withValueAtPath } from "../scenario/param-path.ts";
import { checkScenario, defaultScenario } from "../scenario/scenario.ts";
import { defaultsOf } from "../base/params.ts";
import { isGrid } from "../network/network.ts";
import { routings } from "../routings/registry.ts";
import type { TopologyFacts } from "../topologies/contract.ts";
import type { Candidate } from "./candidates.ts";
import { latencyLoad } from "./assessment.ts";
import { studyTraffic } from "./traffic.ts";

/**
 * The routings for general traffic, of which the first that fits is used. In trees all upward paths are minimal; in grids minimal adaptive
 * routing, as in real machines (Blumrich et al., Blue Gene/L torus, 2003); elsewhere UGAL, which avoids full channels, because a network of
 * low diameter has few minimal paths (Singh, 2005; Kim, Dally, Scott, Abts, ISCA 2008).
 */
const preferredRoutings: readonly { readonly id: string; readonly suits?: (facts: TopologyFacts) => boolean }[] = [
  { id: "nearest-common-ancestor" },
  { id: "rail" },
  { id: "minimal-adaptive", suits: ({ axes }) => isGrid(axes) },
  { id: "ugal" },
  { id: "shortest-path" },
];

/**
 * Virtual channels of every link. With one virtual channel, a packet is blocked by packets with other destinations, and a fat tree carries
 * half of its capacity; four give most of the possible gain (Dally, IEEE Trans. Parallel Distrib. Syst. 3, 1992, §VI).
 */
const studyVirtualChannels = 4;

/**
 * Minimum number of packets that a run measures at half load, so that statistical errors are below a percent; and of cycles, in which a
 * packet can cross any candidate network many times. Chosen: with three times as many, throughputs of 1,024 terminals increase by about
 * 0.01, and by more where queues fill slowly.
 */
const runLengths = { packets: 10_000, cycles: 500, most: 10_000, warmUp: 1000 } as const;

/** Phits of a packet, the default of a new document. */
export const studyPacketPhits = 16;

/** Half the width of the 95 % confidence interval of a mean latency, percent of the mean. */
const latencyPrecision = 2;
/** Maximum length of a run for the latency, relative to that for a throughput. The precision reached by then is reported. */
const latencyRunFactor = 4;

/**
 * The scenario that measures the throughput of a candidate network under a traffic: a load of 1, the preferred routing, and a run that is
 * long enough for an error below a percent. If it cannot be run, the reason as a sentence.
 * @param traffic id of a traffic of the study
 */
export function studyScenario({ topology, facts }: Pick<Candidate, "topology" | "facts">, traffic: string): Scenario | string {
  const base = defaultScenario();
  const routing = preferredRouting(facts);
  if (routing === null) return "No routing fits this network.";
  const pattern = studyTraffic.find(({ id }) => id === traffic)?.patternOn(facts);
  if (pattern === undefined) return `There is no traffic “${traffic}”.`;
  // Cycles for the required packets if half of the load is accepted, in steps of a hundred.
  const window = Math.min(
    runLengths.most,
    Math.max(runLengths.cycles, Math.ceil((runLengths.packets * studyPacketPhits) / (0.5 * facts.terminals) / 100) * 100),
  );
  const scenario: Scenario = {
    ...base,
    topology,
    routing,
    flowControl: { ...base.flowControl, values: { ...base.flowControl.values, virtualChannels: studyVirtualChannels } },
    workload: { ...base.workload, values: { ...base.workload.values, pattern, load: 1 } },
    run: { ...base.run, warmUp: runLengths.warmUp, window, drain: 0 },
  };
  const [firstIssue] = checkScenario(scenario);
  return firstIssue === undefined ? scenario : firstIssue.message;
}

/** The scenario that measures the latency at {@link latencyLoad} under uniform traffic; if it cannot be run, the reason as a sentence. */
export function latencyScenario(candidate: Pick<Candidate, "topology" | "facts">): Scenario | string {
  const scenario = studyScenario(candidate, "uniform");
  if (typeof scenario === "string") return scenario;
  const { warmUp, window, ...run } = scenario.run;
  const longRun = { ...run, warmUp: latencyRunFactor * warmUp, window: latencyRunFactor * window, precision: latencyPrecision };
  return { ...withValueAtPath(scenario, loadPath, latencyLoad), run: longRun };
}

function preferredRouting(facts: TopologyFacts): ChosenKind | null {
  for (const { id, suits } of preferredRoutings) {
    const kind = routings.find(id);
    if (kind !== undefined && kind.reasonUnsupported(facts) === null && (suits?.(facts) ?? true))
      return { kind: id, values: defaultsOf(kind.params) };
  }
  return null;
}
