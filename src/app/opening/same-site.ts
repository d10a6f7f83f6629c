/** Documents on the same site, below the page's folder: `#src=scenarios/hot-spot.json`. */
import { refuse } from "../../core/base/errors.ts";
import { longestDocument } from "../../links/text.ts";
import { beside, isCutOff, isOneFile } from "../beside.ts";

/** Longest accepted path, characters. */
const longestPath = 200;
/** Milliseconds until a document must have arrived completely. */
const patience = 10_000;

/**
 * Checks that a path is that of a document below the page's own folder: names of letters, digits, `-`, `_` and `.`, separated by `/`.
 * @throws ScenarioError if the path could lead elsewhere
 */
export function checkPath(path: string): void {
  const isBelow = path.length <= longestPath && path.split("/").every((name) => /^[\w-][\w.-]*$/.test(name) && !name.includes(".."));
  if (!isBelow || !path.endsWith(".json")) {
    refuse("src", `"${path.slice(0, 60)}" is not a path to a .json file below this page's own folder.`, "Write it as scenarios/name.json.");
  }
}

/**
 * The text of a file below the page's folder.
 * @param controller aborts the fetch
 * @throws ScenarioError if the file does not exist, is too long, or does not arrive in time
 */
export async function textFromSite(path: string, stop = new AbortController()): Promise<string> {
  checkPath(path);
  const missing = (what: string, remedy = "Ask the person who gave you the link, or open the Gallery."): never =>
    refuse("src", `${path} ${what}.`, remedy);
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    stop.abort();
  }, patience);
  const broken = (what: string): never =>
    isLate ? missing(`has not come within ${patience / 1000} s`, "Reload the page to try again, or open the Gallery.") : missing(what);
  try {
    // A redirect could lead to another site.
    const asked: RequestInit = { redirect: "error", credentials: "omit", signal: stop.signal };
    const response = await beside(path, asked).catch(() =>
      isCutOff() && !isLate
        ? missing("is not kept on this device", "Open the link again once you are connected.")
        : broken("cannot be fetched"),
    );
    if (!response.ok) missing(isOneFile ? "is not in this file" : `is not there (${response.status})`);
    const text = await limited(response).catch(() => broken("broke off on its way"));
    return text ?? missing(`is longer than ${longestDocument} bytes`);
  } finally {
    clearTimeout(timer);
  }
}

/** The text of a response; null as soon as it exceeds the limit. */
async function limited({ body }: Response): Promise<string | null> {
  if (body === null) return "";
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > longestDocument) {
      void reader.cancel();
      return null;
    }
    text += decoder.decode(value, { stream: true });
  }
}
