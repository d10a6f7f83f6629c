/**
 * Splits the text about an exhibit into a lead, which is shown first, and the rest, which is shown below the main table and the figures.
 */

/** Maximum length of the lead in characters, about three lines. */
export const maxLeadLength = 260;

/** Splits a text after as many sentences as fit into the lead, which has at least one sentence. The rest may be empty. */
export function splitLead(text: string): readonly [lead: string, rest: string] {
  if (text.length <= maxLeadLength) return [text, ""];
  const sentences = text.split(/(?<=[.!?]) (?=[A-Z“])/);
  let sentenceCount = 1;
  while (sentenceCount < sentences.length && sentences.slice(0, sentenceCount + 1).join(" ").length <= maxLeadLength) sentenceCount++;
  return [sentences.slice(0, sentenceCount).join(" "), sentences.slice(sentenceCount).join(" ")];
}
