/** Small things about words. */

/** With a capital at its head. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** With no capital at its head, as it goes on within a sentence. */
export function uncapital(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** Things in a row, at least one: `A`, `A and B`, `A, B and C`. */
export function anded(parts: readonly string[]): string {
  return parts.length === 1 ? parts[0] : `${parts.slice(0, -1).join(", ")} and ${parts[parts.length - 1]}`;
}

/** Unicode's signs around a text that runs its own way, whatever stands beside it: first strong isolate, and its end. */
const [isolate, end] = ["\u2068", "\u2069"];
/** The blocks whose letters run from right to left. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** A name that somebody gave, as it can stand among other words: what runs from right to left leaves their order as it is. */
export function isolated(name: string): string {
  return rightToLeft.test(name) ? `${isolate}${name}${end}` : name;
}
