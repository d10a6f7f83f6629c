/** Tests that every pattern, workload and routing has a glossary card. */
import { expect, test } from "vitest";
import { entries, kindEntryOf, termSegmentsOf } from "../../src/app/glossary/glossary-entries.ts";
import { allTrafficPatterns } from "../../src/core/patterns/index.ts";
import { allRoutings } from "../../src/core/routings/index.ts";
import { allWorkloads } from "../../src/core/workloads/index.ts";

/** A list of messages has no picture before it has entries. Routings have no picture. */
const withoutPicture = ["messages"];

for (const shelf of [allTrafficPatterns, allWorkloads, allRoutings]) {
  test.each(shelf.kinds.map((kind) => [kind.title, kind] as const))(`the ${shelf.noun} "%s"`, (_, kind) => {
    const entry = kindEntryOf(shelf.noun, kind.id);
    expect(entry?.title).toBe(kind.title);
    expect(entry?.says).toMatch(/^[A-Z].{20,}\.$/);
    expect(entry?.source.length).toBeGreaterThan(10);
    if (shelf.noun !== allRoutings.noun && !withoutPicture.includes(kind.id)) expect(entry?.picture()?.marks.length).toBeGreaterThan(0);
  });
}

test("no two cards share an id", () => {
  expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
});

test("a text marks kinds of more than one word; a term goes before a kind of the same name", () => {
  const marked = termSegmentsOf("Nearest common ancestor, a shift of bits, bisection").flatMap(({ term }) =>
    term === null ? [] : [term.id],
  );
  expect(marked).toEqual(["routing nearest-common-ancestor", "bisection"]);
});
