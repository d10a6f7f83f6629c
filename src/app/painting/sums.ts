/** What each terminal would send and receive, relative to its port. */
import { anded, capital } from "../../core/base/words.ts";
import { formatCount } from "../../words/numbers.ts";

/** Sums over a matrix of T terminals as fractions of a port: 1 fills it. */
export interface Sums {
  /** [T] Sent by each terminal. */
  readonly sends: Float64Array;
  /** [T] Received by each terminal. */
  readonly receives: Float64Array;
  /** The smallest and the largest value of a non-empty cell; both 0 if all are empty. */
  readonly least: number;
  readonly most: number;
}

/** A port counts as overloaded above this fraction; the margin allows for rounding. */
export const full = 1.0005;
/** Up to this many terminals are named in a sentence; the others are counted. */
const mostNamed = 3;

/**
 * @param cells [T²] values
 * @param ports [T] capacity of a terminal's links in each direction, in the unit of the values or, for weights, in phits per cycle
 * @param load phits per cycle that each sender offers if the values are weights; null for rates
 */
export function sumsOf(cells: Float64Array, ports: Float64Array, load: number | null): Sums {
  const terminals = ports.length;
  const sends = new Float64Array(terminals);
  const receives = new Float64Array(terminals);
  let [least, most] = [Infinity, 0];
  for (let s = 0; s < terminals; s++) {
    let sum = 0;
    const first = s * terminals;
    for (let d = 0; d < terminals; d++) sum += cells[first + d];
    if (sum === 0) continue;
    const each = load === null ? 1 : load / sum;
    for (let d = 0; d < terminals; d++) {
      const value = cells[first + d];
      if (value === 0) continue;
      if (value > most) most = value;
      if (value < least) least = value;
      // The simulator creates no packets from a terminal to itself.
      if (s === d) continue;
      sends[s] += value * each;
      receives[d] += value * each;
    }
  }
  for (let t = 0; t < terminals; t++) {
    sends[t] /= ports[t] || 1;
    receives[t] /= ports[t] || 1;
  }
  return { sends, receives, least: Math.min(least, most), most };
}

/** Terminals whose ports are overloaded, and the largest fraction. */
function over(parts: Float64Array): { readonly list: readonly number[]; readonly worst: number } {
  const list: number[] = [];
  let worst = 0;
  parts.forEach((part, t) => {
    if (part > full) list.push(t);
    if (part > worst) worst = part;
  });
  return { list, worst };
}

function sayTerminals(list: readonly number[]): string {
  const named = list.length > mostNamed + 1 ? list.slice(0, mostNamed) : list;
  const more = list.length - named.length;
  return `${list.length === 1 ? "terminal" : "terminals"} ${anded([...named.map(String), ...(more > 0 ? [`${formatCount(more)} others`] : [])])}`;
}

/** Whether the ports can carry the traffic, in one sentence. It is the text equivalent of the hatched bars. */
export function sayPorts({ sends, receives, most }: Sums): string {
  if (most === 0) return "Nothing is painted.";
  const [out, into] = [over(sends), over(receives)];
  const times = (worst: number) => `${worst.toFixed(worst < 10 ? 2 : 1)} times`;
  const asked =
    out.list.length === 0
      ? ""
      : out.list.length === 1
        ? `${sayTerminals(out.list)} asks ${times(out.worst)} what its port can send`
        : `${sayTerminals(out.list)} ask up to ${times(out.worst)} what a port can send`;
  const received =
    into.list.length === 0
      ? ""
      : into.list.length === 1
        ? `${sayTerminals(into.list)} would receive ${times(into.worst)} what its port can take`
        : `${sayTerminals(into.list)} would receive up to ${times(into.worst)} what a port can take`;
  if (asked === "" && received === "") return "Every port can send and receive what is painted.";
  return `${capital([asked, received].filter((part) => part !== "").join("; "))}.`;
}
