/** Tests of properties that every term of the glossary has. */
import { expect, test } from "vitest";
import { piecesOf, termOf, terms } from "../../src/glossary/index.ts";
import { expectWording } from "../wording/wording.ts";

test.each(terms.map((term) => [term.title, term] as const))(
  "%s has two sentences, a source, and a picture that draws and moves or stays within its box",
  (_, term) => {
    expect(term.says).toHaveLength(2);
    for (const sentence of term.says) expect(sentence).toMatch(/^[A-Z][^.!?]*\.$/);
    expect(term.source.length).toBeGreaterThan(10);
    for (const time of [0, 2.2, 7.9]) {
      const marks = term.draw(time);
      expect(marks.some(({ shape }) => shape !== "text")).toBe(true);
      for (const mark of marks) {
        if (mark.shape === "line") {
          expect(mark.path).not.toMatch(/NaN|undefined/);
          continue;
        }
        expect(mark.x).toBeGreaterThanOrEqual(0);
        expect(mark.x + (mark.shape === "box" ? mark.w : 0)).toBeLessThanOrEqual(280);
        expect(mark.y + (mark.shape === "box" ? mark.h : 0)).toBeLessThanOrEqual(76);
      }
    }
  },
);

test("the cards", () => {
  for (const { title, says, source } of terms) expectWording([title, ...says, source]);
});

test("no two terms share a form", () => {
  const forms = terms.flatMap(({ title, forms: others }) => [title, ...others].map((form) => form.toLowerCase()));
  expect(forms.filter((form, i) => forms.indexOf(form) !== i)).toEqual([]);
});

test("a text is cut at its terms, each once, and nothing is lost", () => {
  const text = "Channels wait: the zero-load latency of a channel, up*/down* and latency. Linked multi-hop re-load.";
  const pieces = piecesOf(text);
  expect(pieces.map((piece) => piece.text).join("")).toBe(text);
  expect(pieces.flatMap(({ term }) => (term === null ? [] : [term.title]))).toEqual([
    "channel",
    "zero-load latency",
    "up*/down*",
    "latency",
  ]);
});

test("a term is found by each of its forms", () => {
  for (const term of terms) for (const form of [term.title, ...term.forms]) expect(termOf(form.toUpperCase())).toBe(term);
  expect(termOf("constructor")).toBeUndefined();
});
