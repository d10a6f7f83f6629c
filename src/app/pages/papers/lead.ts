/** Splits the text about an exhibit into the part before its numbers and the part after them. */

/** Maximum length of the first part in characters, about three lines. */
export const mostOfLead = 260;

/** Splits a text after as many sentences as fit into the first part, which has at least one sentence. The rest may be empty. */
export function leadOf(text: string): readonly [lead: string, rest: string] {
  if (text.length <= mostOfLead) return [text, ""];
  const sentences = text.split(/(?<=[.!?]) (?=[A-Z“])/);
  let count = 1;
  while (count < sentences.length && sentences.slice(0, count + 1).join(" ").length <= mostOfLead) count++;
  return [sentences.slice(0, count).join(" "), sentences.slice(count).join(" ")];
}
