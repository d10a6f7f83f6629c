/** Splits the text about an exhibit into the part before its numbers and the part after them. */

/** Maximum length of the first part in characters, about three lines. */
export const maxLeadLength = 260;

/** Splits a text after as many sentences as fit into the first part, which has at least one sentence. The rest may be empty. */
export function splitLead(text: string): readonly [lead: string, rest: string] {
  if (text.length <= maxLeadLength) return [text, ""];
  const sentences = text.split(/(?<=[.!?]) (?=[A-Z“])/);
  let sentenceCount = 1;
  while (sentenceCount < sentences.length && sentences.slice(0, sentenceCount + 1).join(" ").length <= maxLeadLength) sentenceCount++;
  return [sentences.slice(0, sentenceCount).join(" "), sentences.slice(sentenceCount).join(" ")];
}
