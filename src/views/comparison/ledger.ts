/**
 * All networks of the page in numbers, in the order of their letters: a row per measure, with a bar from zero for each network. The table adds difference
 * and ratio to the baseline.
 */
import { joinWithAnd } from "../../core/base/words.ts";
import type { Canvas, Variant, View, ViewData } from "../contract.ts";
import { formatMeasure, formatMoney, sayPercent } from "../../words/numbers.ts";
import { type MarksDrawing, drawMarks } from "../marks/marks.ts";
import { ledgerLines, ledgerMeasures } from "./ledger-measures.ts";
import { saySpreads } from "./ledger-spread.ts";
import { ledgerForm, ledgerMarks } from "./paint-ledger.ts";
import { isDeadlocked } from "../../core/measures/results.ts";

export const ledger: View<MarksDrawing> = {
  id: "ledger",
  title: "Comparison",
  sources: ["answer"],
  isForAllNetworks: true,
  isOfWholeRuns: true,

  preferredSize(data, width) {
    return { width, height: ledgerForm(ledgerLines(data), data.variants, { width, units: data.units }).height };
  },

  emptyMessage({ variants }) {
    return variants.length < 2 || variants.every(({ facts }) => facts === null)
      ? "Compares networks measure by measure. Add a second network."
      : null;
  },

  summary(data) {
    const { variants, baseline } = data;
    if (variants.length < 2) return "There is no second network to compare yet.";
    const [other] = variants.filter((_, i) => i !== baseline);
    const comparisonText = variants.length === 2 ? sayTwo(data, variants[baseline], other) : sayAll(data);
    const prefix = data.sweepPointLabel === undefined ? "" : `At ${data.sweepPointLabel}: `;
    return `${prefix}${comparisonText.replace(/\.$/, "")}${saySpreads(data.units, variants)}.`;
  },

  layout(data, canvas: Canvas) {
    return { marks: canvas.width < 120 ? [] : ledgerMarks(ledgerLines(data), data.variants, canvas) };
  },

  draw: ({ marks }, group) => drawMarks(marks, group),

  /**
   * The comparison as a table: a row for each measure, with its unit, its value for each network, the difference and ratio of each other
   * network to the baseline, and the range over seeds.
   */
  table(data) {
    const { variants, baseline } = data;
    const otherIndices = [...variants.keys()].filter((i) => i !== baseline);
    const lines = ledgerLines(data);
    const variantsWithSpread = lines.some(({ spreads }) => spreads.some((each) => each !== null)) ? [...variants.keys()] : [];
    const columns = [
      { title: "Measure", unit: "" },
      { title: "Unit", unit: "" },
      ...variants.map(({ letter, title }) => ({ title: `${letter} ${title}`.trim(), unit: "" })),
      ...otherIndices.flatMap((i) => [
        { title: `${variants[i].letter} − ${variants[baseline].letter}`, unit: "" },
        { title: `${variants[i].letter} / ${variants[baseline].letter}`, unit: "" },
      ]),
      ...variantsWithSpread.flatMap((i) => [
        { title: `${variants[i].letter}, lowest of its seeds`, unit: "" },
        { title: `${variants[i].letter}, highest of its seeds`, unit: "" },
      ]),
    ];
    const rows = lines.map(({ measure, values, largest, spreads, changing }) => {
      const baselineValue = values[baseline];
      const inPageUnit = (value: number) => data.units.toPageUnit(value, measure.unit, largest);
      const comparedValues = otherIndices.flatMap((i) => {
        const value = values[i];
        return value === null || baselineValue === null
          ? ["", ""]
          : [inPageUnit(value - baselineValue), baselineValue === 0 ? "" : value / baselineValue];
      });
      const spreadValues = variantsWithSpread.flatMap((i): readonly (string | number)[] => {
        const seedSpread = spreads[i];
        return seedSpread === null ? ["", ""] : [inPageUnit(seedSpread.low), inPageUnit(seedSpread.high)];
      });
      return [
        changing.size === 0
          ? measure.title
          : `${measure.title} (in ${joinWithAnd([...changing].map((i) => variants[i].letter))} it still grew when the run ended)`,
        data.units.headOf(measure.unit, largest),
        ...values.map((value) => (value === null ? "" : inPageUnit(value))),
        ...comparedValues,
        ...spreadValues,
      ];
    });
    return { columns, rows, isMixed: true };
  },
};

