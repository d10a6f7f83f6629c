/** Assertions on sentences for readers: required facts are asserted, and the full wording is compared with the files of this folder. */
import { expect } from "vitest";

/** A text whose wording is compared. */
class Wording {
  constructor(readonly text: string) {}
}

// The text is written as it reads, without quotation marks.
expect.addSnapshotSerializer({
  test: (value) => value instanceof Wording,
  serialize: ({ text }: Wording) => withVisibleSpaces(text),
});

/** Replaces invisible characters, and characters that change the text direction, by visible signs or escapes. */
function withVisibleSpaces(text: string): string {
  return text
    .replaceAll("\u00a0", "⍽")
    .replaceAll("\u202f", "␣")
    .replaceAll(/(?![ \n])[\p{Zs}\p{Cc}\p{Cf}]/gu, (sign) => `\\u${sign.codePointAt(0)!.toString(16).padStart(4, "0")}`);
}

/** Facts are written with ordinary spaces. The text may have no-break spaces in their places. */
const withOrdinarySpaces = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, " ");

/**
 * Expects a text, or lines, to read as they did when the wording was last accepted (`vitest -u`), and to contain some facts: numbers with
 * their units, names, the remedy. Facts are separated by " … " and have to occur in this order.
 */
export function expectWording(text: string | readonly string[] | null | undefined, facts = ""): void {
  const fullText = typeof text === "string" ? text : (text ?? []).join("\n");
  expect(fullText, "a text").not.toBe("");
  let remaining = withOrdinarySpaces(fullText);
  for (const fact of withOrdinarySpaces(facts).split(" … ")) {
    expect(remaining).toContain(fact);
    remaining = remaining.slice(remaining.indexOf(fact) + fact.length);
  }
  expect(new Wording(fullText)).toMatchSnapshot();
}

/** The message of the error that an action throws. */
export function refusalOf(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    if (error instanceof Error) return error.message;
    throw error;
  }
  throw new Error("expected a refusal");
}
