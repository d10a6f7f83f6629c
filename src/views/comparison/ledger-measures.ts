/** The measures of the comparison table: each with its value, its unit, and which direction is better. */
import { deliversAll } from "../../findings/key-figure.ts";
import type { Variant, ViewData } from "../contract.ts";
import { phitBytes } from "../../core/base/units.ts";
import { allreduceFactors, hasTwoFactors, collectiveSpeedOf } from "../../core/measures/collective.ts";
import { formatCount, formatMeasure, formatRatio, formatShare, formatShort } from "../../words/numbers.ts";
import { acceptedSpread, latencySpread, type SeedSpread } from "./ledger-spread.ts";
import type { Units } from "../../words/units.ts";
import { isDeadlocked } from "../../core/measures/results.ts";

/** One row of the comparison. */
export interface LedgerMeasure {
  readonly title: string;
  readonly unit: string;
  /** Which direction is better; null if neither is. */
  readonly better: "more" | "less" | null;
  /** Value for a network; null while there is none. */
  readonly valueOf: (variant: Variant) => number | null;
  /** Whether the value for a network still changed when the run ended. Such a value is never the best. */
  readonly isChanging?: (variant: Variant) => boolean;
  /** Spread over seeds for a network; null where it is not known. Absent for measures without a recorded spread. */
  readonly spread?: (variant: Variant) => SeedSpread | null;
  /** Formats the value without its unit. Times use the unit that fits `largest`. */
  readonly write: (value: number, largest: number, units: Units) => string;
}

/** Times of at least this many units of the page are written with three digits, because columns are narrow. */
const shortenFrom = 1e6;

/** Formats a time in the unit that fits `largest`. */
function writeTime(value: number, largest: number, units: Units): string {
  const time = units.toPageTime(value, largest);
  return time < shortenFrom ? units.formatTime(value, largest) : formatShort(time);
}

/** The results, unless the run ended in a deadlock: after a deadlock nothing more is delivered, so its latencies mean nothing. */
const unlessDeadlocked = (results: Variant["results"]) => (results === null || isDeadlocked(results) ? null : results);

/** Whether queues were still growing at the end: latencies then grow with the length of the run. */
const isChanging = ({ results }: Variant) => results?.steady.is === false;

/** Accepted load per 1,000 dollars; null if the network costs nothing. */
function loadPerCost({ results, bill }: Variant): number | null {
  if (results === null || results.makespan !== null || bill === null || bill.total === 0) return null;
  return isDeadlocked(results) ? 0 : (1000 * results.accepted) / bill.perTerminal;
}

/** Makespan times cost per terminal: half the time and half the cost are worth the same. */
function timeTimesCost({ results, bill }: Variant): number | null {
  const makespan = results?.makespan ?? null;
  return makespan === null || bill === null || bill.total === 0 ? null : makespan * bill.perTerminal;
}

/** All measures, in the order of the page: throughput, latency, cost. */
export const ledgerMeasures: readonly LedgerMeasure[] = [
  {
    title: "Accepted load",
    unit: "phits/cycle per sender",
    better: "more",
    // A list of messages is always accepted as a whole, so only its makespan counts.
    valueOf: ({ results }) =>
      results === null || results.makespan !== null ? null : isDeadlocked(results) ? 0 : results.acceptedPerSender,
    spread: acceptedSpread,
    write: (value, _, units) => units.formatLoad(value),
  },
  { title: "Makespan", unit: "cycles", better: "less", valueOf: ({ results }) => results?.makespan ?? null, write: writeTime },
  {
    title: "Bus bandwidth",
    unit: "phits/cycle",
    better: "more",
    valueOf: ({ results }) => {
      const bandwidth = results === null ? null : (collectiveSpeedOf(results)?.busBandwidth ?? null);
      return bandwidth === null ? null : bandwidth / phitBytes;
    },
    write: (value, _, units) => units.formatLoad(value),
  },
  {
    title: `Bus bandwidth by ${allreduceFactors.sendReceive}`,
    unit: "phits/cycle",
    better: "more",
    valueOf: ({ results }) => {
      const speed = results === null ? null : collectiveSpeedOf(results);
      return speed === null || !hasTwoFactors(speed) ? null : speed.sendReceiveBusBandwidth! / phitBytes;
    },
    write: (value, _, units) => units.formatLoad(value),
  },
  // No direction is better: a network closer to its own bound may still be slower.
  {
    title: "Least time / makespan",
    unit: "%",
    better: null,
    valueOf: ({ results }) => (results === null ? null : (collectiveSpeedOf(results)?.share ?? null)),
    write: formatShare,
  },
  {
    title: "Mean latency of packets",
    unit: "cycles",
    better: "less",
    valueOf: ({ results }) => unlessDeadlocked(results)?.latency?.mean ?? null,
    isChanging,
    spread: latencySpread,
    write: writeTime,
  },
  {
    title: "95th percentile of packet latency",
    unit: "cycles",
    better: "less",
    valueOf: ({ results }) => unlessDeadlocked(results)?.latency?.p95 ?? null,
    isChanging,
    write: writeTime,
  },
  // No direction is better: a lower load may mean better balance or lower throughput.
  {
    title: "Worst channel load",
    unit: "phits/cycle",
    better: null,
    valueOf: ({ results }) => results?.load.worst ?? null,
    write: (value, _, units) => units.formatLoad(value),
  },
  { title: "Links", unit: "", better: "less", valueOf: ({ facts }) => facts?.links ?? null, write: formatCount },
  { title: "Switches", unit: "", better: "less", valueOf: ({ facts }) => facts?.switches ?? null, write: formatCount },
  { title: "Terminals", unit: "", better: null, valueOf: ({ facts }) => facts?.terminals ?? null, write: formatCount },
  {
    title: "Links per terminal",
    unit: "",
    better: "less",
    valueOf: ({ facts }) => (facts === null ? null : facts.links / facts.terminals),
    write: formatRatio,
  },
  { title: "Total cost", unit: "US$", better: "less", valueOf: ({ bill }) => bill?.total ?? null, write: formatShort },
  { title: "Cost per terminal", unit: "US$", better: "less", valueOf: ({ bill }) => bill?.perTerminal ?? null, write: formatMeasure },
  {
    title: "Cost per terminal in use",
    unit: "US$",
    better: "less",
    valueOf: ({ usedBill }) => usedBill?.perTerminal ?? null,
    write: formatMeasure,
  },
  {
    title: "Accepted load per 1\u202f000 US$",
    unit: "phits/cycle",
    better: "more",
    valueOf: loadPerCost,
    write: (value, _, units) => units.formatLoad(value),
  },
  {
    title: "Makespan × cost per terminal",
    unit: "cycles · US$",
    better: "less",
    valueOf: timeTimesCost,
    write: (value, largest, units) => formatShort(units.toPageTime(value, largest)),
  },
];

