/** Tests of validation issues: path, value, expectation, remedy. */
import { describe, expect, it } from "vitest";
import { describeIssue, describeIssues, refuse, ScenarioError, quoteValue } from "../../src/core/base/errors.ts";

describe("a issue", () => {
  it("reads as one line with its place and its remedy", () => {
    const issue = { path: "topology.kUp", message: "9 is above the largest allowed, 4.", remedy: "Use 4.", nearest: 4 };
    expect(describeIssue(issue)).toBe("topology.kUp: 9 is above the largest allowed, 4. Use 4.");
  });

  it("about the document itself has no place, and not every issue has a remedy", () => {
    expect(describeIssue({ path: "", message: "this is not a scenario." })).toBe("this is not a scenario.");
  });
});

describe("a scenario error", () => {
  it("carries every issue, one per line", () => {
    const issues = [
      { path: "seed", message: "is wrong.", remedy: "Use 1." },
      { path: "run.window", message: "is short." },
    ];
    const error = new ScenarioError(issues);
    expect(error.message).toBe("seed: is wrong. Use 1.\nrun.window: is short.");
    expect(error.issues).toEqual(issues);
    expect(error.name).toBe("ScenarioError");
    expect(error).toBeInstanceOf(Error);
  });

  const unknown = (path: string) => ({ path, message: "is not known here; expected one of sizes, wrap.", remedy: "Leave it out." });

  it("says once what holds at several places, in words that are right for each of them", () => {
    expect(new ScenarioError([unknown("topology.k"), unknown("topology.n")]).message).toBe(
      "topology.k, topology.n, each: is not known here; expected one of sizes, wrap. Leave it out.",
    );
    expect(describeIssues([unknown("topology.k"), { path: "seed", message: "is wrong." }, unknown("topology.k")])).toEqual([
      describeIssue(unknown("topology.k")),
      "seed: is wrong.",
    ]);
  });

  it("keeps an issue of the whole document apart from places with the same message", () => {
    const wrong = (path: string) => ({ path, message: "is wrong." });
    expect(describeIssues(["d", "", "e", ""].map(wrong))).toEqual(["d, e, each: is wrong.", "is wrong."]);
  });

  it("names the first six places on a line, and the number of further ones; an error names all", () => {
    const issues = Array.from({ length: 100 }, (_, i) => unknown(`k${i}`));
    const [line, ...rest] = describeIssues(issues);
    expect(rest).toEqual([]);
    expect(line).toMatch(/^k0, k1, k2, k3, k4, k5 and 94 more, each: is not known here/);
    expect(describeIssues(issues.slice(0, 6))[0]).toMatch(/^k0, k1, k2, k3, k4, k5, each: is/);
    expect(new ScenarioError(issues).message).toContain("k98, k99, each:");
  });

  it("takes time in proportion to the number of issues", () => {
    expect(describeIssues(Array.from({ length: 200_000 }, (_, i) => unknown(`k${i}`)))).toHaveLength(1);
  });

  it("escapes what would move a cursor or reverse the text beside it", () => {
    const error = new ScenarioError([{ path: "a\u001b[2J", message: `${quoteValue("x\u202ey")} and \u0007 are wrong.` }]);
    expect(error.message).toBe('a\\u001b[2J: "x\\u202ey" and \\u0007 are wrong.');
    expect(error.issues).toEqual([{ path: "a\\u001b[2J", message: '"x\\u202ey" and \\u0007 are wrong.' }]);
  });

  it("is thrown by a refusal, without parts that were not given", () => {
    const issuesOf = (refusal: () => never) => {
      try {
        refusal();
      } catch (error) {
        if (error instanceof ScenarioError) return error.issues;
      }
      throw new Error("expected a refusal");
    };
    expect(issuesOf(() => refuse("seed", "is wrong."))).toEqual([{ path: "seed", message: "is wrong." }]);
    expect(issuesOf(() => refuse("seed", "is wrong.", "Use 1.", 1))).toEqual([
      { path: "seed", message: "is wrong.", remedy: "Use 1.", nearest: 1 },
    ]);
  });
});

describe("a value in a message", () => {
  it.each([
    ["thin-tree", '"thin-tree"'],
    [7, "7"],
    [null, "null"],
    [undefined, "nothing"],
    [{ k: 4 }, '{"k":4}'],
    [[1, 2], "[1,2]"],
    [Symbol("odd"), "Symbol(odd)"],
  ])("%o", (value, text) => expect(quoteValue(value)).toBe(text));

  it("is never longer than 60 characters", () => {
    expect(quoteValue("x".repeat(1000)).length).toBeLessThanOrEqual(60);
    expect(quoteValue(Array.from({ length: 1000 }, (_, i) => i)).length).toBeLessThanOrEqual(60);
  });
});
