/** Says that this page is archived for an older engine, and links to the current one. */
import { engineVersion } from "../../../core/run/version.ts";
import { currentPageAddress } from "../../opening/archived-page.ts";
import { Button } from "../../ui/Button.tsx";
import { usePage } from "../../hooks.ts";

/**
 * The note that this page uses an archived version of the engine, so that old links still give the same numbers, with a button that opens
 * the document with the current engine.
 */
export function ArchivedEngine() {
  const { store } = usePage();
  const openCurrentPage = async () => {
    const currentDocument = store.getState().document.current;
    // The claim of a document states its answer, with the version of the engine and a hash of the main results (digest). The version is left
    // out: it would lead back to this page. The digest is passed on, so that the other page can compare it with its own.
    const claim = currentDocument.claim === null ? null : { ...currentDocument.claim, engine: "" };
    const fragment = await import("../../../links/index.ts")
      .then(({ writeDocumentLink }) => writeDocumentLink({ ...currentDocument, claim }))
      .catch(() => "");
    location.assign(`${currentPageAddress()}#${fragment}`);
  };
  return (
    <p className="archived-engine small">
      This page uses the archived engine {engineVersion}, so that its links still give the same numbers.{" "}
      <Button variant="quiet" onClick={() => void openCurrentPage()}>
        Open with the current engine
      </Button>
    </p>
  );
}
