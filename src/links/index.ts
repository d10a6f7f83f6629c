/** Document ↔ link. A link is the part of an address behind `#`; nothing of it ever reaches a server. */
import { refuse } from "../core/base/errors.ts";
import { type Document, writeWhole } from "../core/scenario/document.ts";
import { readFragment } from "./fragment.ts";
import { packedTag, readPacked, writePacked } from "./packed.ts";
import { readReadable, writeReadable } from "./readable.ts";
import { readPageLink } from "./view-state.ts";

/** Longest link that is read, characters. */
export const longestLink = 65_536;

/**
 * The document of a link: a fragment with or without `#`, or a whole address.
 * @throws ScenarioError with place, value, what was expected and what to do
 */
export async function readLink(link: string): Promise<Document> {
  checkLength(link);
  // How the page is to look says nothing of what runs.
  const fragment = fragmentOf(link.trim());
  const { scenario, lesson } = readPageLink(fragment);
  if (lesson !== null) {
    const what = lesson.is === "named" ? `"${lesson.text}" has no value, as a lesson has none` : "this is a lesson";
    refuse("link", `${what}; expected a scenario, as topology=torus.`, "Open it in the page, and copy the link of a step there.");
  }
  if (readFragment(fragment).is === "study")
    refuse("link", "this is a study; expected a scenario, as topology=torus.", "Open it in the page.");
  return readBare(scenario);
}

/**
 * The document of a fragment that has been taken apart already.
 * @throws ScenarioError
 */
export async function readBare(fragment: string): Promise<Document> {
  checkLength(fragment);
  if (fragment === "") refuse("link", "there is nothing behind the #.", "Copy the link again.");
  if (fragment.startsWith(packedTag)) return readPacked(fragment);
  if (/^z\d+=/.test(fragment)) {
    refuse(
      "link",
      `the packing "${fragment.slice(0, fragment.indexOf("="))}" is not known here.`,
      "Reload the page to get its newest version.",
    );
  }
  return readReadable(fragment);
}

/**
 * The link of a document, without `#`: the readable form where there is one that is no longer than the packed form.
 * @throws ScenarioError when it would be longer than links are read
 */
export async function writeLink(document: Document): Promise<string> {
  const packed = await writePacked(document);
  const readable = writeReadable(document);
  return ofReadLength(readable !== null && readable.length <= packed.length ? readable : packed);
}

/**
 * The link of a document for an archive, without `#`: it says every value, so that nobody needs this program to know what was run.
 * Packed only where words cannot hold it.
 * @throws ScenarioError when it would be longer than links are read
 */
export async function writeWholeLink(document: Document): Promise<string> {
  const readable = writeReadable(document, true);
  return ofReadLength(readable !== null && readable.length <= longestLink ? readable : await writePacked(document, writeWhole));
}

/** A link, unless it is longer than links are read. */
function ofReadLength(link: string): string {
  if (link.length > longestLink) {
    refuse("link", `it would have ${link.length} characters; at most ${longestLink} are read.`, "Save the scenario as a file.");
  }
  return link;
}

function checkLength(link: string): void {
  if (link.length > longestLink) {
    refuse("link", `it has ${link.length} characters; at most ${longestLink} are read.`, "Open the scenario as a file.");
  }
}

/** What stands behind the first `#`, or everything where there is none and it is no address. */
function fragmentOf(link: string): string {
  const mark = link.indexOf("#");
  if (mark >= 0) return link.slice(mark + 1);
  return /^[a-z][a-z+.-]*:\/\//i.test(link) ? "" : link;
}
