/** The measures of a comparison, a kind each: what is counted, in which unit, and which way is better. */
import { deliversAll } from "../../findings/figure.ts";
import type { Variant, ViewData } from "../contract.ts";
import { phitBytes } from "../../core/base/units.ts";
import { allreduceFactors, hasTwoFactors, speedOf } from "../../core/measures/collective.ts";
import { formatCount, formatMeasure, formatRatio, formatShare, formatShort } from "../../words/numbers.ts";
import { acceptedSpread, latencySpread, type Spread } from "./ledger-spread.ts";
import type { Units } from "../../words/units.ts";
import { isDeadlocked } from "../../core/measures/results.ts";

/** One line of the comparison. */
export interface LedgerMeasure {
  readonly title: string;
  readonly unit: string;
  /** Which way is better; null where neither is. */
  readonly better: "more" | "less" | null;
  /** Its value for one network, or null where there is none yet. */
  readonly of: (variant: Variant) => number | null;
  /** Whether its value for one network still changed when the run ended: then it is no measure of that network, and never the best. */
  readonly isChanging?: (variant: Variant) => boolean;
  /** Its spread over seeds for one network, or null where it is not known; absent where no measure of chance is kept. */
  readonly spread?: (variant: Variant) => Spread | null;
  /** The value as people read it, without its unit; times in the unit of those up to `most`. */
  readonly write: (value: number, most: number, units: Units) => string;
}

/** From here on a time is written to three digits: columns are narrow. */
const long = 1e6;

/** A time in the unit of those up to `most`. */
function writeTime(value: number, most: number, units: Units): string {
  const time = units.toPageTime(value, most);
  return time < long ? units.formatTime(value, most) : formatShort(time);
}

/** The results of a run that did not end in a deadlock: whatever got through before, nothing does ever after. */
const moving = (results: Variant["results"]) => (results === null || isDeadlocked(results) ? null : results);

/** Whether queues still grew: the longer such a run is, the later packets arrive. */
const isChanging = ({ results }: Variant) => results?.steady.is === false;

/** What a network delivers in all for 1 000 dollars of its price; null where it costs nothing. */
function loadForMoney({ results, bill }: Variant): number | null {
  if (results === null || results.makespan !== null || bill === null || bill.total === 0) return null;
  return isDeadlocked(results) ? 0 : (1000 * results.accepted) / bill.perTerminal;
}

/** A makespan at a price: half of either is as good. */
function timeAtPrice({ results, bill }: Variant): number | null {
  const makespan = results?.makespan ?? null;
  return makespan === null || bill === null || bill.total === 0 ? null : makespan * bill.perTerminal;
}

/** All measures, in the order in which people see them: what it gives, how soon, and what it takes. */
export const ledgerMeasures: readonly LedgerMeasure[] = [
  {
    title: "Accepted load",
    unit: "phits/cycle per sender",
    better: "more",
    // A list of messages is accepted whole, sooner or later.
    of: ({ results }) => (results === null || results.makespan !== null ? null : isDeadlocked(results) ? 0 : results.acceptedPerSender),
    spread: acceptedSpread,
    write: (value, _, units) => units.formatLoad(value),
  },
  { title: "Makespan", unit: "cycles", better: "less", of: ({ results }) => results?.makespan ?? null, write: writeTime },
  {
    title: "Bus bandwidth",
    unit: "phits/cycle",
    better: "more",
    of: ({ results }) => {
      const bandwidth = results === null ? null : (speedOf(results)?.busBandwidth ?? null);
      return bandwidth === null ? null : bandwidth / phitBytes;
    },
    write: (value, _, units) => units.formatLoad(value),
  },
  {
    title: `Bus bandwidth by ${allreduceFactors.sendReceive}`,
    unit: "phits/cycle",
    better: "more",
    of: ({ results }) => {
      const speed = results === null ? null : speedOf(results);
      return speed === null || !hasTwoFactors(speed) ? null : speed.sendReceiveBusBandwidth! / phitBytes;
    },
    write: (value, _, units) => units.formatLoad(value),
  },
  // Who is nearer to what its own network allows may still be slower.
  {
    title: "Share of what the network allows",
    unit: "%",
    better: null,
    of: ({ results }) => (results === null ? null : (speedOf(results)?.share ?? null)),
    write: formatShare,
  },
  {
    title: "Mean latency of packets",
    unit: "cycles",
    better: "less",
    of: ({ results }) => moving(results)?.latency?.mean ?? null,
    isChanging,
    spread: latencySpread,
    write: writeTime,
  },
  {
    title: "95 % of packets within",
    unit: "cycles",
    better: "less",
    of: ({ results }) => moving(results)?.latency?.p95 ?? null,
    isChanging,
    write: writeTime,
  },
  // Less may mean better spread, or that less gets through.
  {
    title: "Worst channel load",
    unit: "phits/cycle",
    better: null,
    of: ({ results }) => results?.load.worst ?? null,
    write: (value, _, units) => units.formatLoad(value),
  },
  { title: "Links", unit: "", better: "less", of: ({ facts }) => facts?.links ?? null, write: formatCount },
  { title: "Switches", unit: "", better: "less", of: ({ facts }) => facts?.switches ?? null, write: formatCount },
  { title: "Terminals", unit: "", better: null, of: ({ facts }) => facts?.terminals ?? null, write: formatCount },
  {
    title: "Links per terminal",
    unit: "",
    better: "less",
    of: ({ facts }) => (facts === null ? null : facts.links / facts.terminals),
    write: formatRatio,
  },
  { title: "Total cost", unit: "US$", better: "less", of: ({ bill }) => bill?.total ?? null, write: formatShort },
  { title: "Cost per terminal", unit: "US$", better: "less", of: ({ bill }) => bill?.perTerminal ?? null, write: formatMeasure },
  {
    title: "Cost per terminal in use",
    unit: "US$",
    better: "less",
    of: ({ usedBill }) => usedBill?.perTerminal ?? null,
    write: formatMeasure,
  },
  {
    title: "Accepted for 1\u202f000 US$",
    unit: "phits/cycle",
    better: "more",
    of: loadForMoney,
    write: (value, _, units) => units.formatLoad(value),
  },
  {
    title: "Makespan × cost per terminal",
    unit: "cycles · US$",
    better: "less",
    of: timeAtPrice,
    write: (value, most, units) => formatShort(units.toPageTime(value, most)),
  },
];

