/** Finds the offsets of list entries in a JSON text, which a JSON parser does not report. */

const [quote, backslash] = [0x22, 0x5c];

/**
 * Offsets of the entries of every list with one of the given names, in upper or lower case, by lower-case name. Lists within such lists are
 * ignored.
 */
export function entryPlaces(text: string, names: ReadonlySet<string>): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  /** Start and end of the last string, which is the name of the next value if a colon follows. */
  let [from, to] = [0, 0];
  let depth = 0;
  let list: number[] | null = null;
  let listDepth = 0;
  let isNext = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    // Blanks
    if (code <= 0x20) continue;
    if (isNext && code !== 0x5d) {
      list!.push(at);
      isNext = false;
    }
    switch (code) {
      case quote:
        from = at + 1;
        for (at++; at < text.length && text.charCodeAt(at) !== quote; at++) if (text.charCodeAt(at) === backslash) at++;
        to = at;
        break;
      // { [
      case 0x7b:
      case 0x5b:
        depth++;
        if (code === 0x5b && list === null && to - from < 20 && names.has(text.slice(from, to).toLowerCase()) && isColon(text, to + 1)) {
          list = [];
          found.set(text.slice(from, to).toLowerCase(), list);
          listDepth = depth;
          isNext = true;
        }
        break;
      // } ]
      case 0x7d:
      case 0x5d:
        if (depth === listDepth) [list, isNext] = [null, false];
        depth--;
        break;
      // ,
      case 0x2c:
        if (list !== null && depth === listDepth) isNext = true;
    }
  }
  return found;
}

function isColon(text: string, from: number): boolean {
  let at = from;
  while (text.charCodeAt(at) <= 0x20) at++;
  return text[at] === ":";
}
