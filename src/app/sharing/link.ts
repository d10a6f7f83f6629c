/** Links to the content of the page, and the data of a citation. Nothing is sent anywhere. */
import { version } from "../../../package.json";
import { isolated } from "../../core/base/words.ts";
import type { Claim, Document } from "../../core/scenario/document.ts";
import { writeLink, writeWholeLink } from "../../links/index.ts";
import { writeView } from "../../links/view-state.ts";
import type { Cited } from "../../words/citation.ts";
import { documentSentence, plain } from "../../words/sentence.ts";
import type { Page } from "../create-page.ts";
import { claimOf } from "../runs/claim.ts";
import { unitSaid } from "../state/units.ts";
import { addressFor } from "./link-address.ts";

/** The link to the current document, as a complete address; null if it would be too long to be read. */
export const linkOf = (page: Page): Promise<string | null> =>
  fragmentOf(page).then((fragment) => (fragment === null ? null : addressFor(fragment)));

/** The part of that link after the #. */
export async function fragmentOf({ store, resultCache }: Page): Promise<string | null> {
  const scenario = store.getState().document.current;
  // The claim lets the page that opens the link check its results.
  const claim = (await claimOf(scenario, resultCache)) ?? scenario.claim;
  return writeLink({ ...scenario, claim }).catch(() => null);
}

export async function shareLink(page: Page, act: (link: string) => unknown): Promise<void> {
  const link = await linkOf(page);
  if (link !== null) act(link);
}

/** The part of a link that opens cards and repeats the current selection. @param cards ids of the cards */
export function viewPart({ store }: Page, cards: readonly string[]): string {
  const {
    session: { selected, span },
    view: { choices },
  } = store.getState();
  const shown = Object.fromEntries(cards.flatMap((card) => (choices[card] === undefined ? [] : [[card, choices[card]]])));
  return writeView({ cards, picked: selected, span, unit: unitSaid(store.getState()), choices: shown });
}

/** The title of the document, possibly empty, and its sentence. */
export function titleAndSentence({ store }: Page): { readonly title: string; readonly sentence: string } {
  const scenario = store.getState().document.current;
  return { title: isolated(scenario.title), sentence: plain(documentSentence(scenario)) };
}

/** The data of a citation of this exact run. */
export async function citedOf(page: Page): Promise<Cited> {
  const { store, runs, resultCache } = page;
  const scenario = store.getState().document.current;
  const { answer, isAnswerStale } = runs.first.snapshot();
  const { title, sentence } = titleAndSentence(page);
  const [link, claim] = await Promise.all([linkOf(page), claimOf(scenario, resultCache)]);
  return {
    version,
    title: title === "" ? sentence : title,
    isTitled: title !== "",
    seed: scenario.seed,
    claim,
    fingerprint: answer === null || isAnswerStale ? "" : answer.results.fingerprint,
    link: link ?? "",
    date: new Date(),
  };
}

/** The link with every value, including defaults; null if it would be too long to be read. */
export function wholeLinkOf(scenario: Document, claim: Claim | null): Promise<string | null> {
  return writeWholeLink({ ...scenario, claim: claim ?? scenario.claim }).then(addressFor, () => null);
}
