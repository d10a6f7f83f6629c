/** All networks of the page in numbers: a line per measure, a column per network, and how each stands to the first. */
import type { Canvas, Variant, View, ViewData } from "../contract.ts";
import { countOf, formatLoad, formatMeasure, formatPercent, withUnit } from "../shared/format.ts";
import { type Drawing, drawMarks } from "../shared/marks.ts";
import { ledgerLines, ledgerMeasures } from "./ledger-measures.ts";
import { columnsOf, ledgerHeight, ledgerMarks } from "./paint-ledger.ts";

export const ledger: View<Drawing> = {
  id: "ledger",
  title: "Comparison",
  isUsual: ({ variants }) => variants.length > 1,

  room: (data, width) => ({ width, height: ledgerHeight(columnsOf(data.variants, width), ledgerLines(data).length) }),

  needs({ variants }) {
    return variants.length < 2 || variants.every(({ network }) => network === null)
      ? "Here networks stand side by side in numbers, each beside the first, as soon as there is a second one."
      : null;
  },

  summary(data) {
    const [first, ...others] = data.variants;
    if (others.length === 0) return "Nothing to compare yet.";
    return others.length === 1 ? sayTwo(first, others[0]) : sayMany(data);
  },

  layout: (data, canvas: Canvas) => ({ marks: canvas.width < 120 ? [] : ledgerMarks(ledgerLines(data), data.variants, canvas) }),

  draw: ({ marks }, into) => drawMarks(marks, into),

  table(data) {
    const { variants } = data;
    const [baseline, ...others] = variants.map(({ letter }) => letter);
    const columns = [
      { title: "Measure", unit: "" },
      { title: "Unit", unit: "" },
      ...variants.map(({ letter, title }) => ({ title: `${letter} ${title}`.trim(), unit: "" })),
      ...others.flatMap((letter) => [
        { title: `${letter} − ${baseline}`, unit: "" },
        { title: `${letter} / ${baseline}`, unit: "" },
      ]),
    ];
    const rows = ledgerLines(data).map(({ measure, values, ratios }) => [
      measure.title,
      measure.unit,
      ...values.map((value) => value ?? ""),
      ...values.slice(1).flatMap((value, i) => [value === null || values[0] === null ? "" : value - values[0], ratios[i + 1] ?? ""]),
    ]);
    return { columns, rows };
  },
};

/** What the second gives beside the first, and what it takes. */
function sayTwo(a: Variant, b: Variant): string {
  const times = (find: string) => {
    const of = ledgerMeasures.find(({ title }) => title === find)?.of;
    const [p, q] = [of?.(a) ?? null, of?.(b) ?? null];
    return p === null || q === null || p === 0 ? null : q / p;
  };
  const [gives, takes, links] = [times("Accepted load"), times("Makespan"), times("Links")];
  const cost = links === null ? "" : ` with ${links === 1 ? "as many" : `${formatMeasure(links)} times the`} links`;
  if (takes !== null) return `Against ${a.letter}, ${b.letter} takes ${withUnit(formatPercent(takes), "%")} of the time${cost}.`;
  if (gives !== null) return `Against ${a.letter}, ${b.letter} accepts ${formatMeasure(gives)} times as much${cost}.`;
  return `${b.letter} stands beside ${a.letter}${cost}; nothing has run yet.`;
}

/** Who gives most, and who takes least. */
function sayMany(data: ViewData): string {
  const { variants } = data;
  const lines = ledgerLines(data);
  const bestAt = (title: string) => {
    const line = lines.find(({ measure }) => measure.title === title);
    const [i] = line?.best ?? [];
    return line === undefined || i === undefined ? null : { letter: variants[i].letter, value: line.values[i] ?? 0 };
  };
  const [most, soonest, least] = [bestAt("Accepted load"), bestAt("Makespan"), bestAt("Links per terminal")];
  const parts = [
    most === null ? [] : [`${most.letter} accepts most, ${withUnit(formatLoad(most.value), "phits/cycle per terminal")}`],
    soonest === null ? [] : [`${soonest.letter} is done first, after ${countOf(soonest.value, "cycle", "cycles")}`],
    least === null ? [] : [`${least.letter} has the fewest links, ${formatLoad(least.value)} per terminal`],
  ].flat();
  return `Of ${variants.length} networks, ${parts.length === 0 ? "none is measured yet" : parts.join("; ")}.`;
}
