/** The result of a mix as Markdown: the conclusion, the weights, and a table of numbers. */
import { formatCount, formatRatio } from "../../../words/numbers.ts";
import { concludeMix } from "../../../findings/mix.ts";
import { type MixAxis, type MixTable, type Reckoning, worthRows } from "../../../core/measures/mix.ts";

/** Conclusion and table; empty without results. */
export function mixMarkdown(mix: MixTable, reckoning: Reckoning = mix.reckonings[0]): string {
  const concluded = concludeMix(mix, reckoning);
  if (concluded === null) return "";
  const written = (value: number | null, write = formatRatio) => (value === null ? "–" : write(value));
  const rows = worthRows(mix, reckoning).map(({ network: { letter, title }, worth: { phi, cost: over, ratio }, cost }) =>
    [`${letter} ${title}`.trim(), written(phi), written(cost, (value) => `$${formatCount(value)}`), written(over), written(ratio)].map(
      escaped,
    ),
  );
  const heads = ["Network", "Performance", "Cost per terminal", "Cost", "Performance per cost"];
  const lines = [heads, ["---", "---:", "---:", "---:", "---:"], ...rows].map((cells) => `| ${cells.join(" | ")} |`);
  return [
    `${concluded.isPartial ? "So far: " : ""}${escaped(concluded.answer)} ${escaped(concluded.evidence.join(" "))}`,
    `${escaped(sayWeights(mix.rows))}; ${escaped(sayWeights(mix.columns))}. Costs of ${reckoning.title}.`,
    lines.join("\n"),
  ].join("\n\n");
}

/** Weights of an axis as text: `every message counts 1`. */
export function sayWeights({ title, labels, weights }: MixAxis): string {
  if (labels.length === 1) return "one size";
  const name = title.toLowerCase();
  if (weights.every((each) => each === weights[0])) return `every ${name} counts ${weights[0]}`;
  const counted = labels.flatMap((label, i) => (weights[i] === 0 ? [] : [`${label} ${Number(weights[i].toFixed(2))}`]));
  const isRest = counted.length < labels.length;
  return `${name}: ${[...counted, ...(isRest ? ["the others 0"] : [])].join("; ")}`;
}

/** Escapes the characters that are syntax in Markdown. */
function escaped(text: string): string {
  return text.replaceAll(/[\\`*_[\]<>#|]/g, String.raw`\$&`);
}
