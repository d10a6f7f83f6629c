import type { ValidationIssue } from "../base/errors.ts";
import { memoizeTexts } from "../base/memoize.ts";
import { checkMatrixText, matrixOf, trafficMatrixParam } from "../traffic/traffic-matrix-param.ts";
import { choice, type ValuesOf } from "../base/params.ts";
import { filterCells, columnSums, rowSums, matrixSum, type TrafficMatrix } from "../traffic/traffic-matrix.ts";
import { phitBytes } from "../base/units.ts";
import type { NetworkOutline } from "../mappings/contract.ts";
import { destinationFunction, destinationRows, probabilityFunction } from "../patterns/destination-rows.ts";
import { openLoopOf } from "../traffic/open-loop.ts";
import { defineWorkload } from "./contract.ts";
import { checkMessageSize, injectionOfJob, jobParams, injectionProcesses } from "./job/job.ts";
import { type TrafficPart, streamOfParts } from "./job/traffic-part.ts";

/** Maximum rate of a terminal, phits per cycle: far above the capacity of a channel, but still fast to generate. */
const maxRate = 64;

/** Bytes per second of each unit; null for phits per cycle. */
const bytesPerUnit = { phits: null, MBps: 1e6, Gbps: 1e9 / 8 } as const;

const params = {
  cells: trafficMatrixParam({
    title: "Rates",
    help: "The rate from each source to each destination as text, written by the page: rates from 0.000001 to 1,000,000,000 with four significant digits. A terminal sends nothing to itself or to a terminal that does not exist.",
    default: "A0MAAABABA",
    say: (cells) =>
      Number(matrixSum(remoteCells(cells)).toPrecision(4))
        .toLocaleString("en-US", { maximumFractionDigits: 6 })
        .replaceAll(",", "\u202f"),
  }),
  unit: choice({
    title: "Unit of rates",
    help: "The unit of the rates. Rates count whole packets, with their overhead.",
    choices: [
      { id: "phits", title: "phits/cycle", help: "1 is the capacity of a channel, whatever its rate." },
      { id: "MBps", title: "MB/s", help: "Millions of bytes per second. The technology must have a rate." },
      { id: "Gbps", title: "Gb/s", help: "Billions of bits per second. The technology must have a rate." },
    ],
    default: "phits",
  }),
  process: choice({
    title: jobParams.process.title,
    help: "When messages are created. The mean interval is the phits of a mean message divided by the rate of the source.",
    choices: [injectionProcesses.exponential, injectionProcesses.uniform, injectionProcesses.constant, injectionProcesses.inStep],
    default: "exponential",
  }),
  size: jobParams.size,
};
type RatesValues = ValuesOf<typeof params>;

