/**
 * A reporter for vitest that writes down what `npm test` says at its end: how many tests have passed, what was
 * skipped because something is not installed, how long each took, and of everything that has failed, for good or at its first try, where it stands, what
 * it is called and why. Where to write is said by
 * FABRICSCOPE_TALLY.
 */
import { writeFileSync } from "node:fs";
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";

/** Lines of a reason that are repeated at the end; all of them stand further up. */
const most = 12;

/** As many lines of a reason as are repeated. */
export function shortened(lines) {
  return [...lines.slice(0, most), ...(lines.length > most ? ["…"] : [])].join("\n");
}

// oxlint-disable-next-line import/no-default-export -- the way vitest takes a reporter
export default class Tally {
  /**
   * @param {readonly import("vitest/node").TestModule[]} modules
   * @param {readonly import("vitest").SerializedError[]} outside errors outside of any test
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
        // What is only run on request has no reason.
        if (state === "skipped" && note !== undefined) skipped.push({ file, name: test.fullName, reason: note });
        if (state === "failed") faults.push(fault(file, test.fullName, errors));
        else if (test.diagnostic()?.flaky === true) late.push(fault(file, test.fullName, errors ?? []));
      }
    }
    writeFileSync(process.env.FABRICSCOPE_TALLY, JSON.stringify({ passed, skipped, faults, late, durations }));
  }
}

/** A file as it is named from the top; empty where it is not known. */
function placeOf(file) {
  return file === undefined ? "" : relative(process.cwd(), file).replaceAll("\\", "/");
}

/** What failed, where, and why. */
function fault(file, name, errors) {
  const reasons = errors.map(({ message, diff }) => [message, diff].filter(Boolean).join("\n"));
  return { file, name, reason: shortened(stripVTControlCharacters(reasons.join("\n")).split("\n")) };
}