/** A measure with its values, by network. */
export interface LedgerLine {
  readonly measure: LedgerMeasure;
  readonly values: readonly (number | null)[];
  /** Largest value; its unit is used for all values. */
  readonly largest: number;
  /** Spread of each value over seeds; null where it is not known. */
  readonly spreads: readonly (SeedSpread | null)[];
  /** Indices of the networks whose value still changed when the run ended. */
  readonly changing: ReadonlySet<number>;
  /** Indices of the networks with changing values that deliver less than is offered: the longer the run, the larger the value. */
  readonly growing: ReadonlySet<number>;
  /** Notes on changing values, for the first such measure only. */
  readonly notes: readonly string[];
  /** Indices of the networks with the best value; empty if all are equal or no direction is better. */
  readonly best: ReadonlySet<number>;
}

/**
 * The lines of a table that compares networks: a line for each measure that at least one network has, with the values of all networks and
 * the best of them. A value that still changed when its run ended is shown, but never counts as the best.
 */
export function ledgerLines({ variants, units }: Pick<ViewData, "variants" | "units">): readonly LedgerLine[] {
  const lines = ledgerMeasures.flatMap((measure) => {
    const values = variants.map(measure.valueOf);
    const knownValues = values.filter((value) => value !== null);
    if (knownValues.length === 0) return [];
    const changing = new Set([...values.keys()].filter((i) => values[i] !== null && measure.isChanging?.(variants[i]) === true));
    const growing = new Set([...changing].filter((i) => !deliversAll(variants[i].results!)));
    const settledValues = values.map((value, i) => (changing.has(i) ? null : value));
    const largest = Math.max(...knownValues);
    const comparableValues = settledValues.filter((value) => value !== null);
    // The best of the values that no longer changed.
    const bestValue = measure.better === "more" ? Math.max(...comparableValues) : Math.min(...comparableValues);
    // Values that are printed alike are equally good.
    const isBest = (value: number | null) =>
      value !== null && measure.write(value, largest, units) === measure.write(bestValue, largest, units);
    const best = [...settledValues.keys()].filter((i) => isBest(settledValues[i]));
    const hasWinner = measure.better !== null && best.length < knownValues.length;
    const spreads = variants.map((variant) => measure.spread?.(variant) ?? null);
    return [{ measure, values, largest, spreads, changing, growing, best: new Set(hasWinner ? best : []) }];
  });
  const firstChangingLine = lines.find(({ changing }) => changing.size > 0);
  return lines.map((line) => ({ ...line, notes: line === firstChangingLine ? notesOf(line, variants) : [] }));
}

/** Notes on changing values: in an overloaded network they grow with the run, in any other they need a longer run. */
function notesOf({ changing, growing }: Pick<LedgerLine, "changing" | "growing">, variants: readonly Variant[]): readonly string[] {
  const unsettled = [...changing].filter((i) => !growing.has(i)).map((i) => variants[i].letter);
  return [
    ...(growing.size > 0 ? ["↗ grows with the length of the run"] : []),
    ...(unsettled.length > 0 ? [`${unsettled.join(", ")}: not steady, measure longer`] : []),
  ];
}