/** A measure with its values: those of the networks in their order. */
export interface LedgerLine {
  readonly measure: LedgerMeasure;
  readonly values: readonly (number | null)[];
  /** The largest value, whose unit all of them have. */
  readonly most: number;
  /** How far each value moves with the seed; null where that is not known. */
  readonly spreads: readonly (Spread | null)[];
  /** The networks whose value still changed when the run ended. */
  readonly changing: ReadonlySet<number>;
  /** Those of them that fall short: the longer their run, the larger the value. */
  readonly growing: ReadonlySet<number>;
  /** The same in words; said of the first such measure alone. */
  readonly notes: readonly string[];
  /** The networks that have the best value; none where all are equal, or no way is better. */
  readonly best: ReadonlySet<number>;
}

/** The measures that any network has a value for. */
export function ledgerLines({ variants, units }: Pick<ViewData, "variants" | "units">): readonly LedgerLine[] {
  const lines = ledgerMeasures.flatMap((measure) => {
    const values = variants.map(measure.of);
    const known = values.filter((value) => value !== null);
    if (known.length === 0) return [];
    const changing = new Set([...values.keys()].filter((i) => values[i] !== null && measure.isChanging?.(variants[i]) === true));
    const growing = new Set([...changing].filter((i) => !deliversAll(variants[i].results!)));
    const settled = values.map((value, i) => (changing.has(i) ? null : value));
    const most = Math.max(...known);
    const goals = settled.filter((value) => value !== null);
    const goal = measure.better === "more" ? Math.max(...goals) : Math.min(...goals);
    // Values that read the same are equally good.
    const isBest = (value: number | null) => value !== null && measure.write(value, most, units) === measure.write(goal, most, units);
    const best = [...settled.keys()].filter((i) => isBest(settled[i]));
    const isDecided = measure.better !== null && best.length < known.length;
    const spreads = variants.map((variant) => measure.spread?.(variant) ?? null);
    return [{ measure, values, most, spreads, changing, growing, best: new Set(isDecided ? best : []) }];
  });
  const first = lines.find(({ changing }) => changing.size > 0);
  return lines.map((line) => ({ ...line, notes: line === first ? notesOf(line, variants) : [] }));
}

/** What values that still changed are worth: of who falls short they grow, of who delivers all they are not known well. */
function notesOf({ changing, growing }: Pick<LedgerLine, "changing" | "growing">, variants: readonly Variant[]): readonly string[] {
  const rest = [...changing].filter((i) => !growing.has(i)).map((i) => variants[i].letter);
  return [
    ...(growing.size > 0 ? ["↗ grows with the length of the run"] : []),
    ...(rest.length > 0 ? [`${rest.join(", ")}: not settled, measure longer`] : []),
  ];
}
