/** Converts between documents and links. A link is the part of an address after `#`, which is never sent to a server. */
import { refuse } from "../core/base/errors.ts";
import { type Document, writeFullDocument } from "../core/scenario/document.ts";
import { readFragment } from "./fragment.ts";
import { packedTag, readPacked, writePacked } from "./packed.ts";
import { readReadable, writeReadable } from "./readable.ts";
import { readPageLink } from "./view-state.ts";

/** Maximum length of a link, characters. */
export const maxLinkLength = 65_536;

/**
 * The document of a link: a fragment with or without `#`, or a whole address.
 * @throws ScenarioError with path, value, expectation and remedy
 */
export async function readDocumentLink(link: string): Promise<Document> {
  checkLength(link);
  // The parts about the page do not affect the document.
  const fragment = fragmentOf(link.trim());
  const { scenario, lesson } = readPageLink(fragment);
  if (lesson !== null) {
    const what = lesson.is === "named" ? `"${lesson.text}" has no value, because it names a lesson` : "this is a lesson";
    refuse("link", `${what}; expected a scenario, such as topology=torus.`, "Open it in the page, and copy the link of a step there.");
  }
  if (readFragment(fragment).is === "study")
    refuse("link", "this is a study; expected a scenario, such as topology=torus.", "Open it in the page.");
  return readScenarioLink(scenario);
}

/**
 * The document of a fragment without parts about the page.
 * @throws ScenarioError
 */
export async function readScenarioLink(fragment: string): Promise<Document> {
  checkLength(fragment);
  if (fragment === "") refuse("link", "there is nothing after the #.", "Copy the link again.");
  if (fragment.startsWith(packedTag)) return readPacked(fragment);
  if (/^z\d+=/.test(fragment)) {
    refuse(
      "link",
      `the encoding "${fragment.slice(0, fragment.indexOf("="))}" is not known here.`,
      "Reload the page to get its newest version.",
    );
  }
  return readReadable(fragment);
}

/**
 * The link of a document, without `#`, in the readable or the packed form, whichever is shorter.
 * @throws ScenarioError if it is too long to be read again
 */
export async function writeDocumentLink(document: Document): Promise<string> {
  const packed = await writePacked(document);
  const readable = writeReadable(document);
  return requireReadableLength(readable !== null && readable.length <= packed.length ? readable : packed);
}

/**
 * The link of a document for an archive, without `#`. It contains every value, so that it can be understood without this program. It is
 * packed only if it is too long for the readable form.
 * @throws ScenarioError if it is too long to be read again
 */
export async function writeFullLink(document: Document): Promise<string> {
  const readable = writeReadable(document, true);
  return requireReadableLength(
    readable !== null && readable.length <= maxLinkLength ? readable : await writePacked(document, writeFullDocument),
  );
}

/** Returns a link unless it is too long. */
function requireReadableLength(link: string): string {
  if (link.length > maxLinkLength) {
    refuse("link", `it would have ${link.length} characters; at most ${maxLinkLength} are read.`, "Save the scenario as a file.");
  }
  return link;
}

function checkLength(link: string): void {
  if (link.length > maxLinkLength) {
    refuse(
      "link",
      `it has ${link.length} characters; at most ${maxLinkLength} are read.`,
      "Ask the sender for the scenario as a file, and open it.",
    );
  }
}

/** The part after the first `#`; without `#`, the whole text unless it is an address. */
function fragmentOf(link: string): string {
  const mark = link.indexOf("#");
  if (mark >= 0) return link.slice(mark + 1);
  return /^[a-z][a-z+.-]*:\/\//i.test(link) ? "" : link;
}
