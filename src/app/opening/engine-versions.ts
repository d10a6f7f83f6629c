/**
 * Finds pages with other versions of the engine. A host may keep them in `engines/<version>/` next to its page, for links made with them;
 * `build/editions.ts` puts them there. Loaded if a document was made with another version.
 */
import { isOneFile } from "../page-files.ts";
import { isArchivedPage, currentPageAddress } from "./archived-page.ts";

/** Milliseconds after which a host that does not answer is assumed to have no pages with other versions. */
const hostTimeout = 2000;

/**
 * The address of the page with a version of the engine, ending with a slash; null if this host has none.
 * @param edition version from the claim of a document; untrusted, because it may come from a link
 */
export async function pageOfEngineVersion(edition: string): Promise<string | null> {
  // The version is used as a folder name, so it must not lead outside `engines/`. A page in one file has no such folder.
  if (isOneFile || !/^\w[\w.-]*$/.test(edition)) return null;
  const pageAddress = location.href.replace(/[?#].*/s, "");
  const address = new URL(`engines/${edition}/`, isArchivedPage() ? currentPageAddress() : pageAddress).href;
  // Do not redirect to the page itself: a folder whose name is not its version would cause a loop.
  if (pageAddress.startsWith(address)) return null;
  try {
    const response = await fetch(`${address}edition.json`, { signal: AbortSignal.timeout(hostTimeout) });
    const versionFile = (await response.json()) as { readonly edition?: unknown } | null;
    return response.ok && versionFile?.edition === edition ? address : null;
  } catch {
    return null;
  }
}
