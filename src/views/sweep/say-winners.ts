/** The fastest contender by size, as text and as table rows. */
import { capitalize } from "../../core/base/words.ts";
import { contenderNamesOf, type ContestAxes, winnerValueOf } from "../../core/measures/contest.ts";
import type { SweepTable, SweptMeasure } from "../../core/measures/sweep.ts";
import { sayPerNetwork, sayReigns } from "../../words/contest.ts";
import type { TableData, Variant } from "../contract.ts";
import { networkName } from "./names.ts";
import { bestContenders } from "./winners.ts";

/** `Up to 16 KiB recursive doubling is fastest, from 64 KiB on ring.`; for several networks, a sentence each. */
export function sayWinners(table: SweepTable, contestAxes: ContestAxes, variants: readonly Variant[]): string {
  const [sizes, contenders] = [table.axes[contestAxes.sizeAxis], table.axes[contestAxes.contenderAxis]];
  const sentences = bestContenders(table, contestAxes, variants).flatMap((bests, i) =>
    bests.length === 0 ? [] : [{ letter: variants[i].letter, clause: sayReigns(bests, sizes, contenderNamesOf(contenders)) }],
  );
  if (sentences.length === 0) return "No message size is complete yet.";
  if (sentences.length === 1 && variants.length === 1) return `${capitalize(sentences[0].clause)}.`;
  return sayPerNetwork(sentences)
    .map((each) => `${capitalize(each)}.`)
    .join(" ");
}

/**
 * The winners of a contest (a sweep that compares alternatives, the contenders, at several message sizes) as a table. A row for each
 * network and message size names the fastest contender, others that are as fast, and how many times longer the next one takes.
 */
export function winnersTable(table: SweepTable, contestAxes: ContestAxes, variants: readonly Variant[], measure: SweptMeasure): TableData {
  const [sizes, contenders] = [table.axes[contestAxes.sizeAxis], table.axes[contestAxes.contenderAxis]];
  const names = contenderNamesOf(contenders);
  const columns = [
    ...(variants.length > 1 ? [{ title: "Network", unit: "" }] : []),
    { title: sizes.title, unit: sizes.unit },
    { title: `Fastest ${contenders.title.toLowerCase()}`, unit: "" },
    { title: "As fast", unit: "" },
    { title: measure.title, unit: measure.unit },
    { title: "Times the next", unit: "" },
  ];
  const rows = bestContenders(table, contestAxes, variants).flatMap((winners, i) =>
    winners.map((winner): readonly (string | number)[] => [
      ...(variants.length > 1 ? [networkName(variants[i])] : []),
      sizes.numbers?.[winner.size] ?? sizes.labels[winner.size],
      names[winner.contender],
      winner.ties.map((each) => names[each]).join(", "),
      winnerValueOf(table, contestAxes, i, winner, measure) ?? "",
      winner.leadFactor === Infinity ? "" : winner.leadFactor,
    ]),
  );
  return { columns, rows };
}
