/** How a run is cited, so that whoever reads it can run it again and compare. */
import type { Claim } from "../core/scenario/document.ts";

/** What a citation says. */
export interface Cited {
  /** Version of the program. */
  readonly version: string;
  /** The document's title, or its sentence where it has none. */
  readonly title: string;
  readonly isTitled: boolean;
  readonly seed: number;
  /** Engine and digest of all runs; null while some are not in. */
  readonly claim: Claim | null;
  /** Fingerprint of the run that is shown; empty while it is not in. */
  readonly fingerprint: string;
  /** Empty where the document is too long for one. */
  readonly link: string;
  readonly date: Date;
}

/** One line of plain text. */
export function citationText({ version, title, isTitled, seed, claim, fingerprint, link, date }: Cited): string {
  const run = [`Seed ${seed}`, ...(fingerprint === "" ? [] : [`fingerprint ${fingerprint}`])].join(", ");
  const digest = claim === null ? "" : `, digest ${claim.digest}`;
  return `Fabricscope ${version}${claim === null ? "" : `, engine ${claim.engine}`}. ${isTitled ? `“${title}.”` : title} ${run}${digest}. ${sayDate(date)}. ${link}`.trim();
}

/** An entry for a bibliography in LaTeX. Its key is made of what it is about. */
export function citationBibtex(cited: Cited): string {
  const { version, title, seed, claim, fingerprint, link, date } = cited;
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
    ["note", asLatex(capital(note.join(", ")))],
    ["urldate", isoDate(date)],
    ...(link === "" ? [] : [["url", link]]),
  ];
  const key = `fabricscope-${claim?.digest ?? (fingerprint === "" ? "run" : fingerprint)}`;
  return `@misc{${key},\n${fields.map(([name, value]) => `  ${name} = {${value}},\n`).join("")}}\n`;
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const two = (value: number) => String(value).padStart(2, "0");
/** The reader's own day. */
const isoDate = (date: Date) => `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;

const sayDate = (date: Date) => new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric" }).format(date);

/** Signs that mean something to LaTeX, as it writes them. */
const signs: Readonly<Record<string, string>> = {
  "\\": String.raw`\textbackslash{}`,
  "~": String.raw`\textasciitilde{}`,
  "^": String.raw`\textasciicircum{}`,
  // BibTeX counts braces, behind a backslash as well.
  "{": String.raw`\textbraceleft{}`,
  "}": String.raw`\textbraceright{}`,
  "\u00a0": "~",
  "\u202f": String.raw`\,`,
  "′": "$'$",
  "×": String.raw`$\times$`,
  "→": String.raw`$\rightarrow$`,
};

/** A text as LaTeX shows it. */
export function asLatex(text: string): string {
  // Marks that keep the directions of a text apart are not seen, and LaTeX has none of them.
  const seen = text.replaceAll(/[\u200e\u200f\u2066-\u2069]/g, "");
  return seen.replaceAll(/[\\{}~^&%$#_′×→\u00a0\u202f]/g, (sign) => signs[sign] ?? `\\${sign}`);
}
