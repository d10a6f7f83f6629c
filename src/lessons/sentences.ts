/** Splits a text into sentences. */

/** A sentence ends with a full stop, question mark or exclamation mark before a space. `0.45` and `thin-tree` end no sentence. */
export function sentencesIn(text: string): readonly string[] {
  return text
    .split(/(?<=[.!?][”")]?)\s+(?=[\p{Lu}\p{N}“"(])/u)
    .map((each) => each.trim())
    .filter((each) => each !== "");
}
