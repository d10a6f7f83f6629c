/**
 * All networks of the page in numbers, the best first: a row per measure, with a bar from zero for each network. The table adds difference
 * and ratio to the baseline.
 */
import { anded } from "../../core/base/words.ts";
import type { Canvas, Variant, View, ViewData } from "../contract.ts";
import { formatMeasure, formatMoney, sayPercent } from "../../words/numbers.ts";
import { type Drawing, drawMarks } from "../marks/marks.ts";
import { ledgerLines, ledgerMeasures } from "./ledger-measures.ts";
import { saySpreads } from "./ledger-spread.ts";
import { inOrder } from "./order.ts";
import { ledgerForm, ledgerMarks } from "./paint-ledger.ts";
import { isDeadlocked } from "../../core/measures/results.ts";

export const ledger: View<Drawing> = {
  id: "ledger",
  title: "Comparison",
  drawsFrom: ["answer"],
  drawsAll: true,
  isOfWholeRuns: true,

  room(data, width) {
    const { variants, lines } = shownOf(data);
    return { width, height: ledgerForm(lines, variants, { width, units: data.units }).height };
  },

  needs({ variants }) {
    return variants.length < 2 || variants.every(({ facts }) => facts === null)
      ? "Compares networks in numbers, once there is a second one."
      : null;
  },

  summary(data) {
    const { variants, baseline } = data;
    if (variants.length < 2) return "Nothing to compare yet.";
    const [other] = variants.filter((_, i) => i !== baseline);
    const said = variants.length === 2 ? sayTwo(variants[baseline], other) : sayMany(data);
    const at = data.point === undefined ? "" : `At ${data.point}: `;
    return `${at}${said.replace(/\.$/, "")}${saySpreads(data.units, variants)}.`;
  },

  layout(data, canvas: Canvas) {
    const { variants, lines } = shownOf(data);
    return { marks: canvas.width < 120 ? [] : ledgerMarks(lines, variants, canvas) };
  },

  draw: ({ marks }, into) => drawMarks(marks, into),

  table(data) {
    const { variants, baseline } = data;
    const others = [...variants.keys()].filter((i) => i !== baseline);
    const lines = ledgerLines(data);
    const spread = lines.some(({ spreads }) => spreads.some((each) => each !== null)) ? [...variants.keys()] : [];
    const columns = [
      { title: "Measure", unit: "" },
      { title: "Unit", unit: "" },
      ...variants.map(({ letter, title }) => ({ title: `${letter} ${title}`.trim(), unit: "" })),
      ...others.flatMap((i) => [
        { title: `${variants[i].letter} − ${variants[baseline].letter}`, unit: "" },
        { title: `${variants[i].letter} / ${variants[baseline].letter}`, unit: "" },
      ]),
      ...spread.flatMap((i) => [
        { title: `${variants[i].letter}, lowest of its seeds`, unit: "" },
        { title: `${variants[i].letter}, highest of its seeds`, unit: "" },
      ]),
    ];
    const rows = lines.map(({ measure, values, most, spreads, changing }) => {
      const first = values[baseline];
      const told = (value: number) => data.units.toPageUnit(value, measure.unit, most);
      const beside = others.flatMap((i) => {
        const value = values[i];
        return value === null || first === null ? ["", ""] : [told(value - first), first === 0 ? "" : value / first];
      });
      const ends = spread.flatMap((i): readonly (string | number)[] => {
        const own = spreads[i];
        return own === null ? ["", ""] : [told(own.low), told(own.high)];
      });
      return [
        changing.size === 0
          ? measure.title
          : `${measure.title} (in ${anded([...changing].map((i) => variants[i].letter))} it still grew when the run ended)`,
        data.units.headOf(measure.unit, most),
        ...values.map((value) => (value === null ? "" : told(value))),
        ...beside,
        ...ends,
      ];
    });
    return { columns, rows, isMixed: true };
  },
};

/** The networks in drawing order, with their measures. */
function shownOf(data: ViewData) {
  const { units } = data;
  const shown = inOrder(data);
  return { variants: shown, lines: ledgerLines({ variants: shown, units }) };
}

/** Compares the second network with the first: performance and cost. */
function sayTwo(a: Variant, b: Variant): string {
  const stuck = [a, b].filter(({ results }) => results !== null && isDeadlocked(results)).map(({ letter }) => letter);
  if (stuck.length > 0)
    return `${stuck.join(" and ")} ${stuck.length === 1 ? "ends" : "end"} in a deadlock: nothing is delivered there any more.`;
  const times = (find: string) => {
    const of = ledgerMeasures.find(({ title }) => title === find)?.of;
    const [p, q] = [of?.(a) ?? null, of?.(b) ?? null];
    return p === null || q === null || p === 0 ? null : q / p;
  };
  const [gives, takes, price] = [times("Accepted load"), times("Makespan"), times("Cost per terminal")];
  // Cost per terminal and total cost compare alike if both have the same number of terminals.
  const isLike = a.bill?.terminals === b.bill?.terminals;
  const cost =
    price === null ? "" : ` at ${price === 1 ? "the same" : `${formatMeasure(price)} times the`} cost${isLike ? "" : " per terminal"}`;
  if (takes !== null) return `Against ${a.letter}, ${b.letter} takes ${sayPercent(takes)} of the time${cost}.`;
  if (gives !== null) return `Against ${a.letter}, ${b.letter} accepts ${timesAs(gives)} much${cost}.`;
  return `${b.letter} next to ${a.letter}${cost}; the runs have not both finished yet.`;
}

/** `1.5 times as`, or `as` for a factor of 1. */
function timesAs(factor: number): string {
  const text = formatMeasure(factor);
  return Math.round(factor * 100) === 100 ? "as" : `${text} times as`;
}

/** Names the networks with the highest load, the shortest makespan and the lowest cost. */
function sayMany(data: ViewData): string {
  const { variants } = data;
  const lines = ledgerLines(data);
  const bestAt = (title: string) => {
    const line = lines.find(({ measure }) => measure.title === title);
    const all = [...(line?.best ?? [])].sort((a, b) => a - b);
    if (line === undefined || all.length === 0) return null;
    return { letter: anded(all.map((i) => variants[i].letter)), isOne: all.length === 1, value: line.values[all[0]] ?? 0 };
  };
  const [most, soonest, least] = [bestAt("Accepted load"), bestAt("Makespan"), bestAt("Cost per terminal")];
  const parts = [
    most === null
      ? []
      : [
          `${most.letter} ${most.isOne ? "accepts" : "accept"} most, ${data.units.withUnit(data.units.formatLoad(most.value), "phits/cycle per sender")}`,
        ],
    soonest === null ? [] : [`${soonest.letter} ${soonest.isOne ? "is" : "are"} done first, after ${data.units.sayTime(soonest.value)}`],
    least === null ? [] : [`${least.letter} ${least.isOne ? "costs" : "cost"} least, ${formatMoney(least.value)} per terminal`],
  ].flat();
  return `Of ${variants.length} networks, ${parts.length === 0 ? "none is measured yet" : parts.join("; ")}.`;
}
