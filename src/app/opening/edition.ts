/**
 * Pages with other editions of the engine. A host may keep them, in `engines/<edition>/` beside its page, for links that were made
 * with them; `build/editions.ts` puts them there. Fetched when something says it was made with another edition.
 */
import { isOneFile } from "../beside.ts";
import { isKeptPage, presentPage } from "./kept-page.ts";

/** Milliseconds until a host that does not answer keeps none. */
const patience = 2000;

/**
 * The address of the page that has an edition of the engine, with a slash at its end; null where this host keeps none.
 * @param edition as documents say it: from a link, so it may be anything that a claim may have
 */
export async function pageOfEdition(edition: string): Promise<string | null> {
  // It names a folder, and must not lead out of where the editions are. Beside a single file there is none.
  if (isOneFile || !/^\w[\w.-]*$/.test(edition)) return null;
  const here = location.href.replace(/[?#].*/s, "");
  const address = new URL(`engines/${edition}/`, isKeptPage() ? presentPage() : here).href;
  // What lies under another name than its own is not gone to over and over.
  if (here.startsWith(address)) return null;
  try {
    const response = await fetch(`${address}edition.json`, { signal: AbortSignal.timeout(patience) });
    const found = (await response.json()) as { readonly edition?: unknown } | null;
    return response.ok && found?.edition === edition ? address : null;
  } catch {
    return null;
  }
}
