/**
 * Reads the part of an address behind `#` and determines what it refers to: the papers (`paper=` or `paper` for all, `paper=trees` for one,
 * `paper=trees-table-3a` for an exhibit, `paper=quads-table-1&port=178` for one with a changed constant), a study (`study&ports=64`, read
 * in `study.ts`), a lesson (`choke.2`, `lesson=z1=…&step=2`), a file next to the page, a document, only the page, or nothing.
 */
import { type PageParts, readPageParts } from "./page-parts.ts";

/** A fragment and what it refers to. */
export interface Fragment extends PageParts {
  /** The whole fragment as written, without `#`. */
  readonly text: string;
  readonly is: "nothing" | "paper" | "study" | "lesson" | "file" | "document" | "page";
  /** The position in the papers, `""` for all papers; null if the fragment does not refer to papers. */
  readonly paper: string | null;
  /** Constants that follow the position, in order: their ids and new values, as written. */
  readonly moved: readonly (readonly [id: string, text: string])[];
}

const name = "paper";
const study = "study";

/** The link to the study with its current need. */
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

/** Whether a fragment refers to a page other than the workbench. */
export const isElsewhere = ({ is }: Fragment) => is === "paper" || is === "study";

/** The link to a position in the papers. */
export function linkTo(place: string): string {
  return `#${key}${place}`;
}
