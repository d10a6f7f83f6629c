/** What a run costs, guessed before it is begun: enough to put the longest first, and to say how far many of them are. */
import { workloads } from "../workloads/index.ts";
import { factsOf, type Scenario } from "./scenario.ts";

/** Bytes of what even the shortest message fills, and of a phit. */
const [packet, phit] = [64, 4];

/** What a run costs, in phits that cross channels, roughly; above 0. */
export function workOf({ topology, workload, run }: Scenario): number {
  const { terminals, meanDistance } = factsOf(topology);
  const { load, message } = workload.values;
  const hops = terminals * (meanDistance ?? 4);
  // A program sends a few messages of one size from every rank.
  if (!workloads.get(workload.kind).endless && typeof message === "number") return (hops * Math.max(message, packet)) / phit;
  const cycles = run.warmUp + run.window + run.drain;
  return hops * cycles * (0.05 + (typeof load === "number" ? Math.min(load, 0.8) : 0.5));
}
