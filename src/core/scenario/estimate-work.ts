/** Estimates the cost of a run in advance, to start the longest runs first and to show the progress of many. */
import { flowControls } from "../flow-control/registry.ts";
import { workloads } from "../workloads/registry.ts";
import { topologyFacts, type Scenario } from "./scenario.ts";

/** Bytes of a packet, which even the shortest message needs, and of a phit. */
const [packetBytes, bytesPerPhit] = [64, 4];

/** Cost of a message in fluid flow, whatever its size, in phits of packets. */
const phitsPerFlow = 256;
/** Factor of the cost if messages are spread over all shortest paths. */
const spreadFactor = 32;
/** Minimum number of cycles of a run with a given precision. */
const minPreciseCycles = 3000;
/** Messages of a rank if their number is unknown. */
const assumedMessages = 16;

/**
 * Estimates the cost of a run before it starts, so that long runs can be recognized: phits that cross channels, above 0. A program or list
 * of messages has a number of bytes, which travel as packets or, in fluid flow, as flows; open-loop traffic is estimated by its load and
 * its cycles.
 */
export function estimateWork({ topology, flowControl, workload: { kind, values }, run }: Scenario): number {
  const facts = topologyFacts(topology);
  const { terminals, meanDistance } = facts;
  const isFlow = flowControls.get(flowControl.kind).engine.granularity === "flows";
  const { load, message } = values;
  const bytes = workloads.get(kind).bytes?.(values, facts);
  const loadPerTerminal = typeof load === "number" ? Math.min(load, 0.8) : 0.5;
  const maxCycles = run.warmUp + run.window + run.drain;
  const { precision = 0 } = run;
  // The packets needed for the given error of the accepted load; a mean latency needs about a hundred times its own length.
  const cycles =
    precision === 0
      ? maxCycles
      : Math.min(maxCycles, minPreciseCycles + ((196 / precision) ** 2 * (packetBytes / bytesPerPhit)) / (terminals * loadPerTerminal));
  return (meanDistance ?? 4) * (bytes === undefined ? openLoopPhits() : isFlow ? flowPhits(bytes) : packetizedPhits(bytes));

  /** Phits of endless traffic. */
  function openLoopPhits(): number {
    return terminals * cycles * (0.05 + loadPerTerminal) * (isFlow ? (phitsPerFlow * bytesPerPhit) / packetBytes : 1);
  }
  function flowPhits(bytes: number): number {
    const phitsPerMessage = phitsPerFlow * (flowControl.values["ways"] === "spread" ? spreadFactor : 1);
    return phitsPerMessage * (typeof message === "number" ? bytes / message : terminals * assumedMessages);
  }
  function packetizedPhits(bytes: number): number {
    return (bytes * Math.max(1, typeof message === "number" ? packetBytes / message : 1)) / bytesPerPhit;
  }
}
