/** Documents beside the page, on the same site: `#src=scenarios/hot-spot.json`. */
import { refuse } from "../core/base/errors.ts";
import { longestDocument, readText } from "../links/document.ts";

/** Longest path that is asked for, characters. */
const longestPath = 200;

/**
 * The address of a document beside the page.
 * @param path below the page's own folder: names, digits, `-`, `_`, `.` and `/`
 * @throws ScenarioError for anything that could lead elsewhere
 */
export function addressBeside(path: string, page: string): string {
  const isBelow = path.length <= longestPath && path.split("/").every((name) => /^[\w-][\w.-]*$/.test(name) && !name.includes(".."));
  if (!isBelow || !path.endsWith(".json")) {
    refuse("src", `"${path.slice(0, 60)}" is no path to a .json file below this page's own folder.`, "Write it as scenarios/name.json.");
  }
  const folder = page.replace(/[?#].*$/s, "").replace(/[^/]*$/, "");
  return folder + path;
}

/**
 * Reads a document beside the page.
 * @throws ScenarioError when it is not there, not a document, or too long
 */
export async function readBeside(path: string): ReturnType<typeof read> {
  return read(path, addressBeside(path, location.href));
}

async function read(path: string, address: string) {
  const missing = (what: string): never => refuse("src", `${path} ${what}.`, "Ask whoever gave you the link, or open the Gallery.");
  // A redirect could lead to another site.
  const response = await fetch(address, { redirect: "error", credentials: "omit" }).catch(() => missing("cannot be fetched"));
  if (!response.ok) missing(`is not there (${response.status})`);
  return readText(await limited(response, () => missing(`is longer than ${longestDocument} bytes`)));
}

/** The text of a response, given up as soon as it is too long. */
async function limited(response: Response, tooLong: () => never): Promise<string> {
  const reader = response.body?.getReader();
  if (reader === undefined) return "";
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > longestDocument) {
      void reader.cancel();
      tooLong();
    }
    text += decoder.decode(value, { stream: true });
  }
}
