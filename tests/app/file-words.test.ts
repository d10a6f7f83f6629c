/** The text about a file before the reader applies it. */
import { expect, test } from "vitest";
import { contentSummary, withArticle } from "../../src/app/files/file-sentences.ts";
import { expectWording } from "../wording/wording.ts";

test("the recognized network is named in a sentence", () => {
  const sentences = [
    "8 × 8 torus",
    "16 × 16 torus",
    "18 × 4 mesh",
    "180 × 4 mesh",
    "80 × 2 mesh",
    "11 × 11 mesh",
    "two-level uneven tree",
    "3 trees",
  ];
  expect(sentences.map(withArticle)).toEqual([
    "an 8 × 8 torus",
    "a 16 × 16 torus",
    "an 18 × 4 mesh",
    "a 180 × 4 mesh",
    "an 80 × 2 mesh",
    "an 11 × 11 mesh",
    "a two-level uneven tree",
    "3 trees",
  ]);
});

test("rates are said with their unit, and kinds of links by their names", () => {
  const summaryFor = (rates: readonly (readonly [string | number, number])[]) =>
    contentSummary({
      format: { id: "edge-list", title: "Edge list" },
      contents: { is: "network", terminals: 0, switches: 3, links: 3, rates, isPlaced: false, network: null, found: null },
    }).replaceAll(/\s/g, " ");
  expectWording(summaryFor([[12.5e9, 3]]), "3 switches … 3 links … 100 Gb/s");
  expectWording(
    summaryFor([
      ["local", 2],
      ["global", 1],
    ]),
    "3 switches … 3 links … 2 … 1",
  );
});
