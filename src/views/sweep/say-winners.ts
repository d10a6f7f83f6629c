/** The fastest contender by size, as text and as table rows. */
import { capitalize } from "../../core/base/words.ts";
import { contenderNamesOf, type ContestAxes, winnerValueOf } from "../../core/measures/contest.ts";
import type { SweepTable, SweptMeasure } from "../../core/measures/sweep.ts";
import { sayPerNetwork, sayReigns } from "../../words/contest.ts";
import type { TableData, Variant } from "../contract.ts";
import { networkName } from "./names.ts";
import { bestContenders } from "./winners.ts";

/** `Up to 16 KiB recursive doubling is fastest, from 64 KiB on ring.`; for several networks, a sentence each. */
export function sayWinners(table: SweepTable, sides: ContestAxes, variants: readonly Variant[]): string {
  const [sizes, contenders] = [table.axes[sides.sizeAxis], table.axes[sides.contenderAxis]];
  const sentences = bestContenders(table, sides, variants).flatMap((bests, i) =>
    bests.length === 0 ? [] : [{ letter: variants[i].letter, said: sayReigns(bests, sizes, contenderNamesOf(contenders)) }],
  );
  if (sentences.length === 0) return "No message size is complete yet.";
  if (sentences.length === 1 && variants.length === 1) return `${capitalize(sentences[0].said)}.`;
  return sayPerNetwork(sentences)
    .map((each) => `${capitalize(each)}.`)
    .join(" ");
}

/** A row for each network and size. */
export function winnersTable(table: SweepTable, sides: ContestAxes, variants: readonly Variant[], measure: SweptMeasure): TableData {
  const [sizes, contenders] = [table.axes[sides.sizeAxis], table.axes[sides.contenderAxis]];
  const names = contenderNamesOf(contenders);
  const columns = [
    ...(variants.length > 1 ? [{ title: "Network", unit: "" }] : []),
    { title: sizes.title, unit: sizes.unit },
    { title: `Fastest ${contenders.title.toLowerCase()}`, unit: "" },
    { title: "As fast", unit: "" },
    { title: measure.title, unit: measure.unit },
    { title: "Times the next", unit: "" },
  ];
  const rows = bestContenders(table, sides, variants).flatMap((bests, i) =>
    bests.map((best): readonly (string | number)[] => [
      ...(variants.length > 1 ? [networkName(variants[i])] : []),
      sizes.numbers?.[best.size] ?? sizes.labels[best.size],
      names[best.contender],
      best.ties.map((each) => names[each]).join(", "),
      winnerValueOf(table, sides, i, best, measure) ?? "",
      best.leadFactor === Infinity ? "" : best.leadFactor,
    ]),
  );
  return { columns, rows };
}
