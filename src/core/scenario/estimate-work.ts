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
/** Cost of a terminal in a cycle without packets, in phits that cross a channel. */
const idleWork = 0.05;
/** Messages of a rank if their number is unknown. */
const assumedMessages = 16;

/**
 * Estimates the cost of a run before it starts, so that long runs can be recognized: the number of phits that cross channels. For a program
 * or a list of messages, it follows from the bytes to send, as packets or (in fluid flow) as flows; for open-loop traffic, from the load
 * and the number of cycles.
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
  // If the run ends at a given precision (percent of the accepted load): the load of n packets has a relative error of 1.96 / √n with 95 %
  // confidence, which gives n. A mean latency needs about a hundred times its own length, hence the minimum.
  const cycles =
    precision === 0
      ? maxCycles
      : Math.min(maxCycles, minPreciseCycles + ((196 / precision) ** 2 * (packetBytes / bytesPerPhit)) / (terminals * loadPerTerminal));
  const pathLength = meanDistance ?? 4;
  if (bytes === undefined) return pathLength * openLoopPhits();
  return pathLength * (isFlow ? flowPhits(bytes) : packetizedPhits(bytes));

  /** Phits of endless traffic. */
  function openLoopPhits(): number {
    return terminals * cycles * (idleWork + loadPerTerminal) * (isFlow ? (phitsPerFlow * bytesPerPhit) / packetBytes : 1);
  }
  function flowPhits(bytes: number): number {
    const phitsPerMessage = phitsPerFlow * (flowControl.values["ways"] === "spread" ? spreadFactor : 1);
    return phitsPerMessage * (typeof message === "number" ? bytes / message : terminals * assumedMessages);
  }
  function packetizedPhits(bytes: number): number {
    return (bytes * Math.max(1, typeof message === "number" ? packetBytes / message : 1)) / bytesPerPhit;
  }
}
