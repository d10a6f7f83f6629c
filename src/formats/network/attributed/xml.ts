/**
 * A streaming XML parser without a tree: the text may be very long or incomplete. It rejects document types with definitions and therefore
 * entities that expand without limit; only the five predefined entities are resolved. Element names lose their namespace prefix. Element
 * and attribute names are in lower case, because programs disagree on it. XML 1.0 (W3C, fifth edition).
 */

/** Callbacks of the parser. Positions are offsets in the text. */
export interface XmlHandler {
  /** Called at the start of an element. */
  onStart(name: string, attributes: ReadonlyMap<string, string>, at: number): void;
  /** Called at the end of an element. @param content text of the element, without the text of nested elements */
  onEnd(name: string, content: string, at: number): void;
  /** Called for a syntax error; parsing continues after it. @param why worded as in {@link UnreadLine.why} */
  onFault(at: number, why: string): void;
}

/**
 * An open node or edge element: its XML attributes, the attributes given by nested elements, and the index of the node, −1 if there is
 * none.
 */
export interface XmlElement {
  readonly at: number;
  readonly attributes: ReadonlyMap<string, string>;
  readonly nestedAttributes: [key: string, value: string][];
  readonly node: number;
}

/** Maximum nesting depth of elements. */
const maxDepth = 256;
/** Number of elements between two progress reports. */
const progressInterval = 4096;

/**
 * Parses a whole text.
 * @returns null, or why the text must not be read, as a sentence, with the position
 */
export function readXml(
  text: string,
  handler: XmlHandler,
  onProgress?: (fraction: number) => void,
): { readonly at: number; readonly why: string } | null {
  const { length } = text;
  const openElements: { readonly name: string; content: string }[] = [];
  let position = 0;
  let elements = 0;

  /** Offset after the next occurrence of a sign; reports an error and returns the end of the text if there is none. */
  const offsetAfter = (sign: string, start: number, construct: string): number => {
    const found = text.indexOf(sign, start);
    if (found >= 0) return found + sign.length;
    handler.onFault(start, `begins ${construct} that is never closed`);
    return length;
  };

  while (position < length) {
    const sign = text.indexOf("<", position);
    if (sign < 0) break;
    if (openElements.length > 0 && blanksEnd(text, position) < sign)
      openElements[openElements.length - 1].content += decodeEntities(text.slice(position, sign));
    if (text.startsWith("<!--", sign)) position = offsetAfter("-->", sign + 4, "a comment");
    else if (text.startsWith("<![CDATA[", sign)) {
      position = offsetAfter("]]>", sign + 9, "a CDATA section");
      if (openElements.length > 0)
        openElements[openElements.length - 1].content += text.slice(
          sign + 9,
          text.startsWith("]]>", position - 3) ? position - 3 : position,
        );
    } else if (text.startsWith("<?", sign)) position = offsetAfter("?>", sign + 2, "an instruction");
    else if (text.startsWith("<!", sign)) {
      position = declarationEnd(text, sign);
      if (text[position] === "[")
        return {
          at: sign,
          why: "declares its own document type, whose entities may expand without limit. Remove <!DOCTYPE … ]> and open the file again.",
        };
    } else if (text[sign + 1] === "/") {
      const end = nameEnd(text, sign + 2);
      const name = localName(text.slice(sign + 2, end));
      position = blanksEnd(text, end);
      if (text[position] === ">") position++;
      else handler.onFault(sign, `has an end tag of "${shortName(name)}" without a ">"`);
      close(name, sign);
    } else {
      position = readStartTag(sign);
      if (openElements.length > maxDepth)
        return {
          at: sign,
          why: `nests elements more than ${maxDepth} deep. No network file needs such nesting; check whether the file is damaged.`,
        };
      if (++elements % progressInterval === 0) onProgress?.(position / length);
    }
  }
  if (openElements.length > 0)
    handler.onFault(
      length,
      `ends within <${shortName(openElements[openElements.length - 1].name)}>: the file is cut off, or lines are missing`,
    );
  closeElements(0, length);
  return null;

  /** Closes elements until `remaining` of them are open. */
  function closeElements(remaining: number, index: number): void {
    while (openElements.length > remaining) {
      const { name, content } = openElements.pop()!;
      handler.onEnd(name, content, index);
    }
  }

  /**
   * Parses a start tag of an XML text with its attributes and reports it to the handler, and its end, too, if the element is empty.
   * @param tagStart offset of the "<"
   * @returns the offset after the tag
   */
  function readStartTag(tagStart: number): number {
    // `end` moves through the tag: it is the end of what has been read.
    let end = nameEnd(text, tagStart + 1);
    const name = localName(text.slice(tagStart + 1, end));
    if (name === "") {
      handler.onFault(tagStart, 'has a "<" that starts no element');
      return tagStart + 1;
    }
    const attributes = new Map<string, string>();
    for (;;) {
      end = blanksEnd(text, end);
      // The end of the tag, `>` or `/>`; otherwise an attribute follows.
      const isEmpty = text[end] === "/" && text[end + 1] === ">";
      if (isEmpty || text[end] === ">") {
        handler.onStart(name, attributes, tagStart);
        if (isEmpty) handler.onEnd(name, "", tagStart);
        else openElements.push({ name, content: "" });
        return end + (isEmpty ? 2 : 1);
      }
      if (end >= length || text[end] === "<") return reportBroken(tagStart, end, `has a tag <${shortName(name)} without a ">"`);
      const start = end;
      end = nameEnd(text, end);
      const key = text.slice(start, end).toLowerCase();
      end = blanksEnd(text, end);
      if (key === "" || text[end] !== "=")
        return reportBroken(tagStart, Math.max(end, start + 1), `has something other than attributes in <${shortName(name)}>`);
      end = blanksEnd(text, end + 1);
      const quote = text[end];
      if (quote !== '"' && quote !== "'") return reportBroken(tagStart, end, `has the attribute "${shortName(key)}" without quotes`);
      const valueStart = ++end;
      while (end < length && text[end] !== quote && text[end] !== "<") end++;
      if (text[end] !== quote) return reportBroken(tagStart, end, `has the attribute "${shortName(key)}" with only one quote`);
      if (attributes.has(key)) handler.onFault(tagStart, `has the attribute "${shortName(key)}" twice`);
      else attributes.set(key, decodeEntities(text.slice(valueStart, end)));
      end++;
    }
  }

  function reportBroken(sign: number, end: number, reason: string): number {
    handler.onFault(sign, reason);
    return end;
  }

  /** Closes an element and the unclosed elements within it. */
  function close(name: string, sign: number): void {
    const index = openElements.findLastIndex((each) => each.name === name);
    if (index < 0) return handler.onFault(sign, `closes "${shortName(name)}", which is not open`);
    if (index < openElements.length - 1)
      handler.onFault(sign, `closes "${shortName(name)}" before "${shortName(openElements[openElements.length - 1].name)}"`);
    closeElements(index, sign);
  }
}

