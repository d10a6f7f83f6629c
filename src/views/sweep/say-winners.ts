/** The fastest contender by size, as text and as table rows. */
import { capital } from "../../core/base/words.ts";
import { namesOf, type Sides, worthOf } from "../../core/measures/contest.ts";
import type { SweepTable, SweptMeasure } from "../../core/measures/sweep.ts";
import { sayEach, sayReigns } from "../../words/contest.ts";
import type { Table, Variant } from "../contract.ts";
import { networkName } from "./names.ts";
import { winnersOf } from "./winners.ts";

/** `Up to 16 KiB recursive doubling is fastest, from 64 KiB on ring.`; for several networks, a sentence each. */
export function sayWinners(table: SweepTable, sides: Sides, variants: readonly Variant[]): string {
  const [sizes, ways] = [table.axes[sides.across], table.axes[sides.among]];
  const told = winnersOf(table, sides, variants).flatMap((bests, i) =>
    bests.length === 0 ? [] : [{ letter: variants[i].letter, said: sayReigns(bests, sizes, namesOf(ways)) }],
  );
  if (told.length === 0) return "No size is in whole.";
  if (told.length === 1 && variants.length === 1) return `${capital(told[0].said)}.`;
  return sayEach(told)
    .map((each) => `${capital(each)}.`)
    .join(" ");
}

/** A row for each network and size. */
export function tableOfWinners(table: SweepTable, sides: Sides, variants: readonly Variant[], measure: SweptMeasure): Table {
  const [sizes, ways] = [table.axes[sides.across], table.axes[sides.among]];
  const names = namesOf(ways);
  const columns = [
    ...(variants.length > 1 ? [{ title: "Network", unit: "" }] : []),
    { title: sizes.title, unit: sizes.unit },
    { title: `Fastest ${ways.title.toLowerCase()}`, unit: "" },
    { title: "As fast", unit: "" },
    { title: measure.title, unit: measure.unit },
    { title: "Times the next", unit: "" },
  ];
  const rows = winnersOf(table, sides, variants).flatMap((bests, i) =>
    bests.map((best): readonly (string | number)[] => [
      ...(variants.length > 1 ? [networkName(variants[i])] : []),
      sizes.numbers?.[best.place] ?? sizes.labels[best.place],
      names[best.contender],
      best.equals.map((each) => names[each]).join(", "),
      worthOf(table, sides, i, best, measure) ?? "",
      best.ahead === Infinity ? "" : best.ahead,
    ]),
  );
  return { columns, rows };
}
