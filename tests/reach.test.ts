/** `npm test -- --changed` runs all tests that a change can affect. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { importersOf, testsFor, testsReaching } from "../src/tools/reach.mjs";

const top = resolve(".");

describe("a change", () => {
  test("of a module reaches the tests that import it, near and far, the nearest first", () => {
    const found = [...testsReaching(top, ["src/core/flow-control/fluid/rates.ts"])];
    const names = found.map(([file]) => file);
    // This module has a test of its own, and every test that runs a scenario reaches it through the list of engines.
    expect(names).toContain("tests/contracts/fluid-rates.test.ts");
    expect(names).toContain("tests/app/finding.test.ts");
    expect(found.map(([, steps]) => steps)).toEqual(found.map(([, steps]) => steps).sort((a, b) => a - b));
    expect(names).not.toContain("tests/formats/cells.test.ts");
  });

  test("of a test, or of what only it imports, reaches that test alone", () => {
    expect(testsFor(top, ["tests/views/curve.test.ts"])).toEqual(["tests/views/curve.test.ts"]);
    expect(testsFor(top, ["tests/reference/transpose.ts"])!.every((file) => file.startsWith("tests/"))).toBe(true);
  });

  test("of the page reaches the journey of a new reader, and the browser tests of that part", () => {
    const found = testsFor(top, ["src/app/pages/study/CandidateRuler.tsx"])!;
    expect(found).toContain("tests/browser/journey.test.ts");
    expect(found).toContain("tests/browser/study.test.ts");
    expect(found).not.toContain("tests/browser/papers.test.ts");
    expect(found).toContain("tests/architecture.test.ts");
    for (const [file, test] of [
      ["src/app/pages/lesson/make/LessonEditor.tsx", "lesson-editor"],
      ["src/views/stage/pointer-controller.ts", "keyboard-and-pointer"],
      ["src/app/glossary/Glossary.tsx", "glossary-terms"],
      ["src/app/files/import-results.ts", "dropped-files"],
    ])
      expect(testsFor(top, [file]), file).toContain(`tests/browser/${test}.test.ts`);
  });

  test("of data reaches the tests that name it", () => {
    expect(testsFor(top, ["tests/cli/paces.csv"])).toContain("tests/cli/pace.test.ts");
    expect(testsFor(top, ["README.md"])).toContain("tests/readme.test.ts");
  });

  test("of what every test depends on reaches all", () => {
    for (const file of ["package.json", "package-lock.json", "vite.config.ts", "tests/setup.ts", "src/tools/test.mjs"])
      expect(testsFor(top, [file]), file).toBeNull();
  });
});

test("imports are found in whatever form they are written", () => {
  // Vite finds the same importers of a file that is imported in most of these forms: types, values, re-exports, and dynamic imports.
  const importers = importersOf(top);
  const file = "src/views/index.ts";
  const named = [...readFileSync(resolve(top, file), "utf8").matchAll(/"\.\/([^"]+\.tsx?)"/g)].map(([, name]) => `src/views/${name}`);
  expect(named.length).toBeGreaterThan(10);
  for (const name of named) expect(importers.get(name), name).toContain(file);
});
