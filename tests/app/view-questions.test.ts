/** The questions under which the menu lists the views. */
import { expect, test } from "vitest";
import { viewQuestions } from "../../src/app/shell/bar/view-questions.ts";
import { cardNames } from "../../src/app/state/view-state.ts";

test("every card is listed as one question, short enough for its line and unlike the others", () => {
  expect(Object.keys(viewQuestions).toSorted()).toEqual(cardNames.toSorted());
  for (const question of Object.values(viewQuestions)) {
    expect(question).toMatch(/^[A-Z].*\?$/);
    expect(question.length, question).toBeLessThanOrEqual(40);
  }
  expect(new Set(Object.values(viewQuestions)).size).toBe(cardNames.length);
});
