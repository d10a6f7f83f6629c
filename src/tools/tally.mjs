/**
 * A reporter for Vitest that writes the data of the summary of `npm test` to the file FABRICSCOPE_TALLY: the number of passed tests, the
 * tests that were skipped because something is not installed, the duration of each test, and the file, name and reason of each test that
 * failed or passed only at its second attempt.
 */
import { writeFileSync } from "node:fs";
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";

/** Maximum number of lines of a reason in the summary; the full text is further up in the output. */
const most = 12;

/** The first lines of a reason, for the summary. */
export function shortened(lines) {
  return [...lines.slice(0, most), ...(lines.length > most ? ["…"] : [])].join("\n");
}

// oxlint-disable-next-line import/no-default-export -- the way vitest takes a reporter
export default class Tally {
  /**
   * @param {readonly import("vitest/node").TestModule[]} modules
   * @param {readonly import("vitest").SerializedError[]} outside errors that occurred outside of tests
   */
  onTestRunEnd(modules, outside) {
    const faults = outside.map((error) => fault(placeOf(error.VITEST_TEST_PATH), "outside of any test", [error]));
    const late = [];
    const skipped = [];
    const durations = [];
    let passed = 0;
    for (const each of modules) {
      const file = placeOf(each.moduleId);
      if (each.errors().length > 0) faults.push(fault(file, "the file as a whole", each.errors()));
      for (const suite of each.children.allSuites()) {
        if (suite.errors().length > 0) faults.push(fault(file, suite.fullName, suite.errors()));
      }
      for (const test of each.children.allTests()) {
        const { state, errors, note } = test.result();
        if (state === "passed") passed++;
        durations.push({ file, name: test.fullName, milliseconds: test.diagnostic()?.duration ?? 0 });
        // Tests that run only on request have no note.
        if (state === "skipped" && note !== undefined) skipped.push({ file, name: test.fullName, reason: note });
        if (state === "failed") faults.push(fault(file, test.fullName, errors));
        else if (test.diagnostic()?.flaky === true) late.push(fault(file, test.fullName, errors ?? []));
      }
    }
    writeFileSync(process.env.FABRICSCOPE_TALLY, JSON.stringify({ passed, skipped, faults, late, durations }));
  }
}

/** A file path relative to the project folder; empty if unknown. */
function placeOf(file) {
  return file === undefined ? "" : relative(process.cwd(), file).replaceAll("\\", "/");
}

/** An entry for a failure: file, name and reason. */
function fault(file, name, errors) {
  const reasons = errors.map(({ message, diff }) => [message, diff].filter(Boolean).join("\n"));
  return { file, name, reason: shortened(stripVTControlCharacters(reasons.join("\n")).split("\n")) };
}
