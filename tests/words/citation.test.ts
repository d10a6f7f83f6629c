import { expect, test } from "vitest";
import { asLatex, citationBibtex, citationText, type Citation } from "../../src/words/citation.ts";

const cited: Citation = {
  version: "0.1.0",
  title: "A thin tree with k′ = 2, 50 % of {load}",
  isTitled: true,
  seed: 7,
  claim: { engine: "1", digest: "abcdefghij" },
  fingerprint: "0123abcd",
  link: "https://example.org/f/#v=2&title=a%20b&engine=1&digest=abcdefghij",
  date: new Date(2026, 10, 6, 23, 59),
};

test("a citation names program, engine, run, results, day and link", () => {
  expect(citationText(cited)).toBe(
    "Fabricscope 0.1.0, engine 1. “A thin tree with k′ = 2, 50 % of {load}.” Seed 7, fingerprint 0123abcd, digest abcdefghij. 6 November 2026. https://example.org/f/#v=2&title=a%20b&engine=1&digest=abcdefghij",
  );
  expect(citationText({ ...cited, claim: null, fingerprint: "", isTitled: false, title: "A ring.", link: "" })).toBe(
    "Fabricscope 0.1.0. A ring. Seed 7. 6 November 2026.",
  );
});

test("BibTeX has the same, with signs as LaTeX writes them, and the link as it is", () => {
  expect(citationBibtex(cited)).toBe(
    [
      "@misc{fabricscope-abcdefghij,",
      "  key = {Fabricscope},",
      String.raw`  title = {{A thin tree with k$'$ = 2, 50 \% of \textbraceleft{}load\textbraceright{}}},`,
      "  howpublished = {Fabricscope 0.1.0, run in the browser},",
      "  year = {2026},",
      "  month = {11},",
      "  note = {Engine 1, seed 7, fingerprint 0123abcd, digest abcdefghij},",
      "  urldate = {2026-11-06},",
      "  url = {https://example.org/f/#v=2&title=a%20b&engine=1&digest=abcdefghij},",
      "}",
      "",
    ].join("\n"),
  );
});

test("no sign of a title means something to LaTeX", () => {
  expect(asLatex("a_b & 5 % #1 $x$ ~ ^ \\ {}")).toBe(
    String.raw`a\_b \& 5 \% \#1 \$x\$ \textasciitilde{} \textasciicircum{} \textbackslash{} \textbraceleft{}\textbraceright{}`,
  );
});

test("whatever a title has, the braces of an entry close, and only signs that LaTeX knows are in it", () => {
  for (const title of ["a { b", "a } b", "}{", "1\u202f000 cycles at 5\u00a0%", "\u2068שלום\u2069"]) {
    let depth = 0;
    for (const sign of citationBibtex({ ...cited, title })) {
      depth += sign === "{" ? 1 : sign === "}" ? -1 : 0;
      expect(depth).toBeGreaterThanOrEqual(0);
    }
    expect(depth).toBe(0);
    expect(asLatex(title)).not.toMatch(/[\u00a0\u202f\u2066-\u2069]/);
  }
  expect(asLatex("1\u202f000 cycles")).toBe(String.raw`1\,000 cycles`);
});
