/** A text as its sentences. */

/** Sentences end in a full stop, a question or an exclamation mark before a space: 0.45 and `thin-tree` end none. */
export function sentencesIn(text: string): readonly string[] {
  return text
    .split(/(?<=[.!?][”")]?)\s+(?=[\p{Lu}\p{N}“"(])/u)
    .map((each) => each.trim())
    .filter((each) => each !== "");
}
