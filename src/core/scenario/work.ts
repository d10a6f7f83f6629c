/** Estimates the cost of a run in advance, to start the longest runs first and to show the progress of many. */
import { flowControls } from "../flow-control/shelf.ts";
import { workloads } from "../workloads/shelf.ts";
import { factsOf, type Scenario } from "./scenario.ts";

/** Bytes of a packet, which even the shortest message needs, and of a phit. */
const [packet, phit] = [64, 4];

/** Cost of a message in fluid flow, whatever its size, in phits of packets. */
const perMessage = 256;
/** Factor of the cost if messages are spread over all shortest paths. */
const overAllWays = 32;
/** Minimum number of cycles of a run with a given precision. */
const few = 3000;
/** Messages of a rank if their number is unknown. */
const fewMessages = 16;

/** Estimated cost of a run: phits that cross channels; above 0. */
export function workOf({ topology, flowControl, workload: { kind, values }, run }: Scenario): number {
  const facts = factsOf(topology);
  const { terminals, meanDistance } = facts;
  const isFlow = flowControls.get(flowControl.kind).engine.moves === "flows";
  const { load, message } = values;
  const bytes = workloads.get(kind).bytes?.(values, facts);
  const perTerminal = typeof load === "number" ? Math.min(load, 0.8) : 0.5;
  const most = run.warmUp + run.window + run.drain;
  const { precision = 0 } = run;
  // The packets needed for the given error of the accepted load; a mean latency needs about a hundred times its own length.
  const cycles = precision === 0 ? most : Math.min(most, few + ((196 / precision) ** 2 * (packet / phit)) / (terminals * perTerminal));
  return (meanDistance ?? 4) * (bytes === undefined ? endless() : isFlow ? flowing(bytes) : carried(bytes));

  /** Phits of endless traffic. */
  function endless(): number {
    return terminals * cycles * (0.05 + perTerminal) * (isFlow ? (perMessage * phit) / packet : 1);
  }
  function flowing(bytes: number): number {
    const each = perMessage * (flowControl.values["ways"] === "spread" ? overAllWays : 1);
    return each * (typeof message === "number" ? bytes / message : terminals * fewMessages);
  }
  function carried(bytes: number): number {
    return (bytes * Math.max(1, typeof message === "number" ? packet / message : 1)) / phit;
  }
}
