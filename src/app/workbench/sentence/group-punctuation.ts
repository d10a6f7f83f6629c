/** Keeps punctuation with its word, so that no line begins with a comma. */
import type { Segment } from "../../../words/sentence.ts";

/** A word with the punctuation that must stay on its line. */
export interface WordGroup {
  readonly leadingPunctuation: string;
  readonly segment: Segment;
  readonly trailingPunctuation: string;
}

/** Commas and full stops after a control, and an opening bracket before it, move from the adjacent text to the group of the control. */
export function groupPunctuation(segments: readonly Segment[]): readonly WordGroup[] {
  const groups: WordGroup[] = [];
  let leading = "";
  segments.forEach((segment, i) => {
    if (segment.type !== "text") {
      const next = segments[i + 1];
      const trailing = next?.type === "text" ? (/^[,.;:)]+/.exec(next.text)?.[0] ?? "") : "";
      groups.push({ leadingPunctuation: leading, segment, trailingPunctuation: trailing });
      leading = "";
      return;
    }
    const isAfterWord = i > 0;
    const body = isAfterWord ? segment.text.replace(/^[,.;:)]+/, "") : segment.text;
    leading = segments[i + 1] === undefined ? "" : (/\($/.exec(body)?.[0] ?? "");
    const text = body.slice(0, body.length - leading.length);
    if (text !== "") groups.push({ leadingPunctuation: "", segment: { type: "text", text }, trailingPunctuation: "" });
  });
  return groups;
}
