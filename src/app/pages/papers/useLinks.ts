/** Links into the workbench for the documents of an exhibit. */
import { useEffect, useState } from "react";
import { readDocument } from "../../../core/scenario/read-document.ts";
import type { Picked } from "../../../core/network/selected.ts";
import { writeLink } from "../../../links/index.ts";
import { writeView } from "../../../links/view-state.ts";
import type { OpenDocument, ScenarioDocument } from "../../../reproductions/contract.ts";

/**
 * The link of a document, `#v=1&…`, that opens it with a thing picked and its card; undefined until it is written, and for
 * what is too long for one.
 */
export type LinkOf = (document: ScenarioDocument | undefined, picked?: Picked) => string | undefined;

/**
 * Writes the links of documents, each once.
 * @param changed what the reader has made of a document, which is what its link opens
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

/** A document's link that opens one card with it, one of its options chosen. */
export function withCard(link: string, { id, option, choice }: NonNullable<OpenDocument["card"]>): string {
  return `${link}&${writeView({ cards: [id], picked: { is: "nothing" }, span: null, unit: null, choices: { [id]: { [option]: choice } } })}`;
}

/** The card is that of whatever is picked. */
const seen = (picked: Picked) => writeView({ cards: ["channel"], picked, span: null, unit: null });
