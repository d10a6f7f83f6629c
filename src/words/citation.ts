/** Citations of a run, with what a reader needs to run it again and to compare the results. */
import type { Claim } from "../core/scenario/document.ts";

/** The content of a citation. */
export interface Citation {
  /** The program's version. */
  readonly version: string;
  /** The document's title, or its descriptive sentence if it has none. */
  readonly title: string;
  readonly isTitled: boolean;
  readonly seed: number;
  /** Engine version and digest of all runs; null until all have finished. */
  readonly claim: Claim | null;
  /** Fingerprint of the run that is shown; empty until it has finished. */
  readonly fingerprint: string;
  /** Empty if the document is too long for a link. */
  readonly link: string;
  readonly date: Date;
}

/** The citation as one line of plain text. */
export function citationText({ version, title, isTitled, seed, claim, fingerprint, link, date }: Citation): string {
  const run = [`Seed ${seed}`, ...(fingerprint === "" ? [] : [`fingerprint ${fingerprint}`])].join(", ");
  const digest = claim === null ? "" : `, digest ${claim.digest}`;
  return `Fabricscope ${version}${claim === null ? "" : `, engine ${claim.engine}`}. ${isTitled ? `“${title}.”` : title} ${run}${digest}. ${sayDate(date)}. ${link}`.trim();
}

/**
 * Writes the citation of a run as a BibTeX entry. Its key is derived from the digest (a hash of the headline numbers that the document
 * claims) or from the fingerprint.
 */
export function citationBibtex(citation: Citation): string {
  const { version, title, seed, claim, fingerprint, link, date } = citation;
  const note = [
    ...(claim === null ? [] : [`engine ${claim.engine}`]),
    `seed ${seed}`,
    ...(fingerprint === "" ? [] : [`fingerprint ${fingerprint}`]),
    ...(claim === null ? [] : [`digest ${claim.digest}`]),
  ];
  const fields = [
    ["key", "Fabricscope"],
    ["title", `{${asLatex(title.replace(/\.$/, ""))}}`],
    ["howpublished", `Fabricscope ${version}, run in the browser`],
    ["year", String(date.getFullYear())],
    ["month", String(date.getMonth() + 1)],
    ["note", asLatex(capitalized(note.join(", ")))],
    ["urldate", isoDate(date)],
    ...(link === "" ? [] : [["url", link]]),
  ];
  const key = `fabricscope-${claim?.digest ?? (fingerprint === "" ? "run" : fingerprint)}`;
  return `@misc{${key},\n${fields.map(([name, value]) => `  ${name} = {${value}},\n`).join("")}}\n`;
}

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const twoDigits = (value: number) => String(value).padStart(2, "0");
/** The date in the reader's time zone. */
const isoDate = (date: Date) => `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;

const sayDate = (date: Date) => new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric" }).format(date);

/** Characters that are special in LaTeX, with their replacements. */
const latexReplacements: Readonly<Record<string, string>> = {
  "\\": String.raw`\textbackslash{}`,
  "~": String.raw`\textasciitilde{}`,
  "^": String.raw`\textasciicircum{}`,
  // BibTeX counts braces, including escaped ones, so braces need commands.
  "{": String.raw`\textbraceleft{}`,
  "}": String.raw`\textbraceright{}`,
  "\u00a0": "~",
  "\u202f": String.raw`\,`,
  "′": "$'$",
  "×": String.raw`$\times$`,
  "→": String.raw`$\rightarrow$`,
};

/** The text with LaTeX's special characters escaped. */
export function asLatex(text: string): string {
  // Marks of text direction are invisible, and LaTeX does not know them.
  const visible = text.replaceAll(/[\u200e\u200f\u2066-\u2069]/g, "");
  return visible.replaceAll(/[\\{}~^&%$#_′×→\u00a0\u202f]/g, (character) => latexReplacements[character] ?? `\\${character}`);
}
