/** Text of the papers as it is set on the page: indices below the line, numbers with their signs, thousands apart. */
import { Fragment, type ReactNode } from "react";

/** `N_X` and its kind: one letter, an underscore, the index; in braces where it has more than letters, `C_{i,j}`. */
const indexed = /(?<![A-Za-z])([A-Z])_(\{[^}]+\}|[A-Za-z]{1,2}(?![A-Za-z]))/;

/** A text with its indices lowered; a sign stays on the line of its number. */
export function Typeset({ text }: { readonly text: string }): ReactNode {
  const parts = joined(text).split(indexed);
  return parts.map((part, i) => {
    if (i % 3 === 0) return part;
    if (i % 3 === 2) return null;
    return (
      <Fragment key={i}>
        <i>{part}</i>
        <sub>{parts[i + 1].replace(/^\{|\}$/g, "")}</sub>
      </Fragment>
    );
  });
}

/** Numbers joined to the sign after them, and apostrophes curved. */
function joined(text: string): string {
  return text
    .replace(/(\d) %/g, "$1\u202f%")
    .replace(/(\w) × (?=\w)/g, "$1\u00a0× ")
    .replaceAll("'", "’");
}

/** Whole numbers of a table with commas between thousands, as the papers' text has them: `13,977,600`. */
export function thousands(text: string): string {
  return text.replace(/(?<![\w.,])\d{4,}(?![\w.])/g, (digits) => Number(digits).toLocaleString("en-US"));
}
