/** The result of a mix as Markdown: the conclusion, the weights, and a table of numbers. */
import { formatCount, formatRatio } from "../../../words/numbers.ts";
import { concludeFromMix } from "../../../findings/mix.ts";
import { type MixAxis, type MixTable, type CostBasis, efficiencyRows } from "../../../core/measures/mix.ts";

/**
 * The conclusion of a mix (results of several networks, averaged over programs and message sizes with weights) and a table of the networks,
 * as Markdown. Empty without results. Performance (`phi`) and cost of a network are relative to the baseline; `ratio` is its performance
 * per cost.
 * @param costBasis What the costs of a network include: the whole network or the part in use.
 */
export function mixMarkdown(mix: MixTable, costBasis: CostBasis = mix.costBases[0]): string {
  const conclusion = concludeFromMix(mix, costBasis);
  if (conclusion === null) return "";
  const formatOrDash = (value: number | null, write = formatRatio) => (value === null ? "–" : write(value));
  const rows = efficiencyRows(mix, costBasis).map(
    ({ network: { letter, title }, efficiency: { phi: relativePerformance, cost: relativeCost, ratio }, cost }) =>
      [
        `${letter} ${title}`.trim(),
        formatOrDash(relativePerformance),
        formatOrDash(cost, (value) => `$${formatCount(value)}`),
        formatOrDash(relativeCost),
        formatOrDash(ratio),
      ].map(escapeForMarkdown),
  );
  const headers = ["Network", "Performance", "Cost per terminal", "Cost", "Performance per cost"];
  const lines = [headers, ["---", "---:", "---:", "---:", "---:"], ...rows].map((cells) => `| ${cells.join(" | ")} |`);
  return [
    `${conclusion.isPartial ? "So far: " : ""}${escapeForMarkdown(conclusion.answer)} ${escapeForMarkdown(conclusion.evidence.join(" "))}`,
    `${escapeForMarkdown(sayWeights(mix.rows))}; ${escapeForMarkdown(sayWeights(mix.columns))}. Costs of ${costBasis.title}.`,
    lines.join("\n"),
  ].join("\n\n");
}

/** Weights of an axis as text: `every message counts 1`. */
export function sayWeights({ title, labels, weights }: MixAxis): string {
  if (labels.length === 1) return "one size";
  const name = title.toLowerCase();
  if (weights.every((each) => each === weights[0])) return `every ${name} has weight ${weights[0]}`;
  const weightTexts = labels.flatMap((label, i) => (weights[i] === 0 ? [] : [`${label} ${Number(weights[i].toFixed(2))}`]));
  const hasZeros = weightTexts.length < labels.length;
  return `${name}: ${[...weightTexts, ...(hasZeros ? ["the others 0"] : [])].join("; ")}`;
}

/** Escapes the characters that are syntax in Markdown. */
function escapeForMarkdown(text: string): string {
  return text.replaceAll(/[\\`*_[\]<>#|]/g, String.raw`\$&`);
}