/** Offset after a declaration, or of the bracket that starts its definitions. */
function declarationEnd(text: string, start: number): number {
  for (let position = start; position < text.length; position++) {
    const character = text[position];
    if (character === "[") return position;
    if (character === ">") return position + 1;
    if (character !== '"' && character !== "'") continue;
    const end = text.indexOf(character, position + 1);
    if (end < 0) return text.length;
    position = end;
  }
  return text.length;
}

const isBlank = (code: number) => code === 0x20 || (code >= 0x09 && code <= 0x0d);

function blanksEnd(text: string, start: number): number {
  while (start < text.length && isBlank(text.charCodeAt(start))) start++;
  return start;
}

/** Offset of the end of a name. */
function nameEnd(text: string, start: number): number {
  let position = start;
  for (; position < text.length; position++) {
    const code = text.charCodeAt(position);
    // / < = > and the quotes
    if (isBlank(code) || code === 0x2f || (code >= 0x3c && code <= 0x3e) || code === 0x22 || code === 0x27) break;
  }
  return position;
}

/** A name in lower case without its namespace prefix. */
function localName(name: string): string {
  const colon = name.indexOf(":");
  return (colon < 0 ? name : name.slice(colon + 1)).toLowerCase();
}

const shortName = (name: string) => (name.length > 40 ? `${name.slice(0, 39)}…` : name);

const predefinedEntities: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" };

/** Text with its entities and character references resolved. */
function decodeEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,4}));/gi, (reference, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return Object.hasOwn(predefinedEntities, name) ? predefinedEntities[name] : reference;
    const code = decimal === undefined ? Number.parseInt(hex!, 16) : Number(decimal);
    return code > 0 && code <= 0x10_ffff && !(code >= 0xd8_00 && code <= 0xdf_ff) ? String.fromCodePoint(code) : reference;
  });
}

/** Text with the characters escaped that XML reserves. Characters that XML forbids are removed. */
export function encodeEntities(text: string): string {
  // eslint-disable-next-line no-control-regex
  return text.replaceAll(/[<>&"\u0000-\u001f\ud800-\udfff\ufffe\uffff]/gu, (character) => {
    const code = character.codePointAt(0)!;
    if (code === 9 || code === 10 || code === 13) return `&#${code};`;
    return entityOfCharacter[character] ?? "";
  });
}
const entityOfCharacter: Readonly<Record<string, string>> = { "<": "&lt;", ">": "&gt;", "&": "&amp;", '"': "&quot;" };
