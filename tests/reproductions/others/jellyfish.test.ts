/** Path lengths of the Jellyfish paper, checked by hand and with graphs generated elsewhere. */
import { expect, test } from "vitest";
import { jellyfishFigure1c } from "../../../src/reproductions/others/jellyfish.ts";
import { computeOutcome } from "../../../src/reproductions/outcome.ts";

const { values } = await computeOutcome(jellyfishFigure1c, { run: () => Promise.reject(new Error("nothing to run")) });
const valueOf = (id: string) => values.get(id)?.value ?? NaN;

test("in the fat tree a server has 48 of the 685 others within five links, and the mean follows", () => {
  expect(valueOf("under tree")).toBe((100 * 48) / 685);
  expect(valueOf("mean tree")).toBeCloseTo((6 * 2 + 42 * 4 + 637 * 6) / 685, 12);
  expect([2, 3, 4, 5, 6].map((links) => valueOf(`tree ${links}`))).toEqual([6, 6, 48, 48, 685].map((count) => (100 * count) / 685));
});

test("in the random graphs as many pairs share a switch as servers are spread, and no distance exceeds six links", () => {
  // 196 switches with three servers and 49 with two.
  const together = 196 * 3 * 2 + 49 * 2 * 1;
  for (const kind of ["jellyfish", "alike"]) {
    expect(valueOf(`${kind} 2`)).toBe((100 * together) / (686 * 685));
    expect(valueOf(`${kind} 6`)).toBe(100);
    expect(valueOf(`${kind} 5`)).toBe(valueOf(`under ${kind}`));
  }
  // Three graphs generated elsewhere have 99.64, 99.72 and 99.64 %, and a mean of 4.54 links.
  expect(valueOf("under jellyfish")).toBeCloseTo(99.64, 0);
  expect(valueOf("mean jellyfish")).toBeCloseTo(4.54, 2);
  expect(valueOf("under jellyfish")).toBeGreaterThan(valueOf("under alike"));
});
