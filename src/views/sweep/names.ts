/** Names where there is little room: on several lines, and longer words in pieces. */

/** Where a word may be parted: between two consonants that have vowels around them, `Raben-seif-ner`. */
const seam = /(?<=[aeiouy][^aeiouy\W])(?=[^aeiouy\W][aeiouy])/i;

/** A name on as few lines of so many letters as it needs, and these about as long as each other; null where a piece is longer than a line. */
export function inLines(name: string, letters: number): readonly string[] | null {
  let best = filled(name, letters);
  for (let fewer = letters - 1; best !== null; fewer--) {
    const other = filled(name, fewer);
    if (other === null || other.length > best.length) return best;
    best = other;
  }
  return null;
}

/** The same with lines that are filled one after the other, at spaces and hyphens first. */
function filled(name: string, letters: number): readonly string[] | null {
  const lines: string[] = [];
  let line = "";
  for (const word of name.split(/(?<=[ -])/)) {
    const parts = word.trimEnd().length <= letters ? [word] : word.split(seam);
    for (const [i, part] of parts.entries()) {
      // A hyphen may follow all but the last.
      const room = letters - (i < parts.length - 1 ? 1 : 0);
      if (line !== "" && `${line}${part}`.trimEnd().length > room) {
        lines.push(i > 0 ? `${line}-` : line.trimEnd());
        line = "";
      }
      line += part;
      if (line.trimEnd().length > room) return null;
    }
  }
  return [...lines, line];
}
