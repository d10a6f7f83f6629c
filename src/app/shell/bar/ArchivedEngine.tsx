/** Says that this page is archived for an older engine, and links to the current one. */
import { engineVersion } from "../../../core/run/version.ts";
import { currentPageAddress } from "../../opening/archived-page.ts";
import { loadLinks } from "../../opening/sync-address.ts";
import { Button } from "../../ui/Button.tsx";
import { usePage } from "../../hooks.ts";

/**
 * The note that this page uses an archived version of the engine, so that old links still give the same numbers, with a button that opens
 * the document with the current engine.
 */
export function ArchivedEngine() {
  const { store } = usePage();
  // The claim (the answer that a link states, which can be verified) is passed on without the version of the engine, which would lead back
  // here, but with its digest, a hash of the main results, so that the current page shows both digests.
  const openCurrentPage = async () => {
    const scenario = store.getState().document.current;
    const claim = scenario.claim === null ? null : { ...scenario.claim, engine: "" };
    const fragment = await loadLinks()
      .then(({ writeDocumentLink }) => writeDocumentLink({ ...scenario, claim }))
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
