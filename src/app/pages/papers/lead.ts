/** What a page says before its numbers, and what it says after them. */

/** Characters of a lead: what three lines hold. */
export const mostOfLead = 260;

/** The first sentences of a text, as many as a lead holds, and the rest of them; either may be empty, but never the first. */
export function leadOf(text: string): readonly [lead: string, rest: string] {
  if (text.length <= mostOfLead) return [text, ""];
  const sentences = text.split(/(?<=[.!?]) (?=[A-Z“])/);
  let count = 1;
  while (count < sentences.length && sentences.slice(0, count + 1).join(" ").length <= mostOfLead) count++;
  return [sentences.slice(0, count).join(" "), sentences.slice(count).join(" ")];
}
