/** Damaged and made-up texts for tests of readers. The same seed gives the same texts. */
import { uniformBelow, mix } from "../../src/core/base/random.ts";

/** Pieces of random text: characters and words that have a meaning in some format. */
const randomPieces = [
  ..."&=~,.-%#/;:!'\"<>\\{}[]()*+? \t\n\0☃019abkz×′",
  ..."v=1& &load= topology= b. c. ..1.. sweep= seeds= %26 %E0%A4 &amp; __proto__ constructor toString null true NaN z1=".split(" "),
  ..."torus:sizes traffic= workload= jobs messages faulty graph view= pick~ choice~a.b.c, lock= all-but, 64B MB/s".split(" "),
  '"kind":',
  '{"',
  '":[',
  '{"path":"',
  '"}',
  "\u202e",
  "\u2069",
  "\u200f",
  "\ufeff",
  "\ud83d",
  "𝄞",
  "é",
];
/** Numbers that replace others. */
const extremeNumbers = "0 -0 -1 1 2 3 7 64 65535 65536 4294967295 4294967296 1e999 -1e999 9007199254740993 0.1 1e-9 .5 5. 00 1e5".split(
  " ",
);

/** Random draws of one test case. */
class RandomDraws {
  private count = 0;

  constructor(
    private readonly seed: number,
    private readonly index: number,
  ) {}

  /** An integer below n, for 1 ≤ n ≤ 2²⁰. */
  below(n: number): number {
    return uniformBelow(mix(this.seed, this.index, this.count++), n);
  }

  of<T>(list: readonly T[]): T {
    return list[this.below(list.length)];
  }
}

type TextDamage = (text: string, draws: RandomDraws, others: readonly string[]) => string;

/** Two random positions in a text, in order. */
function randomSpan(text: string, draws: RandomDraws): readonly [number, number] {
  const [a, b] = [draws.below(text.length + 1), draws.below(text.length + 1)];
  return [Math.min(a, b), Math.max(a, b)];
}

const textDamages: readonly TextDamage[] = [
  // Replace a character.
  (text, draws) => {
    const at = draws.below(text.length + 1);
    return text.slice(0, at) + draws.of(randomPieces) + text.slice(at + 1);
  },
  // Insert a piece.
  (text, draws) => {
    const at = draws.below(text.length + 1);
    return text.slice(0, at) + draws.of(randomPieces) + text.slice(at);
  },
  // Delete a part.
  (text, draws) => {
    const [from, to] = randomSpan(text, draws);
    return draws.below(4) === 0 ? text.slice(0, to) : text.slice(0, from) + text.slice(Math.min(to, from + 1 + draws.below(8)));
  },
  // Repeat a part.
  (text, draws) => {
    const [from, to] = randomSpan(text, draws);
    return text.slice(0, to) + text.slice(from);
  },
  // Join the beginning of one text with the end of another.
  (text, draws, others) => {
    const other = draws.of(others);
    return text.slice(0, draws.below(text.length + 1)) + other.slice(draws.below(other.length + 1));
  },
  // Replace numbers.
  (text, draws) => text.replaceAll(/-?\d+(?:\.\d+)?/g, (own) => (draws.below(3) === 0 ? draws.of(extremeNumbers) : own)),
  // Replace words by words of another text.
  (text, draws, others) => {
    const words = draws.of(others).match(/[A-Za-z-]{2,}/g) ?? [""];
    return text.replaceAll(/[A-Za-z-]{2,}/g, (own) => (draws.below(6) === 0 ? draws.of(words) : own));
  },
];

/** The text of a test case: an example with zero to four damages, or random pieces in one of eight cases. */
export function caseText(seed: number, index: number, examples: readonly string[]): string {
  const draws = new RandomDraws(seed, index);
  if (draws.below(8) === 0) return Array.from({ length: draws.below(24) }, () => draws.of(randomPieces)).join("");
  let text = draws.of(examples);
  for (let damagesLeft = draws.below(5); damagesLeft > 0; damagesLeft--) text = draws.of(textDamages)(text, draws, examples);
  return text;
}
