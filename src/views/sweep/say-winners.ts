/** Who wins where in words, and as rows. */
import { anded } from "../../core/base/words.ts";
import { type Best, bestsOf, contestOf, type Reign, reignsOf, type Sides } from "../../core/measures/contest.ts";
import type { SweepAxis, SweepTable, SweptMeasure } from "../../core/measures/sweep.ts";
import { formatMeasure, formatPercent } from "../../words/numbers.ts";
import type { Table, Variant } from "../contract.ts";
import { winnersOf } from "./winners.ts";

/** A network by its letter and title; by its title where it stands alone. */
export function nameOf({ letter, title }: Pick<Variant, "letter" | "title">): string {
  return letter === "" ? title : `${letter} ${title}`;
}

/** More reigns than this are told by how many sizes each holds. */
const mostReigns = 4;

/** `Up to 16 KiB recursive doubling is best, from 64 KiB on ring.`; of several networks each. */
export function sayWinners(table: SweepTable, sides: Sides, variants: readonly Variant[], measure: SweptMeasure): string {
  const [sizes, ways] = [table.axes[sides.across], table.axes[sides.among]];
  const told = winnersOf(table, sides, variants, measure).flatMap((bests, i) =>
    bests.length === 0 ? [] : [{ variant: variants[i], said: sayBests(bests, sizes, ways.labels) }],
  );
  if (told.length === 0) return "No size is in whole.";
  if (told.length === 1 && variants.length === 1) return `${told[0].said[0].toUpperCase()}${told[0].said.slice(1)}.`;
  // Networks of which the same can be said are said together.
  const groups = [...new Set(told.map(({ said }) => said))].map((said) => ({
    said,
    letters: told.filter((each) => each.said === said).map(({ variant }) => variant.letter),
  }));
  return groups.map(({ said, letters }) => `${anded(letters)}: ${said}.`).join(" ");
}

function sayBests(bests: readonly Best[], sizes: SweepAxis, ways: readonly string[]): string {
  const reigns = reignsOf(bests);
  if (reigns.length > mostReigns) return sayCounts(bests, ways);
  return reigns.map((reign, i) => sayReign(reign, i, reigns.length, sizes.labels, ways)).join(", ");
}

function sayReign({ contender, from, until }: Reign, i: number, of: number, sizes: readonly string[], ways: readonly string[]): string {
  const who = ways[contender];
  if (of === 1) return `${who} is best from ${sizes[from]} to ${sizes[until]}`;
  if (i === 0) return `up to ${sizes[until]} ${who} is best`;
  if (i === of - 1) return `from ${sizes[from]} on ${who}`;
  return from === until ? `at ${sizes[from]} ${who}` : `from ${sizes[from]} to ${sizes[until]} ${who}`;
}

function sayCounts(bests: readonly Best[], ways: readonly string[]): string {
  const counts = ways
    .map((name, i) => ({ name, count: bests.filter(({ contender }) => contender === i).length }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count);
  const [first, ...rest] = counts;
  return `${first.name} is best at ${first.count} of ${bests.length} sizes, ${anded(rest.map(({ name, count }) => `${name} at ${count}`))}`;
}

/** `as good: ring`; `1.8 times as good as the next`. */
export function sayAhead({ equals, ahead }: Best, ways: readonly string[]): string {
  if (equals.length > 0) return `as good: ${anded(equals.map((each) => ways[each]))}`;
  if (ahead === Infinity) return "alone";
  return ahead < 1.1 ? `${formatPercent(ahead - 1)} better than the next` : `${formatMeasure(ahead)} times as good as the next`;
}

/** A row for each network and size. */
export function tableOfWinners(table: SweepTable, sides: Sides, variants: readonly Variant[], measure: SweptMeasure): Table {
  const [sizes, ways] = [table.axes[sides.across], table.axes[sides.among]];
  const columns = [
    ...(variants.length > 1 ? [{ title: "Network", unit: "" }] : []),
    { title: sizes.title, unit: sizes.unit },
    { title: `Best ${ways.title.toLowerCase()}`, unit: "" },
    { title: "As good", unit: "" },
    { title: measure.title, unit: measure.unit },
    { title: "Times the next", unit: "" },
  ];
  const rows = variants.flatMap((variant, i) =>
    bestsOf(contestOf(table, sides, i, measure)).map((best): readonly (string | number)[] => [
      ...(variants.length > 1 ? [nameOf(variant)] : []),
      sizes.numbers?.[best.place] ?? sizes.labels[best.place],
      ways.labels[best.contender],
      best.equals.map((each) => ways.labels[each]).join(", "),
      best.mean,
      best.ahead === Infinity ? "" : best.ahead,
    ]),
  );
  return { columns, rows };
}
