/**
 * Elements of an XML text, one after the other, without a tree: the text may be as long as it likes, or end in the middle. It has no document
 * type of its own, and so no entities that grow: beside the five of XML they stay as they are written. Names of elements are without their
 * namespace; they and the names of attributes are in small letters, for programs do not agree on them.
 * XML 1.0 (W3C, fifth edition).
 */

/** What hears of elements. Places are offsets in the text. */
export interface XmlHearer {
  /** An element begins. */
  begin(name: string, attributes: ReadonlyMap<string, string>, at: number): void;
  /** An element ends. @param words what stands in it, beside other elements and blanks between them */
  end(name: string, words: string, at: number): void;
  /** Something cannot be read; reading goes on behind it. @param why as a note has it */
  fault(at: number, why: string): void;
}

/** A node or edge whose element has begun: what it says of itself, and what is said of it within; the node's number, −1 for none. */
export interface XmlPart {
  readonly at: number;
  readonly attributes: ReadonlyMap<string, string>;
  readonly said: [key: string, value: string][];
  readonly node: number;
}

/** Elements may be nested so deep. */
const deepest = 256;
/** Elements between two words about how far a reader is. */
const elementsApart = 4096;

/**
 * Reads a whole text.
 * @returns null, or why it must not be read, as a sentence, and where
 */
export function readXml(
  text: string,
  hearer: XmlHearer,
  onPart?: (part: number) => void,
): { readonly at: number; readonly why: string } | null {
  const { length } = text;
  const open: { readonly name: string; words: string }[] = [];
  let at = 0;
  let elements = 0;

  /** Behind the next such sign; the end of the text, with a fault, where there is none. */
  const behind = (sign: string, from: number, what: string): number => {
    const found = text.indexOf(sign, from);
    if (found >= 0) return found + sign.length;
    hearer.fault(from, `begins ${what} that does not end`);
    return length;
  };

  while (at < length) {
    const sign = text.indexOf("<", at);
    if (sign < 0) break;
    if (open.length > 0 && skipBlanks(text, at) < sign) open[open.length - 1].words += decoded(text.slice(at, sign));
    if (text.startsWith("<!--", sign)) at = behind("-->", sign + 4, "a comment");
    else if (text.startsWith("<![CDATA[", sign)) {
      at = behind("]]>", sign + 9, "a CDATA section");
      if (open.length > 0) open[open.length - 1].words += text.slice(sign + 9, text.startsWith("]]>", at - 3) ? at - 3 : at);
    } else if (text.startsWith("<?", sign)) at = behind("?>", sign + 2, "an instruction");
    else if (text.startsWith("<!", sign)) {
      at = behindDeclaration(text, sign);
      if (text[at] === "[")
        return {
          at: sign,
          why: "declares a document type of its own, whose entities may grow without end. Take out <!DOCTYPE … ]> and open it again.",
        };
    } else if (text[sign + 1] === "/") {
      const to = nameEnd(text, sign + 2);
      const name = local(text.slice(sign + 2, to));
      at = skipBlanks(text, to);
      if (text[at] === ">") at++;
      else hearer.fault(sign, `has an end of "${shown(name)}" without a ">"`);
      close(name, sign);
    } else {
      at = element(sign);
      if (open.length > deepest)
        return { at: sign, why: `nests elements more than ${deepest} deep. No network is written so; look whether the file is damaged.` };
      if (++elements % elementsApart === 0) onPart?.(at / length);
    }
  }
  if (open.length > 0)
    hearer.fault(length, `ends within <${shown(open[open.length - 1].name)}>: the file is cut off, or lines are missing`);
  endTo(0, length);
  return null;

  /** Ends elements until so many are open. */
  function endTo(left: number, place: number): void {
    while (open.length > left) {
      const { name, words } = open.pop()!;
      hearer.end(name, words, place);
    }
  }

  /** Reads an element's beginning. @returns the place behind it */
  function element(sign: number): number {
    let to = nameEnd(text, sign + 1);
    const name = local(text.slice(sign + 1, to));
    if (name === "") {
      hearer.fault(sign, 'has a "<" that begins no element');
      return sign + 1;
    }
    const attributes = new Map<string, string>();
    for (;;) {
      to = skipBlanks(text, to);
      const isEmpty = text[to] === "/" && text[to + 1] === ">";
      if (isEmpty || text[to] === ">") {
        hearer.begin(name, attributes, sign);
        if (isEmpty) hearer.end(name, "", sign);
        else open.push({ name, words: "" });
        return to + (isEmpty ? 2 : 1);
      }
      if (to >= length || text[to] === "<") return broken(sign, to, `has an element <${shown(name)}> that does not end`);
      const from = to;
      to = nameEnd(text, to);
      const key = text.slice(from, to).toLowerCase();
      to = skipBlanks(text, to);
      if (key === "" || text[to] !== "=")
        return broken(sign, Math.max(to, from + 1), `has something other than attributes in <${shown(name)}>`);
      to = skipBlanks(text, to + 1);
      const quote = text[to];
      if (quote !== '"' && quote !== "'") return broken(sign, to, `has the attribute "${shown(key)}" without quotes`);
      const begin = ++to;
      while (to < length && text[to] !== quote && text[to] !== "<") to++;
      if (text[to] !== quote) return broken(sign, to, `has the attribute "${shown(key)}" with one quote only`);
      if (attributes.has(key)) hearer.fault(sign, `has the attribute "${shown(key)}" twice`);
      else attributes.set(key, decoded(text.slice(begin, to)));
      to++;
    }
  }

  function broken(sign: number, to: number, why: string): number {
    hearer.fault(sign, why);
    return to;
  }

  /** An element ends, and with it those within it that did not. */
  function close(name: string, sign: number): void {
    const place = open.findLastIndex((each) => each.name === name);
    if (place < 0) return hearer.fault(sign, `ends "${shown(name)}", which has not begun`);
    if (place < open.length - 1) hearer.fault(sign, `ends "${shown(name)}" before "${shown(open[open.length - 1].name)}" has ended`);
    endTo(place, sign);
  }
}

