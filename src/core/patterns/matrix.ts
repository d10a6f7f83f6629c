import { type ValidationIssue, mostIssues } from "../base/errors.ts";
import { integer, list, number, record } from "../base/params.ts";
import { pattern } from "./contract.ts";

/** A source that keeps more than all but this part to itself is silent: it would draw for ages to find a packet. */
const leastSent = 1 / 4096;

const terminal = (title: string, usual: number) => integer({ title, help: "Number of a terminal.", min: 0, max: 65535, default: usual });

export const matrix = pattern({
  id: "matrix",
  title: "matrix",
  article: "a",
  summary:
    "Any traffic matrix: a list of pairs with weights, relative to the other weights of the source. A source without entries sends nothing; packets to itself are not created.",
  source: "Dally, Towles (2004), §3.2",
  params: {
    entries: list(
      record(
        {
          source: terminal("Source", 0),
          destination: terminal("Destination", 1),
          weight: number({
            title: "Weight",
            help: "How often the source sends to this destination, relative to its other entries; entries of the same pair add up.",
            min: 0,
            max: 1000,
            step: 0.1,
            default: 1,
          }),
        },
        { title: "Entry", help: "One element of the traffic matrix." },
      ),
      {
        title: "Entries",
        help: "The nonzero elements of the traffic matrix.",
        minLength: 1,
        maxLength: 10_000,
        separator: "; ",
        default: [{ source: 0, destination: 1, weight: 1 }],
      },
    ),
  },
  phrase: "{title} of {entries}",
  examples: [
    {
      entries: [
        { source: 0, destination: 1 },
        { source: 1, destination: 0, weight: 3 },
        { source: 1, destination: 2 },
        { source: 3, destination: 2, weight: 0.5 },
        { source: 3, destination: 3, weight: 0.5 },
      ],
    },
  ],
  permutation: false,
  namesTerminals: true,
  needs: (terminals) => (terminals > 1 ? null : "needs at least two terminals"),
  check({ entries }, terminals) {
    const issues: ValidationIssue[] = [];
    entries.forEach((entry, i) => {
      for (const end of ["source", "destination"] as const) {
        if (entry[end] < terminals) continue;
        issues.push({
          path: `entries.${i}.${end}`,
          message: `terminal ${entry[end]} does not exist; there are ${terminals}, 0 to ${terminals - 1}.`,
          remedy: `Use ${terminals - 1} or less.`,
          nearest: terminals - 1,
        });
      }
    });
    return issues.slice(0, mostIssues);
  },
  compile({ entries }, terminals) {
    const { firstOf, destination, end } = rowsOf(entries, terminals);
    return (source, draw) => {
      let low = firstOf[source];
      let high = firstOf[source + 1] - 1;
      if (high < low) return source;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (draw < end[middle]) high = middle;
        else low = middle + 1;
      }
      return destination[low];
    };
  },
  share({ entries }, terminals) {
    const { firstOf, destination, end } = rowsOf(entries, terminals);
    return (source, to) => {
      const first = firstOf[source];
      if (first === firstOf[source + 1]) return to === source ? 1 : 0;
      let low = first;
      let high = firstOf[source + 1] - 1;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (to <= destination[middle]) high = middle;
        else low = middle + 1;
      }
      return destination[low] === to ? (end[low] - (low === first ? 0 : end[low - 1])) / 4294967296 : 0;
    };
  },
});

/** A matrix row by row, E entries of different pairs. */
interface Rows {
  /** [T + 1] The entries of source s are firstOf[s] … firstOf[s + 1] − 1, by destination; none for a silent one. */
  readonly firstOf: Int32Array;
  /** [E] */
  readonly destination: Int32Array;
  /** [E] Draws below this, and no earlier entry's, go here; 2³² at the end of a row. */
  readonly end: Float64Array;
}

function rowsOf(
  entries: readonly { readonly source: number; readonly destination: number; readonly weight: number }[],
  terminals: number,
): Rows {
  const order = entries
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => a.source - b.source || a.destination - b.destination || a.weight - b.weight);
  const firstOf = new Int32Array(terminals + 1);
  const destination: number[] = [];
  const end: number[] = [];
  for (let s = 0, i = 0; s < terminals; s++) {
    firstOf[s] = destination.length;
    let sum = 0;
    let own = 0;
    for (; i < order.length && order[i].source === s; i++) {
      const { destination: to, weight } = order[i];
      if (destination.length === firstOf[s] || destination[destination.length - 1] !== to) {
        destination.push(to);
        end.push(sum);
      }
      sum += weight;
      if (to === s) own += weight;
      end[end.length - 1] = sum;
    }
    if (sum - own <= leastSent * sum) destination.length = end.length = firstOf[s];
    for (let j = firstOf[s]; j < end.length; j++) end[j] = j === end.length - 1 ? 4294967296 : Math.round((end[j] / sum) * 4294967296);
  }
  firstOf[terminals] = destination.length;
  return { firstOf, destination: Int32Array.from(destination), end: Float64Array.from(end) };
}
