import type { ValidationIssue } from "../base/errors.ts";
import { lru } from "../base/once.ts";
import { checkPainted, matrixOf, painted } from "../traffic/painted.ts";
import { choice, type ValuesOf } from "../base/params.ts";
import { cellsWhere, columnSums, rowSums, sumOf, type TrafficMatrix } from "../traffic/traffic-matrix.ts";
import { phitBytes } from "../base/units.ts";
import type { Site } from "../mappings/contract.ts";
import { drawnFrom, rowsOf, sharesOf } from "../patterns/rows.ts";
import { openLoopOf } from "../traffic/open-loop.ts";
import { workload } from "./contract.ts";
import { checkSize, injectionOf, jobParams, processes } from "./job/job.ts";
import { type Part, streamOf } from "./job/part.ts";

/** Maximum rate of a terminal, phits per cycle: far above the capacity of a channel, but still fast to generate. */
const mostSent = 64;

/** Bytes per second of each unit; null for phits per cycle. */
const bytesOf = { phits: null, MBps: 1e6, Gbps: 1e9 / 8 } as const;

const params = {
  cells: painted({
    title: "Rates",
    help: "What each source sends to each destination, as the page writes a sheet: rates from 0.000001 to 1,000,000,000, four digits each. What a terminal sends to itself, or to one that is not there, is not created.",
    default: "A0MAAABABA",
    say: (cells) =>
      Number(sumOf(acrossIn(cells)).toPrecision(4))
        .toLocaleString("en-US", { maximumFractionDigits: 6 })
        .replaceAll(",", "\u202f"),
  }),
  unit: choice({
    title: "Unit of rates",
    help: "What the rates are told in. They count all that a channel carries: whole packets, with their overhead.",
    choices: [
      { id: "phits", title: "phits/cycle", help: "1 is the capacity of a channel, however fast it is." },
      { id: "MBps", title: "MB/s", help: "Millions of bytes per second. The technology must have a rate." },
      { id: "Gbps", title: "Gb/s", help: "Thousands of millions of bits per second. The technology must have a rate." },
    ],
    default: "phits",
  }),
  process: choice({
    title: jobParams.process.title,
    help: "When messages are created. The mean interval is the phits of a mean message divided by what the source sends.",
    choices: [processes.exponential, processes.uniform, processes.constant, processes.inStep],
    default: "exponential",
  }),
  size: jobParams.size,
};
type Values = ValuesOf<typeof params>;

export const rates = workload({
  id: "rates",
  title: "painted traffic",
  article: "",
  group: "Independent packets",
  summary:
    "Every source has a rate of its own to every destination. A source that is asked for more than its channel carries lets its queue grow.",
  source: "this program",
  params,
  phrase: "{title} of {cells} {unit}",
  taken: "painted the traffic",
  examples: [
    {},
    // Terminal 0 sends three times the capacity of its channel, terminal 1 half of it, terminal 2 an eighth.
    { cells: "DWPuB97BAAACBBBAAAAACAAAADA", process: "constant" },
    { cells: "CY-B97BAAABAAAABABDCAAADCA", unit: "MBps", process: "uniform", size: { kind: "bimodal" } },
  ],
  endless: true,
  check(values, site, { cycleSeconds }) {
    const issues = checkPainted(values.cells, site.terminals);
    if (issues.length > 0) return issues;
    const factor = factorOf(values, cycleSeconds);
    if (factor === null) return [noClock(values)];
    const sums = rowSums(sentOf(values, site), site.terminals);
    const most = sums.reduce((top, sum, s) => (sum > sums[top] ? s : top), 0);
    if (sums[most] === 0) {
      return [
        { path: "cells", message: "no terminal sends to another terminal.", remedy: "Paint a rate between two different terminals." },
      ];
    }
    if (sums[most] * factor > mostSent) {
      const [said, limit] = [sums[most], mostSent / factor].map((each) => Number(each.toPrecision(4)).toLocaleString("en-US"));
      const unit = titleOf(values);
      return [
        {
          path: "cells",
          message: `terminal ${most} would send ${said} ${unit}; at most ${limit} ${unit} are simulated, ${mostSent} times what a channel carries.`,
          remedy: "Paint smaller rates, or choose another unit or a faster technology.",
        },
      ];
    }
    return checkSize(values.size);
  },
  visits: (_, { terminals }) => terminals,
  /** Terminals that send or receive. */
  terminals(values, ground) {
    const matrix = sentOf(values, ground);
    const [out, into] = [rowSums(matrix, ground.terminals), columnSums(matrix, ground.terminals)];
    return Int32Array.from(out.keys()).filter((t) => out[t] > 0 || into[t] > 0);
  },
  total(values, site, cycleSeconds) {
    const amount = sumOf(sentOf(values, site));
    return { amount, unit: titleOf(values), load: amount * (factorOf(values, cycleSeconds) ?? 0) };
  },
  compile(values, { network, packetBytes, cycleSeconds = null }) {
    const { terminals } = network;
    const matrix = sentOf(values, network);
    const factor = factorOf(values, cycleSeconds)!;
    const { firstOf } = matrix;
    // Sources with equal rates share an injection.
    const ways = new Map<number, number>();
    const wayOf = rowSums(matrix, terminals).map((sum) => {
      if (sum > 0 && !ways.has(sum)) ways.set(sum, ways.size);
      return ways.get(sum) ?? 0;
    });
    const { process, size } = values;
    const messages = injectionOf({ load: 1, process, size }, packetBytes);
    const rows = rowsOf(matrix, terminals);
    const part: Part = {
      terminals: Int32Array.from({ length: terminals }, (_, t) => t),
      injections: Array.from(ways.keys(), (sum) => ({ ...messages, load: sum * factor })),
      injectionOf: (t) => wayOf[t],
      destination: drawnFrom(rows),
      share: sharesOf(rows),
      permutation: firstOf.every((first, s) => s === 0 || first - firstOf[s - 1] <= 1),
    };
    return { ...openLoopOf([streamOf([part], terminals)]), isDivided: true };
  },
});

/** Phits per cycle of one unit; null if the unit needs the length of a cycle and a cycle has none. */
export function factorOf({ unit }: Pick<Values, "unit">, cycleSeconds: number | null): number | null {
  const bytes = bytesOf[unit];
  if (bytes === null) return 1;
  return cycleSeconds === null ? null : (bytes * cycleSeconds) / phitBytes;
}

/** The title of the unit of the rates. */
export const titleOf = ({ unit }: Pick<Values, "unit">) => params.unit.choices.find(({ id }) => id === unit)!.title;

function noClock(values: Values): ValidationIssue {
  return {
    path: "unit",
    message: `rates are in ${titleOf(values)}, but this technology gives a cycle no length.`,
    remedy: "Choose a technology with a rate, or phits/cycle.",
    nearest: "phits",
  };
}

const acrossIn = lru((cells) => cellsWhere(matrixOf(cells), (source, destination) => source !== destination));

/** The cells between two different terminals that are present. */
function sentOf({ cells }: Values, { terminals, present }: Pick<Site, "terminals" | "present">): TrafficMatrix {
  if (present === undefined) return acrossIn(cells);
  const isThere = new Uint8Array(terminals);
  for (const terminal of present) isThere[terminal] = 1;
  return cellsWhere(acrossIn(cells), (source, destination) => isThere[source] === 1 && isThere[destination] === 1);
}
