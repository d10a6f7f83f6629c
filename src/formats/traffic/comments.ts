/** Skips comments at the start of a text. */

/** The text without the blanks and comments at its start. Comments have the form `#`, `%`, `//`, `<!-- -->` or that of comments in C. */
export function withoutComments(text: string): string {
  let position = 0;
  for (;;) {
    while (position < text.length && (text.charCodeAt(position) <= 0x20 || text[position] === "\uFEFF" || text[position] === "\u00A0"))
      position++;
    const startsWith = (mark: string) => text.startsWith(mark, position);
    const offsetAfter = (mark: string) => {
      const end = text.indexOf(mark, position);
      return end < 0 ? text.length : end + mark.length;
    };
    if (startsWith("#") || startsWith("%") || startsWith("//")) {
      while (position < text.length && text[position] !== "\n" && text[position] !== "\r") position++;
    } else if (startsWith("/*")) position = offsetAfter("*/");
    else if (startsWith("<!--")) position = offsetAfter("-->");
    else return text.slice(position);
  }
}