export const rates = defineWorkload({
  id: "rates",
  title: "painted traffic",
  article: "",
  group: "Independent packets",
  summary:
    "Every pair of source and destination has its own rate. If the rates of a source exceed the capacity of its channel, its source queue grows.",
  source: "this program",
  params,
  phrase: "{title} of {cells} {unit}",
  replacementPhrase: "painted the traffic",
  examples: [
    {},
    // Terminal 0 sends three times the capacity of its channel, terminal 1 half of it, terminal 2 an eighth.
    { cells: "DWPuB97BAAACBBBAAAAACAAAADA", process: "constant" },
    { cells: "CY-B97BAAABAAAABABDCAAADCA", unit: "MBps", process: "uniform", size: { kind: "bimodal" } },
  ],
  isEndless: true,
  /**
   * The issues with a matrix of sending rates between terminals: an unreadable matrix, a unit that needs the length of a cycle, no traffic
   * at all, or a terminal that would send more than `maxRate` phits per cycle. `phitFactor` converts the chosen unit into phits per cycle.
   */
  check(values, site, { cycleSeconds }) {
    const issues = checkMatrixText(values.cells, site.terminals);
    if (issues.length > 0) return issues;
    const phitFactor = phitsPerUnit(values, cycleSeconds);
    if (phitFactor === null) return [noCycleLengthIssue(values)];
    const sums = rowSums(sentCells(values, site), site.terminals);
    const busiest = sums.reduce((best, sum, s) => (sum > sums[best] ? s : best), 0);
    if (sums[busiest] === 0) {
      return [
        { path: "cells", message: "no terminal sends to another terminal.", remedy: "Paint a rate between two different terminals." },
      ];
    }
    if (sums[busiest] * phitFactor > maxRate) {
      const [formattedSum, limit] = [sums[busiest], maxRate / phitFactor].map((each) =>
        Number(each.toPrecision(4)).toLocaleString("en-US"),
      );
      const unit = rateUnitTitle(values);
      return [
        {
          path: "cells",
          message: `terminal ${busiest} would send ${formattedSum} ${unit}; at most ${limit} ${unit} are simulated, ${maxRate} times the capacity of a channel.`,
          remedy: "Paint smaller rates, or choose another unit or a faster technology.",
        },
      ];
    }
    return checkMessageSize(values.size);
  },
  visits: (_, { terminals }) => terminals,
  /** Terminals that send or receive. */
  terminals(values, ground) {
    const matrix = sentCells(values, ground);
    const [sentSums, receivedSums] = [rowSums(matrix, ground.terminals), columnSums(matrix, ground.terminals)];
    return Int32Array.from(sentSums.keys()).filter((t) => sentSums[t] > 0 || receivedSums[t] > 0);
  },
  totalDemand(values, site, cycleSeconds) {
    const amount = matrixSum(sentCells(values, site));
    return { amount, unit: rateUnitTitle(values), load: amount * (phitsPerUnit(values, cycleSeconds) ?? 0) };
  },
  /**
   * Compiles the matrix of rates into open-loop traffic. A terminal's load is the sum of its row in phits per cycle (`phitFactor` converts
   * the chosen unit), and it draws destinations in proportion to its row. Sources with equal sums share an injection.
   */
  compile(values, { network, packetBytes, cycleSeconds = null }) {
    const { terminals } = network;
    const matrix = sentCells(values, network);
    const phitFactor = phitsPerUnit(values, cycleSeconds)!;
    const { firstOf } = matrix;
    // Sources with equal rates share an injection.
    const injectionBySum = new Map<number, number>();
    const injectionIndex = rowSums(matrix, terminals).map((sum) => {
      if (sum > 0 && !injectionBySum.has(sum)) injectionBySum.set(sum, injectionBySum.size);
      return injectionBySum.get(sum) ?? 0;
    });
    const { process, size } = values;
    const messages = injectionOfJob({ load: 1, process, size }, packetBytes);
    const rows = destinationRows(matrix, terminals);
    const part: TrafficPart = {
      terminals: Int32Array.from({ length: terminals }, (_, t) => t),
      injections: Array.from(injectionBySum.keys(), (sum) => ({ ...messages, load: sum * phitFactor })),
      injectionOf: (t) => injectionIndex[t],
      destination: destinationFunction(rows),
      share: probabilityFunction(rows),
      isPermutation: firstOf.every((first, s) => s === 0 || first - firstOf[s - 1] <= 1),
    };
    return { ...openLoopOf([streamOfParts([part], terminals)]), isDivided: true };
  },
});

/** Phits per cycle of one unit; null if the unit needs the length of a cycle and a cycle has none. */
export function phitsPerUnit({ unit }: Pick<RatesValues, "unit">, cycleSeconds: number | null): number | null {
  const bytes = bytesPerUnit[unit];
  if (bytes === null) return 1;
  return cycleSeconds === null ? null : (bytes * cycleSeconds) / phitBytes;
}

/** The title of the unit of the rates. */
export const rateUnitTitle = ({ unit }: Pick<RatesValues, "unit">) => params.unit.choices.find(({ id }) => id === unit)!.title;

function noCycleLengthIssue(values: RatesValues): ValidationIssue {
  return {
    path: "unit",
    message: `rates are in ${rateUnitTitle(values)}, but in this technology a cycle has no length.`,
    remedy: "Choose a technology with a rate, or phits/cycle.",
    nearest: "phits",
  };
}

const remoteCells = memoizeTexts((cells) => filterCells(matrixOf(cells), (source, destination) => source !== destination));

/** The cells between two different terminals that are present. */
function sentCells({ cells }: RatesValues, { terminals, present }: Pick<NetworkOutline, "terminals" | "present">): TrafficMatrix {
  if (present === undefined) return remoteCells(cells);
  const isPresent = new Uint8Array(terminals);
  for (const terminal of present) isPresent[terminal] = 1;
  return filterCells(remoteCells(cells), (source, destination) => isPresent[source] === 1 && isPresent[destination] === 1);
}
