/** The sheet for citing and archiving: a citation, and link and file with every value. */
import "./cite.css";
import { useEffect, useState } from "react";
import { writeFullDocument } from "../../../core/scenario/document.ts";
import { citationBibtex, citationText } from "../../../words/citation.ts";
import { formatCount } from "../../../words/numbers.ts";
import { usePage, useWorkbench } from "../../hooks.ts";
import { useOwnClaim } from "../../workbench/finding/useOwnClaim.ts";
import { copyText } from "../../ui/copy-text.ts";
import { areLinksLocal } from "../../sharing/link-address.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { citationOf, fullLinkOf } from "../../sharing/link.ts";
import { Button } from "../../ui/Button.tsx";
import { downloadJson } from "../../sharing/download.ts";

export function CiteSheet() {
  const page = usePage();
  const scenario = useWorkbench((state) => state.document.current);
  const claim = useOwnClaim() ?? null;
  const [link, setLink] = useState<string | null>(null);
  const [citation, setCitation] = useState<Awaited<ReturnType<typeof citationOf>> | null>(null);
  useEffect(() => {
    let isUnmounted = false;
    void Promise.all([fullLinkOf(scenario, claim), citationOf(page)]).then(([fullLink, words]) => {
      if (isUnmounted) return;
      setLink(fullLink);
      setCitation(words);
    });
    return () => void (isUnmounted = true);
  }, [page, scenario, claim]);
  if (citation === null) return null;
  const entries = [
    { title: "Citation", help: citationText(citation), act: () => copyText(page, citationText(citation), "Citation copied") },
    { title: "BibTeX", help: "The same citation for LaTeX.", act: () => copyText(page, citationBibtex(citation), "BibTeX copied") },
    ...(link === null
      ? []
      : [
          {
            title: "Full link",
            help: `Every value, including defaults: ${formatCount(link.length)} characters.`,
            act: () => copyText(page, link, `Link copied, ${formatCount(link.length)} characters`),
          },
        ]),
    {
      title: "Full file",
      help: "The same as JSON, for an archive or the command line.",
      isSaved: true,
      act: () =>
        downloadJson(page, `${JSON.stringify(writeFullDocument({ ...scenario, claim: claim ?? scenario.claim }), null, 2)}\n`, "-in-full"),
    },
  ];
  return (
    <Dialog title="Cite or archive" className="cite" onClose={page.overlay.closeSheet}>
      <p role="status">
        {claim === null
          ? "The digest of the results appears when all runs have finished."
          : `Engine ${claim.engine}, digest ${claim.digest}. A repeated run with the same digest has the same results.`}
      </p>
      {areLinksLocal() && (
        <p className="muted">Links made here open only on this computer. Share → Link address points them to a published page.</p>
      )}
      <dl>
        {entries.map(({ title, help, act, isSaved }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{help}</dd>
            <dd>
              <Button variant="quiet" aria-label={`${isSaved === true ? "Save" : "Copy"}: ${title}`} onClick={() => void act()}>
                {isSaved === true ? "Save" : "Copy"}
              </Button>
            </dd>
          </div>
        ))}
      </dl>
      {claim !== null && (
        <p className="muted">
          To verify, in the folder of the source code: <code>npm run simulate -- '‹link or file›' --verify</code>
        </p>
      )}
    </Dialog>
  );
}
