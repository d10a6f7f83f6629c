/**
 * Reads the part of an address after `#` and determines what it refers to: the papers (`paper=` or `paper` for all, `paper=trees` for one,
 * `paper=trees-table-3a` for an exhibit, `paper=quads-table-1&port=178` for one with a changed constant), a study (`study&ports=64`, read
 * in `study.ts`), a lesson (`choke.2`, `lesson=z1=…&step=2`), a file next to the page, a document, only the page, or nothing.
 */
import { type PageParts, readPageParts } from "./page-parts.ts";

/** A fragment and what it refers to. */
export interface Fragment extends PageParts {
  /** The whole fragment as written, without `#`. */
  readonly text: string;
  readonly is: "nothing" | "paper" | "study" | "lesson" | "file" | "document" | "page";
  /** The paper or exhibit that the fragment refers to, `""` for all papers; null if the fragment does not refer to papers. */
  readonly paper: string | null;
  /** Changed constants of the exhibit, in order: their ids and new values, as written. */
  readonly changedConstants: readonly (readonly [id: string, text: string])[];
}

const paperKeyword = "paper";
const studyKeyword = "study";

/** The link to the study (the search for a network). It leaves the requirements as they are on the page. */
export const studyLink = `#${studyKeyword}`;
const paperPrefix = `${paperKeyword}=`;

/**
 * Reads the fragment of an address (the part after `#`, which may be given with it) and determines what it refers to: papers, a study (a
 * search for a network), a lesson, a file, a document, only settings of the page, or nothing.
 */
export function readFragment(hash: string): Fragment {
  const text = hash.replace(/^#/, "");
  const page = readPageParts(text);
  const [first, ...rest] = text.split("&");
  // Id of the paper; empty for all papers, null for none.
  const paperId = first.startsWith(paperPrefix) ? first.slice(paperPrefix.length) : null;
  const paper = first === paperKeyword ? "" : paperId;
  const isPageOnly = page.scenario === "" && (page.view !== null || page.lock !== null || page.hidden.length > 0 || page.hasOwnSeed);
  const targetOf = (): Fragment["is"] => {
    if (text === "") return "nothing";
    if (paper !== null) return "paper";
    if (first === studyKeyword) return "study";
    if (page.lesson !== null) return "lesson";
    if (page.source !== null) return "file";
    return isPageOnly ? "page" : "document";
  };
  return { ...page, text, is: targetOf(), paper, changedConstants: paper === null ? [] : [...new URLSearchParams(rest.join("&"))] };
}

/** Whether a fragment refers to a page other than the workbench. */
export const isOtherPage = ({ is }: Fragment) => is === "paper" || is === "study";

/** The link to a paper or exhibit. */
export function paperLink(position: string): string {
  return `#${paperPrefix}${position}`;
}
