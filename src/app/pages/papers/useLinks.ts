/** Links that open the documents of an exhibit in the workbench. */
import { useEffect, useState } from "react";
import { readDocument } from "../../../core/scenario/read-document.ts";
import type { Picked } from "../../../core/network/selected.ts";
import { writeLink } from "../../../links/index.ts";
import { writeView } from "../../../links/view-state.ts";
import type { OpenDocument, ScenarioDocument } from "../../../reproductions/contract.ts";

/**
 * The link of a document, `#v=1&…`, optionally with a selection and its card. Undefined until it is written, and if the document is too
 * long for a link.
 */
export type LinkOf = (document: ScenarioDocument | undefined, picked?: Picked) => string | undefined;

/**
 * Writes the links of documents, each one once.
 * @param transform Maps a document to the version with the reader's constants, which its link opens.
 */
export function useLinks(documents: readonly ScenarioDocument[], changed: (document: ScenarioDocument) => ScenarioDocument): LinkOf {
  const [links, setLinks] = useState<ReadonlyMap<ScenarioDocument, string>>(new Map());
  useEffect(() => {
    let isLeft = false;
    const written = documents.map(async (document) => [document, `#${await writeLink(readDocument(changed(document)))}`] as const);
    void Promise.allSettled(written).then((all) => {
      if (!isLeft) setLinks(new Map(all.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []))));
    });
    return () => {
      isLeft = true;
    };
  }, [documents, changed]);
  return (document, picked) => {
    const link = document === undefined ? undefined : links.get(document);
    return link === undefined || picked === undefined ? link : `${link}&${seen(picked)}`;
  };
}

/** A link that also opens a card with one of its options set. */
export function withCard(link: string, { id, option, choice }: NonNullable<OpenDocument["card"]>): string {
  return `${link}&${writeView({ cards: [id], picked: { is: "nothing" }, span: null, unit: null, choices: { [id]: { [option]: choice } } })}`;
}

/** The card "channel" shows the details of any selection. */
const seen = (picked: Picked) => writeView({ cards: ["channel"], picked, span: null, unit: null });
