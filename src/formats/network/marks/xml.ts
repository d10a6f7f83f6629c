/**
 * A streaming XML parser without a tree: the text may be very long or incomplete. It rejects document types with definitions and therefore
 * entities that expand without limit; only the five predefined entities are resolved. Element names lose their namespace prefix. Element
 * and attribute names are in lower case, because programs disagree on it. XML 1.0 (W3C, fifth edition).
 */

/** Callbacks of the parser. Positions are offsets in the text. */
export interface XmlHearer {
  /** Called at the start of an element. */
  begin(name: string, attributes: ReadonlyMap<string, string>, at: number): void;
  /** Called at the end of an element. @param content its text, without that of nested elements */
  end(name: string, words: string, at: number): void;
  /** Called for a syntax error; parsing continues after it. @param why worded as in {@link UnreadLine.why} */
  fault(at: number, why: string): void;
}

/**
 * An open node or edge element: its XML attributes, the attributes given by nested elements, and the index of the node, −1 if there is
 * none.
 */
export interface XmlPart {
  readonly at: number;
  readonly attributes: ReadonlyMap<string, string>;
  readonly said: [key: string, value: string][];
  readonly node: number;
}

/** Maximum nesting depth of elements. */
const deepest = 256;
/** Number of elements between two progress reports. */
const elementsApart = 4096;

/**
 * Parses a whole text.
 * @returns null, or why the text must not be read, as a sentence, with the position
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

  /** Offset after the next occurrence of a sign; reports an error and returns the end of the text if there is none. */
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

  /** Closes elements until `remaining` of them are open. */
  function endTo(left: number, place: number): void {
    while (open.length > left) {
      const { name, words } = open.pop()!;
      hearer.end(name, words, place);
    }
  }

  /** Parses a start tag. @returns the offset after it */
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

  /** Closes an element and the unclosed elements within it. */
  function close(name: string, sign: number): void {
    const place = open.findLastIndex((each) => each.name === name);
    if (place < 0) return hearer.fault(sign, `ends "${shown(name)}", which has not begun`);
    if (place < open.length - 1) hearer.fault(sign, `ends "${shown(name)}" before "${shown(open[open.length - 1].name)}" has ended`);
    endTo(place, sign);
  }
}

/** Offset after a declaration, or of the bracket that starts its definitions. */
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

/** Offset of the end of a name. */
function nameEnd(text: string, from: number): number {
  let at = from;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    // / < = > and the quotes
    if (isBlank(code) || code === 0x2f || (code >= 0x3c && code <= 0x3e) || code === 0x22 || code === 0x27) break;
  }
  return at;
}

/** A name in lower case without its namespace prefix. */
function local(name: string): string {
  const colon = name.indexOf(":");
  return (colon < 0 ? name : name.slice(colon + 1)).toLowerCase();
}

const shown = (name: string) => (name.length > 40 ? `${name.slice(0, 39)}…` : name);

const named: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

/** Text with its entities and character references resolved. */
function decoded(text: string): string {
  if (!text.includes("&")) return text;
  return text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,4}));/gi, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return Object.hasOwn(named, name) ? named[name] : whole;
    const code = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal);
    return code > 0 && code <= 0x10_ffff && !(code >= 0xd8_00 && code <= 0xdf_ff) ? String.fromCodePoint(code) : whole;
  });
}

/** Text with the characters escaped that XML reserves. Characters that XML forbids are removed. */
export function encoded(text: string): string {
  // eslint-disable-next-line no-control-regex
  return text.replaceAll(/[<>&"\u0000-\u001f\ud800-\udfff\ufffe\uffff]/gu, (sign) => {
    const code = sign.codePointAt(0)!;
    if (code === 9 || code === 10 || code === 13) return `&#${code};`;
    return codes[sign] ?? "";
  });
}
const codes: Readonly<Record<string, string>> = { "<": "&lt;", ">": "&gt;", "&": "&amp;", '"': "&quot;" };
