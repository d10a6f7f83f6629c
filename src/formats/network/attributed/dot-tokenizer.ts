/** Tokenizer for DOT. Graphviz, The DOT Language: lexical rules. */

export class DotTokenizer {
  /** Kind of the current token: a word, an HTML string, a sign (one of `{ } [ ] = ; , :`, `--` and `->`), or the end of the text. */
  kind: "word" | "html" | "sign" | "end" = "end";
  /** The word without its quotes but with its escapes, or the sign. */
  value = "";
  /** A quoted word is never a keyword. */
  isQuoted = false;
  offset = 0;
  private nextPosition = 0;

  constructor(
    private readonly text: string,
    private readonly onFault: (offset: number, reason: string) => void,
  ) {}

  /** Whether the token is this sign. */
  isSign(character: string): boolean {
    return this.kind === "sign" && this.value === character;
  }

  /** Whether the token is this keyword, in upper or lower case. */
  isKeyword(keyword: string): boolean {
    return this.kind === "word" && !this.isQuoted && this.value.toLowerCase() === keyword;
  }

  /** Advances to the next token. */
  next(): void {
    this.readToken();
    // Plus signs concatenate quoted strings.
    while (this.kind === "word" && this.isQuoted && this.skipPlus()) {
      const { value, offset } = this;
      this.readToken();
      if (this.kind !== "word" || !this.isQuoted) return this.onFault(offset, 'has a "+" without a quoted text after it');
      this.value = value + this.value;
      this.offset = offset;
    }
  }

  /**
   * Reads the next token of a DOT text (a sign, word, quoted text, HTML text or the end) and makes it the current token. Characters that
   * start no token are reported and skipped.
   */
  private readToken(): void {
    const { text } = this;
    for (;;) {
      this.offset = this.skipBlanks(this.nextPosition);
      const offset = this.offset;
      this.isQuoted = false;
      if (offset >= text.length) return this.setToken("end", "", offset);
      const character = text[offset];
      if ("{}[]=;,:".includes(character)) return this.setToken("sign", character, offset + 1);
      if (character === "-" && (text[offset + 1] === "-" || text[offset + 1] === ">"))
        return this.setToken("sign", text.slice(offset, offset + 2), offset + 2);
      if (character === '"') return this.readQuotedWord(offset);
      if (character === "<") return this.readHtml(offset);
      // A word may begin with a minus sign, as a number does, but not consist of the sign only.
      let tokenEnd = offset + (character === "-" ? 1 : 0);
      while (tokenEnd < text.length && isWordCharacter(text.charCodeAt(tokenEnd))) tokenEnd++;
      if (tokenEnd > offset + 1 || (tokenEnd > offset && character !== "-"))
        return this.setToken("word", text.slice(offset, tokenEnd), tokenEnd);
      this.onFault(offset, `has an unexpected ${JSON.stringify(character)}`);
      this.nextPosition = offset + 1;
    }
  }

  private setToken(kind: DotTokenizer["kind"], value: string, tokenEnd: number): void {
    this.kind = kind;
    this.value = value;
    this.nextPosition = tokenEnd;
  }

  private readQuotedWord(offset: number): void {
    const { text } = this;
    let tokenEnd = offset + 1;
    while (tokenEnd < text.length && text[tokenEnd] !== '"') tokenEnd += text[tokenEnd] === "\\" ? 2 : 1;
    if (tokenEnd >= text.length) {
      this.onFault(offset, "opens a quotation mark that is never closed");
      return this.setToken("end", "", text.length);
    }
    // A backslash at the end of a line continues the string on the next line.
    this.setToken("word", text.slice(offset + 1, tokenEnd).replaceAll(/\\(?:\r\n|\n|\r)/g, ""), tokenEnd + 1);
    this.isQuoted = true;
  }

  private readHtml(offset: number): void {
    const { text } = this;
    let depth = 0;
    for (let tokenEnd = offset; tokenEnd < text.length; tokenEnd++) {
      if (text[tokenEnd] === "<") depth++;
      else if (text[tokenEnd] === ">" && --depth === 0) return this.setToken("html", text.slice(offset + 1, tokenEnd), tokenEnd + 1);
    }
    this.onFault(offset, 'has a "<" that is never closed');
    this.setToken("end", "", text.length);
  }

  private skipPlus(): boolean {
    const offset = this.skipBlanks(this.nextPosition);
    if (this.text[offset] !== "+") return false;
    this.nextPosition = offset + 1;
    return true;
  }

  /** Skips blanks and comments; returns the offset after them. */
  private skipBlanks(from: number): number {
    const { text } = this;
    let offset = from;
    for (;;) {
      while (offset < text.length && isBlank(text.charCodeAt(offset))) offset++;
      const isLineComment =
        text.startsWith("//", offset) || (text[offset] === "#" && (offset === 0 || isLineEnd(text.charCodeAt(offset - 1))));
      if (isLineComment) while (offset < text.length && !isLineEnd(text.charCodeAt(offset))) offset++;
      else if (text.startsWith("/*", offset)) {
        const end = text.indexOf("*/", offset + 2);
        if (end < 0) this.onFault(offset, "begins a comment that is never closed");
        offset = end < 0 ? text.length : end + 2;
      } else return offset;
    }
  }
}

const isLineEnd = (code: number) => code === 0x0a || code === 0x0d;
const isBlank = (code: number) => code === 0x20 || (code >= 0x09 && code <= 0x0d) || code === 0xfeff;

/** Whether a character belongs to an unquoted word: letters, digits, underscore, decimal point and everything beyond ASCII. */
function isWordCharacter(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) ||
    (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x30 && code <= 0x39) ||
    code === 0x5f ||
    code === 0x2e ||
    (code >= 0x80 && code !== 0xfeff)
  );
}
