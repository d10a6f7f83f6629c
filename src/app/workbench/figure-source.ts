/** Source of a saved figure: the sentence of its document, the link that reproduces it, and the checksum of its results. */
import { version } from "../../../package.json";
import { engineVersion } from "../../core/run/version.ts";
import type { FigureSource } from "../../views/contract.ts";
import type { Page } from "../create-page.ts";
import { claimOf } from "../runs/claim.ts";
import { documentSentence, segmentsAsText } from "../../words/sentence.ts";
import { documentLink } from "../sharing/link.ts";

export async function figureSource(page: Page): Promise<FigureSource> {
  const scenario = page.store.getState().document.current;
  const [link, claim] = await Promise.all([documentLink(page), claimOf(scenario, page.resultCache)]);
  const checksumText = claim === null ? "some results are missing, so there is no digest" : `digest ${claim.digest}`;
  const document = segmentsAsText(documentSentence(scenario));
  return { document, link: link ?? "", results: `Fabricscope ${version}, engine ${engineVersion}, seed ${scenario.seed}, ${checksumText}` };
}
