/** The workbench as Markdown: sentence, finding or conclusion, and link. */
import type { MixTable } from "../../core/measures/mix.ts";
import { findingOfScenario } from "../../findings/scenario.ts";
import { findingAtPoint } from "../../findings/traffic.ts";
import { namedVariants } from "../../words/variants.ts";
import type { Page } from "../create-page.ts";
import { titleAndSentence, viewFragmentPart, shareLink } from "../sharing/link.ts";
import { copyText } from "../ui/copy-text.ts";

/** Answer of the finding, over all networks or the whole sweep if there are several; empty while it is stale. */
async function answerText(page: Page): Promise<string> {
  const { store, units, runs } = page;
  const { documentFinding } = await import("./finding/whole-finding.ts");
  const wholeFinding = documentFinding(page);
  if (wholeFinding !== null) return wholeFinding.answer;
  const { answer, isAnswerStale, analysis } = runs.first.snapshot();
  if (answer === null || isAnswerStale) return "";
  const { point } = namedVariants(store.getState().document.current);
  return findingAtPoint(point, findingOfScenario(units(), answer.scenario, answer.results, analysis)).answer;
}

/** Copies the page as Markdown, with its link. */
export const copyMarkdown = (page: Page) => shareLink(page, async (link) => copyText(page, await markdown(page, link), "Markdown copied"));

/** Copies the conclusion on a mix as Markdown, with its table and link. */
export const copyConclusion = (page: Page) =>
  shareLink(page, async (link) => {
    const card = "performance-per-cost";
    const { [card]: viewChoices = {} } = page.store.getState().view.choices;
    // The link includes the cost basis, because the conclusion depends on it.
    const fullLink = Object.keys(viewChoices).length === 0 ? link : `${link}&${viewFragmentPart(page, [card])}`;
    return copyText(page, await markdown(page, fullLink), "Conclusion copied");
  });

async function mixText(page: Page, mix: MixTable): Promise<string> {
  const [{ mixMarkdown }, { selectedCostBasis }] = await Promise.all([
    import("./mix/mix-markdown.ts"),
    import("./finding/whole-finding.ts"),
  ]);
  return mixMarkdown(mix, selectedCostBasis(page, mix));
}

/** Title, sentence, finding or conclusion, and link, as paragraphs. */
async function markdown(page: Page, link: string): Promise<string> {
  const { title, sentence } = titleAndSentence(page);
  const { mix } = page.view.data("");
  const concluded = mix === null ? "" : await mixText(page, mix);
  const lines = [
    title === "" ? "" : `**${escapeMarkdown(title)}**`,
    escapeMarkdown(sentence),
    concluded === "" ? escapeMarkdown(await answerText(page)) : concluded,
    `[Open in Fabricscope](<${link}>)`,
  ];
  return `${lines.filter((line) => line !== "").join("\n\n")}\n`;
}

/** Escapes the characters that are syntax in Markdown. */
function escapeMarkdown(text: string): string {
  return text.replaceAll(/[\\`*_[\]<>#|]/g, String.raw`\$&`);
}
