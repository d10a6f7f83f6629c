/** Typesets text of the papers: indices as subscripts, no line break between a number and its sign, thousands separated. */
import { Fragment, type ReactNode } from "react";

/**
 * A variable with an index, such as `N_X`: one letter, an underscore, the index. An index that has more than letters is in braces, as in
 * `C_{i,j}`.
 */
const indexPattern = /(?<![A-Za-z])([A-Z])_(\{[^}]+\}|[A-Za-z]{1,2}(?![A-Za-z]))/;

/** A text with its indices as subscripts and with non-breaking signs. */
export function Typeset({ text }: { readonly text: string }): ReactNode {
  const parts = withNonBreakingSigns(text).split(indexPattern);
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

/** Puts non-breaking spaces between numbers and the signs next to them, and replaces straight apostrophes by curved ones. */
function withNonBreakingSigns(text: string): string {
  return text
    .replace(/(\d) %/g, "$1\u202f%")
    .replace(/(\w) × (?=\w)/g, "$1\u00a0× ")
    .replaceAll("'", "’");
}

/** Separates the thousands of integers in a table by commas, as the papers do: `13,977,600`. */
export function separateThousands(text: string): string {
  return text.replace(/(?<![\w.,])\d{4,}(?![\w.])/g, (digits) => Number(digits).toLocaleString("en-US"));
}
