/** What the command line is given → a document. */
import { readFile, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { refuse } from "../core/base/errors.ts";
import type { Document } from "../core/scenario/document.ts";
import { longestDocument, readText } from "../links/text.ts";
import { readLink } from "../links/index.ts";

/**
 * Reads a document from a file, or from a link: an address, or the part of it behind `#`.
 * @param from folder that relative paths start from
 * @throws ScenarioError
 */
export async function readInput(input: string, from: string): Promise<Document> {
  if (isLink(input)) return readLink(input);
  const path = resolve(from, input);
  const found = await stat(path).catch(() => null);
  if (found === null || !found.isFile()) {
    refuse("", `there is no file ${path}.`, "Give the path of a scenario's JSON file, or a link in quotes.");
  }
  // A byte is a character or less than one, so this is never stricter than the reader itself.
  if (found.size > 4 * longestDocument) refuse("", `${path} has ${found.size} bytes; no scenario is that long.`, "Open another.");
  return readText(await readFile(path, "utf8"));
}

/** A link has a `#`, is an address, or begins with a name and `=`. */
export function isLink(input: string): boolean {
  return input.includes("#") || /^[a-z]+:\/\//i.test(input) || /^[A-Za-z][A-Za-z0-9'′]*=/.test(input);
}
