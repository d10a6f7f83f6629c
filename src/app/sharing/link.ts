/** Links to the content of the page, and the data of a citation. Nothing is sent anywhere. */
import { version } from "../../../package.json";
import { isolateDirection } from "../../core/base/words.ts";
import type { Claim, Document } from "../../core/scenario/document.ts";
import { writeDocumentLink, writeFullLink } from "../../links/index.ts";
import { writeView } from "../../links/view-state.ts";
import type { Citation } from "../../words/citation.ts";
import { documentSentence, segmentsAsText } from "../../words/sentence.ts";
import type { Page } from "../create-page.ts";
import { claimOf } from "../runs/claim.ts";
import { loadUnitForLink } from "../state/units.ts";
import { addressOfFragment } from "./link-address.ts";

/** The link to the current document, as a complete address; null if it would be too long to be read. */
export const documentLink = (page: Page): Promise<string | null> =>
  documentFragment(page).then((fragment) => (fragment === null ? null : addressOfFragment(fragment)));

/** The part of the link to the current document after the `#`. */
export async function documentFragment({ store, resultCache }: Page): Promise<string | null> {
  const scenario = store.getState().document.current;
  // The claim lets the page that opens the link check its results.
  const claim = (await claimOf(scenario, resultCache)) ?? scenario.claim;
  return writeDocumentLink({ ...scenario, claim }).catch(() => null);
}

export async function shareLink(page: Page, share: (link: string) => unknown): Promise<void> {
  const link = await documentLink(page);
  if (link !== null) share(link);
}

/** The part of a link that opens cards and repeats the current selection. @param cards ids of the cards */
export function viewFragmentPart({ store }: Page, cards: readonly string[]): string {
  const {
    session: { selected, span },
    view: { choices },
  } = store.getState();
  const chosenOptions = Object.fromEntries(cards.flatMap((card) => (choices[card] === undefined ? [] : [[card, choices[card]]])));
  return writeView({ cards, picked: selected, span, unit: loadUnitForLink(store.getState()), choices: chosenOptions });
}

/** The title of the document, possibly empty, and its sentence. */
export function titleAndSentence({ store }: Page): { readonly title: string; readonly sentence: string } {
  const scenario = store.getState().document.current;
  return { title: isolateDirection(scenario.title), sentence: segmentsAsText(documentSentence(scenario)) };
}

/** The data of a citation of this exact run. */
export async function citationOf(page: Page): Promise<Citation> {
  const { store, runs, resultCache } = page;
  const scenario = store.getState().document.current;
  const { answer, isAnswerStale } = runs.first.snapshot();
  const { title, sentence } = titleAndSentence(page);
  const [link, claim] = await Promise.all([documentLink(page), claimOf(scenario, resultCache)]);
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
export function fullLinkOf(scenario: Document, claim: Claim | null): Promise<string | null> {
  return writeFullLink({ ...scenario, claim: claim ?? scenario.claim }).then(addressOfFragment, () => null);
}
