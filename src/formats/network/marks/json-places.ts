/** Where the entries of lists stand in a JSON text: what a parser does not tell. */

const [quote, backslash] = [0x22, 0x5c];

/** Places of the entries of every list that is called by one of some names, in letters of any size, anywhere but within another such list; by name. */
export function entryPlaces(text: string, names: ReadonlySet<string>): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  /** The last text that was read: the name of what comes, where a colon follows. */
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
