/** Links that open the documents of an exhibit in the workbench. */
import { useEffect, useState } from "react";
import { parseDocument } from "../../../core/scenario/read-document.ts";
import type { PageSelection } from "../../../core/network/selection.ts";
import { writeDocumentLink } from "../../../links/index.ts";
import { writeView } from "../../../links/view-state.ts";
import type { OpenDocument, ScenarioDocument } from "../../../reproductions/contract.ts";

/**
 * The link of a document, `#v=1&…`, optionally with a selection and its card. Undefined until it is written, and if the document is too
 * long for a link.
 */
export type LinkLookup = (document: ScenarioDocument | undefined, selected?: PageSelection) => string | undefined;

/**
 * Gives the links that open documents in the workbench, optionally with an element selected. They are written again after every change of
 * the documents or of `transform`; until then, and for a document that is too long for a link, there is none.
 * @param transform maps a document to the version with the reader's constants, which its link opens
 */
export function useDocumentLinks(
  documents: readonly ScenarioDocument[],
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
  return (document, selected) => {
    const link = document === undefined ? undefined : links.get(document);
    return link === undefined || selected === undefined ? link : `${link}&${selectionView(selected)}`;
  };
}

/** A link that also opens a card with one of its options set. */
export function linkWithCard(link: string, { id, option, choice }: NonNullable<OpenDocument["card"]>): string {
  return `${link}&${writeView({ cards: [id], picked: { is: "nothing" }, span: null, unit: null, choices: { [id]: { [option]: choice } } })}`;
}

/** The card "channel" shows the details of any selection. */
const selectionView = (selected: PageSelection) => writeView({ cards: ["channel"], picked: selected, span: null, unit: null });
