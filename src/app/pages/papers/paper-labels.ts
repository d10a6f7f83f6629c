/** Lists the drawings of a paper that have nothing to run, in abbreviated form. */
import type { Paper } from "../../../reproductions/papers.ts";
import { exhibitWithLabel } from "../../../reproductions/index.ts";

/** Labels of a paper's figures and tables that have no exhibit. */
export function labelsWithoutExhibit({ id, cards }: Paper): readonly string[] {
  return cards.filter(({ label }) => exhibitWithLabel(id, label) === undefined).map(({ label }) => label);
}

/** Joins labels without repeating the words that they share: `Figures 3 and 5 to 8, Table 1`. */
export function joinLabels(labels: readonly string[]): string {
  const words = new Set(labels.map((label) => label.split(" ")[0]));
  return [...words]
    .map((word) => {
      const labelsOfWord = labels.filter((label) => label.split(" ")[0] === word);
      if (labelsOfWord.length === 1) return labelsOfWord[0];
      const parts = joinRanges(labelsOfWord.map((label) => label.slice(word.length + 1)));
      return `${word}s ${[parts.slice(0, -1).join(", "), parts[parts.length - 1]].filter((part) => part !== "").join(" and ")}`;
    })
    .join(", ");
}

/** Replaces three or more consecutive numbers by a range: `5 to 8`. */
function joinRanges(numbers: readonly string[]): readonly string[] {
  const runs: string[][] = [];
  for (const number of numbers) {
    const run = runs[runs.length - 1];
    if (run !== undefined && Number(number) === Number(run[run.length - 1]) + 1) run.push(number);
    else runs.push([number]);
  }
  return runs.flatMap((run) => (run.length < 3 ? run : [`${run[0]} to ${run[run.length - 1]}`]));
}
