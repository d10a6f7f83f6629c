/** Helpers for words. */

/** Makes the first letter a capital. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Makes the first letter lowercase, for use within a sentence. */
export function uncapitalize(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** Joins at least one part: `A`, `A and B`, `A, B and C`. */
export function joinWithAnd(parts: readonly string[]): string {
  return parts.length === 1 ? parts[0] : `${parts.slice(0, -1).join(", ")} and ${parts[parts.length - 1]}`;
}

/** Unicode control characters around a text with its own direction: first strong isolate, and pop directional isolate. */
const [isolate, end] = ["\u2068", "\u2069"];
/** Unicode blocks of right-to-left scripts. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Isolates a user's name for use in a sentence, so that right-to-left letters do not change the order of the words around it. */
export function isolateDirection(name: string): string {
  return rightToLeft.test(name) ? `${isolate}${name}${end}` : name;
}