/** Behind a declaration, or at the bracket of its own part. */
function behindDeclaration(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const sign = text[at];
    if (sign === "[") return at;
    if (sign === ">") return at + 1;
    if (sign !== '"' && sign !== "'") continue;
    const end = text.indexOf(sign, at + 1);
    if (end < 0) return text.length;
    at = end;
  }
  return text.length;
}

const isBlank = (code: number) => code === 0x20 || (code >= 0x09 && code <= 0x0d);

function skipBlanks(text: string, at: number): number {
  while (at < text.length && isBlank(text.charCodeAt(at))) at++;
  return at;
}

/** Where a name ends that begins here. */
function nameEnd(text: string, from: number): number {
  let at = from;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    // / < = > and the quotes
    if (isBlank(code) || code === 0x2f || (code >= 0x3c && code <= 0x3e) || code === 0x22 || code === 0x27) break;
  }
  return at;
}

/** A name without the prefix of its namespace. */
function local(name: string): string {
  const colon = name.indexOf(":");
  return (colon < 0 ? name : name.slice(colon + 1)).toLowerCase();
}

const shown = (name: string) => (name.length > 40 ? `${name.slice(0, 39)}…` : name);

const named: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

/** With signs in place of what stands for them. */
function decoded(text: string): string {
  if (!text.includes("&")) return text;
  return text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,4}));/gi, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return Object.hasOwn(named, name) ? named[name] : whole;
    const code = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal);
    return code > 0 && code <= 0x10_ffff && !(code >= 0xd8_00 && code <= 0xdf_ff) ? String.fromCodePoint(code) : whole;
  });
}

/** A text as XML has it, between elements and in attributes; signs that XML cannot have are left out. */
export function encoded(text: string): string {
  // eslint-disable-next-line no-control-regex
  return text.replaceAll(/[<>&"\u0000-\u001f\ud800-\udfff\ufffe\uffff]/gu, (sign) => {
    const code = sign.codePointAt(0)!;
    if (code === 9 || code === 10 || code === 13) return `&#${code};`;
    return codes[sign] ?? "";
  });
}
const codes: Readonly<Record<string, string>> = { "<": "&lt;", ">": "&gt;", "&": "&amp;", '"': "&quot;" };
