/** Finds the offsets of list entries in a JSON text, which a JSON parser does not report. */

const [quote, backslash] = [0x22, 0x5c];

/**
 * Finds, in a JSON text, the offsets of the entries of every list with one of the given names (upper and lower case are equal), so that
 * faults can be reported with their lines. Returns the offsets by lower-case name. Lists within such lists are ignored.
 */
export function entryOffsets(text: string, names: ReadonlySet<string>): ReadonlyMap<string, readonly number[]> {
  const offsetsByName = new Map<string, number[]>();
  /** Start and end of the last string, which is the name of the next value if a colon follows. */
  let [stringStart, stringEnd] = [0, 0];
  let depth = 0;
  let openList: number[] | null = null;
  let listDepth = 0;
  let isEntryNext = false;
  for (let position = 0; position < text.length; position++) {
    const code = text.charCodeAt(position);
    // Blanks
    if (code <= 0x20) continue;
    // An entry begins, unless the list ends here.
    if (isEntryNext && code !== 0x5d) {
      openList!.push(position);
      isEntryNext = false;
    }
    switch (code) {
      case quote:
        stringStart = position + 1;
        for (position++; position < text.length && text.charCodeAt(position) !== quote; position++)
          if (text.charCodeAt(position) === backslash) position++;
        stringEnd = position;
        break;
      // { [
      case 0x7b:
      case 0x5b:
        depth++;
        if (
          code === 0x5b &&
          openList === null &&
          stringEnd - stringStart < 20 &&
          names.has(text.slice(stringStart, stringEnd).toLowerCase()) &&
          isColon(text, stringEnd + 1)
        ) {
          openList = [];
          offsetsByName.set(text.slice(stringStart, stringEnd).toLowerCase(), openList);
          listDepth = depth;
          isEntryNext = true;
        }
        break;
      // } ]
      case 0x7d:
      case 0x5d:
        if (depth === listDepth) [openList, isEntryNext] = [null, false];
        depth--;
        break;
      // ,
      case 0x2c:
        if (openList !== null && depth === listDepth) isEntryNext = true;
    }
  }
  return offsetsByName;
}

function isColon(text: string, start: number): boolean {
  let position = start;
  while (text.charCodeAt(position) <= 0x20) position++;
  return text[position] === ":";
}
