/**
 * What the part of an address behind `#` is about, read once: a place in the papers (`paper=` or `paper` for all five, `paper=trees`
 * for one, `paper=trees-table-3a` for an exhibit, `paper=quads-table-1&port=178` for one with a constant moved), a study
 * (`study&ports=64`, read in `study.ts`), a lesson (`choke.2`, `lesson=z1=…&step=2`), a file beside the page, a document, the page alone, or nothing.
 */
import { type PageParts, readPageParts } from "./page-parts.ts";

export interface Fragment extends PageParts {
  /** All of it, as written, without `#`. */
  readonly text: string;
  readonly is: "nothing" | "paper" | "study" | "lesson" | "file" | "document" | "page";
  /** The place in the papers, `""` for all of them; null where it is not about the papers. */
  readonly paper: string | null;
  /** What follows that place, in its order: ids of constants and what they are moved to, as written. */
  readonly moved: readonly (readonly [id: string, text: string])[];
}

const name = "paper";
const study = "study";

/** The link to the study, as it stands there. */
export const studyLink = `#${study}`;
const key = `${name}=`;

/** Reads a fragment, with or without `#`. */
export function readFragment(hash: string): Fragment {
  const text = hash.replace(/^#/, "");
  const page = readPageParts(text);
  const [first, ...rest] = text.split("&");
  const paper = first === name ? "" : first.startsWith(key) ? first.slice(key.length) : null;
  const isBare = page.scenario === "" && (page.view !== null || page.lock !== null || page.hidden.length > 0 || page.asksSeed);
  const is =
    text === ""
      ? "nothing"
      : paper !== null
        ? "paper"
        : first === study
          ? "study"
          : page.lesson !== null
            ? "lesson"
            : page.source !== null
              ? "file"
              : isBare
                ? "page"
                : "document";
  return { ...page, text, is, paper, moved: paper === null ? [] : [...new URLSearchParams(rest.join("&"))] };
}

/** Whether a fragment names a page in the workbench's place. */
export const isElsewhere = ({ is }: Fragment) => is === "paper" || is === "study";

/** The link to a place in the papers. */
export function linkTo(place: string): string {
  return `#${key}${place}`;
}
