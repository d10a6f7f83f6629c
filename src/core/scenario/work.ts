/** What a run costs, guessed before it is begun: enough to put the longest first, and to say how far many of them are. */
import { flowControls } from "../flow-control/shelf.ts";
import { workloads } from "../workloads/shelf.ts";
import { factsOf, type Scenario } from "./scenario.ts";

/** Bytes of what even the shortest message fills, and of a phit. */
const [packet, phit] = [64, 4];

/** A message that flows costs as much as packets of so many phits, whatever its size. */
const perMessage = 256;
/** So many times as much where it flows over all shortest ways at once. */
const overAllWays = 32;
/** Cycles that a run takes at least that goes on until its means are known. */
const few = 3000;
/** Messages of a rank where their number is not known. */
const fewMessages = 16;

/** What a run costs, in phits that cross channels, roughly; above 0. */
export function workOf({ topology, flowControl, workload: { kind, values }, run }: Scenario): number {
  const facts = factsOf(topology);
  const { terminals, meanDistance } = facts;
  const isFlow = flowControls.get(flowControl.kind).engine.moves === "flows";
  const { load, message } = values;
  const bytes = workloads.get(kind).bytes?.(values, facts);
  const perTerminal = typeof load === "number" ? Math.min(load, 0.8) : 0.5;
  const most = run.warmUp + run.window + run.drain;
  const { precision = 0 } = run;
  // An error of the accepted load to be known takes so many packets, and one of the latency some hundred times as long as it is.
  const cycles = precision === 0 ? most : Math.min(most, few + ((196 / precision) ** 2 * (packet / phit)) / (terminals * perTerminal));
  return (meanDistance ?? 4) * (bytes === undefined ? endless() : isFlow ? flowing(bytes) : carried(bytes));

  /** Phits of traffic without end. */
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
