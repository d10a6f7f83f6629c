/** The questions under which the menu lists the views. */
import { expect, test } from "vitest";
import { questions } from "../../src/app/shell/bar/view-questions.ts";
import { cardNames } from "../../src/app/state/view-state.ts";

test("every card is listed as one question, short enough for its line and unlike the others", () => {
  expect(Object.keys(questions).toSorted()).toEqual(cardNames.toSorted());
  for (const question of Object.values(questions)) {
    expect(question).toMatch(/^[A-Z].*\?$/);
    expect(question.length, question).toBeLessThanOrEqual(40);
  }
  expect(new Set(Object.values(questions)).size).toBe(cardNames.length);
});
