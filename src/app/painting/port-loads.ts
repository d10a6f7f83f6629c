/** What each terminal would send and receive, relative to its port. */
import { joinWithAnd, capitalize } from "../../core/base/words.ts";
import { formatCount } from "../../words/numbers.ts";

/** Sums over a traffic matrix of T terminals, as fractions of the capacity of a port: 1 means a full port. */
export interface PortLoads {
  /** [T] Traffic sent by each terminal. */
  readonly sends: Float64Array;
  /** [T] Traffic received by each terminal. */
  readonly receives: Float64Array;
  /** The smallest and the largest value of a non-empty cell; both 0 if all are empty. */
  readonly minValue: number;
  readonly maxValue: number;
}

/** A port counts as overloaded above this fraction; the margin allows for rounding. */
export const overloadThreshold = 1.0005;
/** Up to this many terminals are named in a sentence; the others are counted. */
const maxNamedTerminals = 3;

/**
 * How much a traffic matrix of T terminals loads the port of each terminal in both directions, as a fraction of the port's capacity; and the
 * smallest and largest value of the matrix without its zeros.
 * @param cells [T²] values, by source × T + destination
 * @param ports [T] capacity of a terminal's links in each direction, in the unit of the values or, for weights, in phits per cycle
 * @param load phits per cycle that each sender offers if the values are weights; null for rates
 */
export function portLoadsOf(cells: Float64Array, ports: Float64Array, load: number | null): PortLoads {
  const terminals = ports.length;
  const sends = new Float64Array(terminals);
  const receives = new Float64Array(terminals);
  let [smallest, largest] = [Infinity, 0];
  for (let s = 0; s < terminals; s++) {
    let rowSum = 0;
    const rowStart = s * terminals;
    for (let d = 0; d < terminals; d++) rowSum += cells[rowStart + d];
    if (rowSum === 0) continue;
    // A sender divides its load among destinations by their weights.
    const scale = load === null ? 1 : load / rowSum;
    for (let d = 0; d < terminals; d++) {
      const value = cells[rowStart + d];
      if (value === 0) continue;
      if (value > largest) largest = value;
      if (value < smallest) smallest = value;
      // The simulator creates no packets from a terminal to itself.
      if (s === d) continue;
      sends[s] += value * scale;
      receives[d] += value * scale;
    }
  }
  for (let t = 0; t < terminals; t++) {
    sends[t] /= ports[t] || 1;
    receives[t] /= ports[t] || 1;
  }
  return { sends, receives, minValue: Math.min(smallest, largest), maxValue: largest };
}

/** Terminals whose ports are overloaded, and the largest fraction. */
function overloadedPorts(loads: Float64Array): { readonly list: readonly number[]; readonly worst: number } {
  const list: number[] = [];
  let worst = 0;
  loads.forEach((load, t) => {
    if (load > overloadThreshold) list.push(t);
    if (load > worst) worst = load;
  });
  return { list, worst };
}

function terminalNames(terminals: readonly number[]): string {
  const named = terminals.length > maxNamedTerminals + 1 ? terminals.slice(0, maxNamedTerminals) : terminals;
  const more = terminals.length - named.length;
  return `${terminals.length === 1 ? "terminal" : "terminals"} ${joinWithAnd([...named.map(String), ...(more > 0 ? [`${formatCount(more)} others`] : [])])}`;
}

/**
 * Says in one sentence which terminals offer or would receive more than the capacity of their port. It is the text equivalent of the
 * hatched bars beside the traffic matrix.
 */
export function portSentence({ sends, receives, maxValue }: PortLoads): string {
  if (maxValue === 0) return "The traffic matrix is empty.";
  const [overloadedSenders, overloadedReceivers] = [overloadedPorts(sends), overloadedPorts(receives)];
  const sayTimes = (worst: number) => `${worst.toFixed(worst < 10 ? 2 : 1)} times`;
  const sendSentence =
    overloadedSenders.list.length === 0
      ? ""
      : overloadedSenders.list.length === 1
        ? `${terminalNames(overloadedSenders.list)} offers ${sayTimes(overloadedSenders.worst)} the capacity of its port`
        : `${terminalNames(overloadedSenders.list)} offer up to ${sayTimes(overloadedSenders.worst)} the capacity of a port`;
  const receiveSentence =
    overloadedReceivers.list.length === 0
      ? ""
      : overloadedReceivers.list.length === 1
        ? `${terminalNames(overloadedReceivers.list)} would receive ${sayTimes(overloadedReceivers.worst)} the capacity of its port`
        : `${terminalNames(overloadedReceivers.list)} would receive up to ${sayTimes(overloadedReceivers.worst)} the capacity of a port`;
  if (sendSentence === "" && receiveSentence === "") return "The painted traffic overloads no port.";
  return `${capitalize([sendSentence, receiveSentence].filter((part) => part !== "").join("; "))}.`;
}
