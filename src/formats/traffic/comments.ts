/** Skips comments at the start of a text. */

/** The text from its first word outside of comments: `#`, `%`, `//`, `<!-- -->` and those of C. */
export function withoutComments(text: string): string {
  let at = 0;
  for (;;) {
    while (at < text.length && (text.charCodeAt(at) <= 0x20 || text[at] === "\uFEFF" || text[at] === "\u00A0")) at++;
    const opens = (mark: string) => text.startsWith(mark, at);
    const past = (mark: string) => {
      const end = text.indexOf(mark, at);
      return end < 0 ? text.length : end + mark.length;
    };
    if (opens("#") || opens("%") || opens("//")) {
      while (at < text.length && text[at] !== "\n" && text[at] !== "\r") at++;
    } else if (opens("/*")) at = past("*/");
    else if (opens("<!--")) at = past("-->");
    else return text.slice(at);
  }
}
