/** Tokenizer for DOT. Graphviz, The DOT Language: lexical rules. */

export class DotTokens {
  /** Kind of the current token: a word, an HTML string, a sign (one of `{ } [ ] = ; , :`, `--` and `->`), or the end of the text. */
  kind: "word" | "html" | "sign" | "end" = "end";
  /** The word without its quotes but with its escapes, or the sign. */
  value = "";
  /** A quoted word is never a keyword. */
  isQuoted = false;
  at = 0;
  private to = 0;

  constructor(
    private readonly text: string,
    private readonly fault: (at: number, why: string) => void,
  ) {}

  /** Whether the token is this sign. */
  is(sign: string): boolean {
    return this.kind === "sign" && this.value === sign;
  }

  /** Whether the token is this keyword, in upper or lower case. */
  isWord(keyword: string): boolean {
    return this.kind === "word" && !this.isQuoted && this.value.toLowerCase() === keyword;
  }

  /** Advances to the next token. */
  next(): void {
    this.read();
    // Plus signs concatenate quoted strings.
    while (this.kind === "word" && this.isQuoted && this.isPlusNext()) {
      const { value, at } = this;
      this.read();
      if (this.kind !== "word" || !this.isQuoted) return this.fault(at, 'has a "+" without a quoted text behind it');
      this.value = value + this.value;
      this.at = at;
    }
  }

  private read(): void {
    const { text } = this;
    for (;;) {
      this.at = this.skip(this.to);
      const at = this.at;
      this.isQuoted = false;
      if (at >= text.length) return this.take("end", "", at);
      const sign = text[at];
      if ("{}[]=;,:".includes(sign)) return this.take("sign", sign, at + 1);
      if (sign === "-" && (text[at + 1] === "-" || text[at + 1] === ">")) return this.take("sign", text.slice(at, at + 2), at + 2);
      if (sign === '"') return this.quotedWord(at);
      if (sign === "<") return this.html(at);
      let to = at + (sign === "-" ? 1 : 0);
      while (to < text.length && isLetter(text.charCodeAt(to))) to++;
      if (to > at + 1 || (to > at && sign !== "-")) return this.take("word", text.slice(at, to), to);
      this.fault(at, `has ${JSON.stringify(sign)}, which means nothing here`);
      this.to = at + 1;
    }
  }

  private take(kind: DotTokens["kind"], value: string, to: number): void {
    this.kind = kind;
    this.value = value;
    this.to = to;
  }

  private quotedWord(at: number): void {
    const { text } = this;
    let to = at + 1;
    while (to < text.length && text[to] !== '"') to += text[to] === "\\" ? 2 : 1;
    if (to >= text.length) {
      this.fault(at, "opens a quotation that does not end");
      return this.take("end", "", text.length);
    }
    // A backslash at the end of a line continues the string on the next line.
    this.take("word", text.slice(at + 1, to).replaceAll(/\\(?:\r\n|\n|\r)/g, ""), to + 1);
    this.isQuoted = true;
  }

  private html(at: number): void {
    const { text } = this;
    let depth = 0;
    for (let to = at; to < text.length; to++) {
      if (text[to] === "<") depth++;
      else if (text[to] === ">" && --depth === 0) return this.take("html", text.slice(at + 1, to), to + 1);
    }
    this.fault(at, 'has a "<" that does not end');
    this.take("end", "", text.length);
  }

  private isPlusNext(): boolean {
    const at = this.skip(this.to);
    if (this.text[at] !== "+") return false;
    this.to = at + 1;
    return true;
  }

  /** Skips blanks and comments. @returns the offset after them */
  private skip(from: number): number {
    const { text } = this;
    let at = from;
    for (;;) {
      while (at < text.length && isBlank(text.charCodeAt(at))) at++;
      const isLine = text.startsWith("//", at) || (text[at] === "#" && (at === 0 || isLineEnd(text.charCodeAt(at - 1))));
      if (isLine) while (at < text.length && !isLineEnd(text.charCodeAt(at))) at++;
      else if (text.startsWith("/*", at)) {
        const end = text.indexOf("*/", at + 2);
        if (end < 0) this.fault(at, "begins a comment that does not end");
        at = end < 0 ? text.length : end + 2;
      } else return at;
    }
  }
}

const isLineEnd = (code: number) => code === 0x0a || code === 0x0d;
const isBlank = (code: number) => code === 0x20 || (code >= 0x09 && code <= 0x0d) || code === 0xfeff;

/** Whether a character belongs to an unquoted word: letters, digits, underscore, decimal point and everything beyond ASCII. */
function isLetter(code: number): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) ||
    (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x30 && code <= 0x39) ||
    code === 0x5f ||
    code === 0x2e ||
    (code >= 0x80 && code !== 0xfeff)
  );
}
