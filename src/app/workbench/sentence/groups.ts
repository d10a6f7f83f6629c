/** Keeps punctuation with its word, so that no line begins with a comma. */
import type { Segment } from "../../../words/sentence.ts";

/** A word with the punctuation that must stay on its line. */
export interface Group {
  readonly before: string;
  readonly segment: Segment;
  readonly after: string;
}

/** Moves punctuation at the edges of text segments to the adjacent words. */
export function grouped(segments: readonly Segment[]): readonly Group[] {
  const groups: Group[] = [];
  let before = "";
  segments.forEach((segment, i) => {
    if (segment.type !== "text") {
      const next = segments[i + 1];
      const after = next?.type === "text" ? (/^[,.;:)]+/.exec(next.text)?.[0] ?? "") : "";
      groups.push({ before, segment, after });
      before = "";
      return;
    }
    const isAfterWord = i > 0;
    const body = isAfterWord ? segment.text.replace(/^[,.;:)]+/, "") : segment.text;
    before = segments[i + 1] === undefined ? "" : (/\($/.exec(body)?.[0] ?? "");
    const text = body.slice(0, body.length - before.length);
    if (text !== "") groups.push({ before: "", segment: { type: "text", text }, after: "" });
  });
  return groups;
}
