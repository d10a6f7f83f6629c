/** Signs by which the answers of a multiple-choice question can be guessed without knowing the subject. */

/** An answer that is longer than all others by this factor stands out. */
const longRatio = 1.8;
/** Up to this many characters, an answer does not stand out by its length. */
const shortLength = 24;

/**
 * What sets one answer apart from the others, as a sentence for the author; null if nothing does. Students who do not know the answer guess
 * the one that looks different: the only one with a number, the only precise one, or the longest.
 * @param options The words of all answers.
 */
export function giveawayOf(options: readonly string[]): string | null {
  if (options.length < 3) return null;
  const quoted = (index: number) => `“${options[index].length > 40 ? `${options[index].slice(0, 39)}…` : options[index]}”`;
  const withNumber = options.map((words) => /\d/.test(words));
  const single = singleIndex(withNumber);
  if (single !== null)
    return `${quoted(single)} is the only answer with a number, so it stands out. Write numbers in all answers, or in none.`;
  const withoutNumber = singleIndex(withNumber.map((has) => !has));
  if (withoutNumber !== null)
    return `${quoted(withoutNumber)} is the only answer without a number, so it stands out. Write numbers in all answers, or in none.`;
  const hedged = singleIndex(options.map((words) => /\b(about|roughly|nearly|almost|approximately)\b|[≈~]/i.test(words)));
  if (hedged !== null)
    return `${quoted(hedged)} is the only answer with “about” or the like, so it stands out. Write it in all answers, or in none.`;
  const digits = options.map(significantDigits);
  const precise = singleIndex(digits.map((count, i) => count >= 3 && digits.every((other, k) => k === i || count - other >= 2)));
  if (precise !== null) return `${quoted(precise)} is more precise than the others, so it stands out. Write numbers with as many digits.`;
  const lengths = options.map((words) => words.length);
  const longest = lengths.indexOf(Math.max(...lengths));
  const secondLength = Math.max(...lengths.filter((_, i) => i !== longest));
  if (lengths[longest] > shortLength && lengths[longest] > longRatio * secondLength)
    return `${quoted(longest)} is much longer than the others, so it stands out. Shorten it.`;
  return null;
}

/** The index of the only true value; null if none or several are true. */
function singleIndex(values: readonly boolean[]): number | null {
  const index = values.indexOf(true);
  return index >= 0 && values.lastIndexOf(true) === index ? index : null;
}

/** Number of significant digits of the most precise number in a text; 0 if it has none. */
function significantDigits(text: string): number {
  const numbers = text.match(/\d[\d\u202f\u00a0 ]*(?:[.,]\d+)?/g) ?? [];
  const countOfDigits = (number: string) => {
    const digits = number.replace(/\D/g, "").replace(/^0+/, "");
    return /[.,]/.test(number) ? digits.length : digits.replace(/0+$/, "").length;
  };
  return Math.max(0, ...numbers.map(countOfDigits));
}
