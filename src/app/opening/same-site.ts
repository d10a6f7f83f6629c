/** Documents on the same site, below the page's folder: `#src=scenarios/hot-spot.json`. */
import { refuse } from "../../core/base/errors.ts";
import { maxDocumentLength } from "../../links/text.ts";
import { fetchPageFile, mayBeOffline, isOneFile } from "../page-files.ts";

/** Longest accepted path, characters. */
const maxPathLength = 200;
/** Milliseconds until a document must have arrived completely. */
const fetchTimeout = 10_000;

/**
 * Checks that a path leads to a file in or below the page's own folder: names of letters, digits, `-`, `_` and `.`, separated by `/`.
 * @throws ScenarioError if the path could lead elsewhere
 */
export function checkSitePath(path: string): void {
  const isBelow = path.length <= maxPathLength && path.split("/").every((name) => /^[\w-][\w.-]*$/.test(name) && !name.includes(".."));
  if (!isBelow || !path.endsWith(".json")) {
    refuse(
      "src",
      `"${path.slice(0, 60)}" is not a path to a .json file below the folder of this page.`,
      "Write it as scenarios/name.json.",
    );
  }
}

/**
 * Fetches a text file from the folder of the page or below it, and never from another site, because its path comes from a link.
 * @param path Path relative to the page.
 * @param controller aborts the fetch
 * @throws ScenarioError if the file does not exist, is too long, or does not arrive in time
 */
export async function fetchSiteText(path: string, controller = new AbortController()): Promise<string> {
  checkSitePath(path);
  const fail = (problem: string, remedy = "Ask the person who gave you the link, or open the Gallery."): never =>
    refuse("src", `${path} ${problem}.`, remedy);
  let isTimedOut = false;
  const timer = setTimeout(() => {
    isTimedOut = true;
    controller.abort();
  }, fetchTimeout);
  const failOrTimeOut = (problem: string): never =>
    isTimedOut
      ? fail(`did not arrive within ${fetchTimeout / 1000} s`, "Reload the page to try again, or open the Gallery.")
      : fail(problem);
  try {
    // A redirect could lead to another site.
    const init: RequestInit = { redirect: "error", credentials: "omit", signal: controller.signal };
    const response = await fetchPageFile(path, init).catch(() =>
      mayBeOffline() && !isTimedOut
        ? fail("is not stored on this device", "Open the link again once you are connected.")
        : failOrTimeOut("cannot be loaded"),
    );
    if (!response.ok) fail(isOneFile ? "is not in this file" : `does not exist (${response.status})`);
    const text = await limitedText(response).catch(() => failOrTimeOut("was only received in part"));
    return text ?? fail(`is longer than ${maxDocumentLength} bytes`);
  } finally {
    clearTimeout(timer);
  }
}

/** The text of a response; null as soon as it exceeds the limit. */
async function limitedText({ body }: Response): Promise<string | null> {
  if (body === null) return "";
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > maxDocumentLength) {
      void reader.cancel();
      return null;
    }
    text += decoder.decode(value, { stream: true });
  }
}
