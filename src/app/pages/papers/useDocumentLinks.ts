/** Links that open the documents of an exhibit in the workbench. */
import { useEffect, useState } from "react";
import { parseDocument } from "../../../core/scenario/read-document.ts";
import type { LoadUnit } from "../../../core/base/load-unit.ts";
import type { PageSelection } from "../../../core/network/selection.ts";
import { writeDocumentLink } from "../../../links/index.ts";
import { writeView } from "../../../links/view-state.ts";
import type { OpenedCard, ScenarioDocument } from "../../../reproductions/contract.ts";

/** What a link selects and opens next to its document. */
export interface LinkedParts {
  readonly picked?: PageSelection;
  readonly card?: OpenedCard;
}

/**
 * The link of a document, `#v=1&…`, optionally with a selection and a card. Undefined until it is written, and if the document is too long
 * for a link.
 */
export type LinkLookup = (document: ScenarioDocument | undefined, parts?: LinkedParts) => string | undefined;

/**
 * Gives the links that open documents in the workbench, optionally with an element selected or a card opened. They are written again after every change of
 * the documents or of `transform`; until then, and for a document that is too long for a link, there is none.
 * @param loadUnit the unit in which the workbench shows loads; undefined for that of the document
 * @param transform maps a document to the version with the reader's constants, which its link opens
 */
export function useDocumentLinks(
  documents: readonly ScenarioDocument[],
  loadUnit: LoadUnit | undefined,
  transform: (document: ScenarioDocument) => ScenarioDocument,
): LinkLookup {
  const [links, setLinks] = useState<ReadonlyMap<ScenarioDocument, string>>(new Map());
  useEffect(() => {
    let isCancelled = false;
    const pendingLinks = documents.map(
      async (document) => [document, `#${await writeDocumentLink(parseDocument(transform(document)))}`] as const,
    );
    void Promise.allSettled(pendingLinks).then((settledLinks) => {
      if (!isCancelled) setLinks(new Map(settledLinks.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []))));
    });
    return () => {
      isCancelled = true;
    };
  }, [documents, transform]);
  return (document, parts = {}) => {
    const link = document === undefined ? undefined : links.get(document);
    return link === undefined || document === undefined ? undefined : link + viewPart(document, parts, loadUnit);
  };
}

/**
 * The part of a link that says what is shown, with its `&`; empty if the workbench decides. A link that has a view has all of its cards, so
 * those that the workbench would open are named if only the unit is set.
 */
export function viewPart(document: ScenarioDocument, { picked, card }: LinkedParts, loadUnit: LoadUnit | undefined): string {
  if (picked === undefined && card === undefined && loadUnit === undefined) return "";
  const usualCard = document["sweep"] !== undefined ? "sweep" : document["beside"] !== undefined ? "ledger" : "load-curve";
  // The card "channel" shows the details of any selection.
  const cards = card !== undefined ? [card.id] : picked !== undefined ? ["channel"] : ["channel", usualCard];
  const choices = card?.choice === undefined ? {} : { [card.id]: { [card.choice.of]: card.choice.is } };
  return `&${writeView({ cards, picked: picked ?? { is: "nothing" }, span: null, unit: loadUnit ?? null, choices })}`;
}