/**
 * Compares network `b` with network `a` in one sentence: the ratio of their makespans, or of their accepted loads, and the ratio of their
 * costs. If a run has deadlocked, the sentence says only that.
 */
function sayTwo({ units }: Pick<ViewData, "units">, a: Variant, b: Variant): string {
  const deadlocked = [a, b].filter(({ results }) => results !== null && isDeadlocked(results)).map(({ letter }) => letter);
  if (deadlocked.length > 0)
    return `${deadlocked.join(" and ")} ${deadlocked.length === 1 ? "deadlocks and delivers" : "deadlock and deliver"} nothing more.`;
  const ratioOf = (measureTitle: string) => {
    const valueOf = ledgerMeasures.find(({ title }) => title === measureTitle)?.valueOf;
    const [valueOfA, valueOfB] = [valueOf?.(a) ?? null, valueOf?.(b) ?? null];
    return valueOfA === null || valueOfB === null || valueOfA === 0 ? null : valueOfB / valueOfA;
  };
  const [loadRatio, timeRatio, costRatio] = [ratioOf("Accepted load"), ratioOf("Makespan"), ratioOf("Cost per terminal")];
  // Cost per terminal and total cost compare alike if both have the same number of terminals.
  const haveSameTerminals = a.bill?.terminals === b.bill?.terminals;
  const cost =
    costRatio === null
      ? ""
      : ` at ${costRatio === 1 ? "the same" : `${formatMeasure(costRatio)} times the`} cost${haveSameTerminals ? "" : " per terminal"}`;
  const loads = [a, b].map(({ results }) => (results === null ? "" : units.formatLoad(results.acceptedPerSender)));
  const readAlike = loads[0] === loads[1];
  if (timeRatio !== null) return `Compared with ${a.letter}, ${b.letter} takes ${sayPercent(timeRatio)} of the time${cost}.`;
  if (loadRatio !== null) return `Compared with ${a.letter}, ${b.letter} accepts ${sayTimesTheLoad(loadRatio, readAlike)}${cost}.`;
  if (cost === "") return `The runs of ${a.letter} and ${b.letter} have not both finished yet.`;
  return `Compared with ${a.letter}, ${b.letter} comes${cost}; the runs have not both finished yet.`;
}

/** `1.5 times the load`; `the same load` if both loads are printed alike; `about the same load` if they nearly are. */
function sayTimesTheLoad(factor: number, readAlike: boolean): string {
  if (readAlike) return "the same load";
  return Math.round(factor * 100) === 100 ? "about the same load" : `${formatMeasure(factor)} times the load`;
}

/**
 * Names in one sentence the networks with the highest accepted load, the shortest makespan and the lowest cost per terminal; several
 * networks share a place if their values are printed alike. A measure without a best network is omitted.
 */
function sayAll(data: ViewData): string {
  const { variants } = data;
  const lines = ledgerLines(data);
  const bestOf = (title: string) => {
    const line = lines.find(({ measure }) => measure.title === title);
    const bestIndices = [...(line?.best ?? [])].sort((a, b) => a - b);
    if (line === undefined || bestIndices.length === 0) return null;
    return {
      letter: joinWithAnd(bestIndices.map((i) => variants[i].letter)),
      isOne: bestIndices.length === 1,
      value: line.values[bestIndices[0]] ?? 0,
    };
  };
  const [highestLoad, fastest, cheapest] = [bestOf("Accepted load"), bestOf("Makespan"), bestOf("Cost per terminal")];
  const phrases = [
    highestLoad === null
      ? []
      : [
          `${highestLoad.letter} ${highestLoad.isOne ? "accepts" : "accept"} the most, ${data.units.withUnit(data.units.formatLoad(highestLoad.value), "phits/cycle per sender")}`,
        ],
    fastest === null
      ? []
      : [`${fastest.letter} ${fastest.isOne ? "finishes" : "finish"} first, after ${data.units.sayTime(fastest.value)}`],
    cheapest === null
      ? []
      : [`${cheapest.letter} ${cheapest.isOne ? "costs" : "cost"} the least, ${formatMoney(cheapest.value)} per terminal`],
  ].flat();
  return `Of ${variants.length} networks, ${phrases.length === 0 ? "none is measured yet" : phrases.join("; ")}.`;
}
