/** Links to what the page shows, and what a citation says of it. Nothing is sent anywhere. */
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

/** The link to the present scenario, as a whole address; null when it would be too long to be read again. */
export const linkOf = (page: Page): Promise<string | null> =>
  fragmentOf(page).then((fragment) => (fragment === null ? null : addressFor(fragment)));

/** The part of that link behind its #. */
export async function fragmentOf({ store, resultCache }: Page): Promise<string | null> {
  const scenario = store.getState().document.current;
  // The page that opens the link says whether its numbers are the same.
  const claim = (await claimOf(scenario, resultCache)) ?? scenario.claim;
  return writeLink({ ...scenario, claim }).catch(() => null);
}

export async function shareLink(page: Page, act: (link: string) => unknown): Promise<void> {
  const link = await linkOf(page);
  if (link !== null) act(link);
}

/** The part of a link that opens cards and picks what is picked here. @param cards ids of the cards */
export function viewPart({ store }: Page, cards: readonly string[]): string {
  const {
    session: { selected, span },
    view: { choices },
  } = store.getState();
  const shown = Object.fromEntries(cards.flatMap((card) => (choices[card] === undefined ? [] : [[card, choices[card]]])));
  return writeView({ cards, picked: selected, span, unit: unitSaid(store.getState()), choices: shown });
}

/** The scenario's title, or nothing, and its sentence. */
export function titleAndSentence({ store }: Page): { readonly title: string; readonly sentence: string } {
  const scenario = store.getState().document.current;
  return { title: isolated(scenario.title), sentence: plain(documentSentence(scenario)) };
}

/** What a citation of this exact run says. */
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

/** The link that says every value; null where it would be too long to be read again. */
export function wholeLinkOf(scenario: Document, claim: Claim | null): Promise<string | null> {
  return writeWholeLink({ ...scenario, claim: claim ?? scenario.claim }).then(addressFor, () => null);
}
