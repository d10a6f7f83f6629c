/** Tests of the page parameters of a link: any text is read without errors and without delay, and only known parameters have an effect. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { type LoadUnit, parseLoadUnit, writeLoadUnit } from "../../src/core/base/load-unit.ts";
import { ScenarioError } from "../../src/core/base/errors.ts";
import { parseDocument } from "../../src/core/scenario/read-document.ts";
import { isPathLocked, readLock, writeLock } from "../../src/links/lock.ts";
import { readPageLink, writeView } from "../../src/links/view-state.ts";
import { cases } from "../effort.ts";

/** Characters that occur in page parameters, and characters that never do. */
const signs = [..."&=~,.-%#/;:!'\"<>\\ \0☃0179abkz"];
const words =
  "view embed lock src embed=1 lock= view= pick~ time~ unit~ all all-but load topology kUp beside &amp; %26 %E0%A4 %00 MB/s 400MB/s 1e999 NaN __proto__ constructor toString \u202e 𝄞 c12.b f1-2";
const fragments = [...signs, ...words.split(" ")];
const anyText = fc.array(fc.constantFrom(...fragments), { maxLength: 24 }).map((parts) => parts.join(""));
const document = parseDocument({ beside: [{ "workload.load": 0.3 }] });

test("any text is taken apart, and what is understood is written and read as the same", () => {
  fc.assert(
    fc.property(anyText, (fragment) => {
      const { view, source, scenario, isEmbedded, lock } = readPageLink(fragment);
      expect(scenario).not.toMatch(/(^|&)(view|embed|lock|src)=/);
      expect(lock === null || isEmbedded).toBe(true);
      expect(source === null || typeof source === "string").toBe(true);
      if (view !== null) expect(readPageLink(writeView(view)).view).toEqual({ ...view, cards: view.cards });
      if (view?.unit?.is === "rate") expect(view.unit.channel).toBeGreaterThanOrEqual(1);
    }),
    { numRuns: cases(500) },
  );
});

test("any lock is understood or refused with sentences, and never opens what it does not name", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      let lock;
      try {
        lock = readLock(text, document);
      } catch (fault) {
        expect(fault).toBeInstanceOf(ScenarioError);
        for (const { message, path } of (fault as ScenarioError).issues)
          expect([path, message]).toEqual(["lock", expect.stringMatching(/\.$/)]);
        return;
      }
      expect(readLock(writeLock(lock), document)).toEqual(lock);
      if (lock.isAllBut) expect(isPathLocked(lock, ["routing"])).toBe(true);
    }),
    { numRuns: cases(500) },
  );
});

test("any rate that can be read is a rate that can be written", () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-3, max: 1e7, noNaN: true }), fc.constantFrom("B/s", "kB/s", "MB/s", "GB/s"), (number, unit) => {
      const read = parseLoadUnit(`${number}${unit}`);
      if (typeof read === "string") return;
      expect(parseLoadUnit(writeLoadUnit(read))).toEqual(read satisfies LoadUnit);
    }),
    { numRuns: 2000 },
  );
});

test("parts of an enormous link are read, and reading them ends", () => {
  readPageLink(`#${"view=".repeat(20_000)}`);
  readPageLink(`#view=${"a,".repeat(200_000)}&embed=1&lock=${"x".repeat(200_000)}`);
  readPageLink("&".repeat(200_000));
  expect(() => readLock(`all-but,${"load,".repeat(100_000)}`, document)).toThrow(/more than 64 parameters/);
}, 30_000);

test("a link that was escaped for HTML keeps its parts", () => {
  expect(readPageLink("#v=1&amp;load=.3&amp;embed=1&amp;lock=all")).toMatchObject({
    scenario: "v=1&load=.3",
    isEmbedded: true,
    lock: "all",
  });
});
