/** What a run costs, guessed before it is begun: enough to put the longest first, and to say how far many of them are. */
import { workloads } from "../workloads/index.ts";
import { factsOf, type Scenario } from "./scenario.ts";

/** Bytes of what even the shortest message fills, and of a phit. */
const [packet, phit] = [64, 4];

/** What a run costs, in phits that cross channels, roughly; above 0. */
export function workOf({ topology, workload: { kind, values }, run }: Scenario): number {
  const { terminals, meanDistance } = factsOf(topology);
  const { load, message } = values;
  const bytes = workloads.get(kind).bytes?.(values as never, terminals);
  const cycles = run.warmUp + run.window + run.drain;
  const phits =
    bytes === undefined
      ? terminals * cycles * (0.05 + (typeof load === "number" ? Math.min(load, 0.8) : 0.5))
      : (bytes * Math.max(1, typeof message === "number" ? packet / message : 1)) / phit;
  return phits * (meanDistance ?? 4);
}
