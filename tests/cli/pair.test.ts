/** Pairs of terminals typed on the command line: an invalid pair is rejected with the nearest valid one. */
import { expect, test } from "vitest";
import { readPair } from "../../src/cli/pair.ts";
import { ScenarioError, type ValidationIssue } from "../../src/core/base/errors.ts";
import { compile } from "../../src/core/run/compile.ts";
import type { Plan } from "../../src/core/plan/plan.ts";
import { readScenario } from "../../src/core/scenario/scenario.ts";

/** Four terminals, each of which reaches all others. */
const { plan } = compile(readScenario({ topology: { kind: "mesh", sizes: [4] } }));

/** The first issue that reading an invalid pair reports. */
function issueOf(text: string, planParts: Pick<Plan, "network" | "routing"> = plan): ValidationIssue {
  try {
    readPair(text, planParts);
  } catch (error) {
    if (error instanceof ScenarioError) return error.issues[0];
  }
  throw new Error(`${text} was not refused`);
}

test("a pair is two numbers, spaces or not", () => {
  expect(readPair("0-3", plan)).toEqual({ source: 0, destination: 3 });
  expect(readPair(" 3 - 1 ", plan)).toEqual({ source: 3, destination: 1 });
});

test.each(["", "3", "0,3", "a-b", "1-2-3", "-1-2", "1.5-2"])("%j is no pair", (text) => {
  expect(issueOf(text)).toMatchObject({ path: "--paths", message: expect.stringContaining(`"${text}"`), nearest: "0-1" });
});

test.each([
  ["0-4", 4, "0-3"],
  ["9-1", 9, "3-1"],
  ["7-8", 7, "3-2"],
  ["3-4", 4, "3-2"],
])("%s names a terminal that is not there", (text, strange, nearest) => {
  expect(issueOf(text)).toMatchObject({ message: `there is no terminal ${strange}; they are 0 to 3.`, nearest });
});

test("a terminal sends itself nothing", () => {
  expect(issueOf("2-2")).toMatchObject({ message: "2 is both source and destination.", nearest: "2-3" });
  expect(issueOf("3-3").nearest).toBe("3-2");
});

test("where no path leads, the nearest terminal is named to which one does", () => {
  const parted = (isReached: (to: number) => boolean) => ({
    ...plan,
    routing: { ...plan.routing, canReach: (_: number, to: number) => isReached(to) },
  });
  expect(
    issueOf(
      "0-3",
      parted((to) => to < 2),
    ),
  ).toMatchObject({
    message: "no path leads from terminal 0 to terminal 3.",
    remedy: "Use 0-1.",
    nearest: "0-1",
  });
  const { remedy, nearest } = issueOf(
    "0-3",
    parted(() => false),
  );
  expect([remedy, nearest]).toEqual(["No two terminals are connected by a path. Use another network.", undefined]);
  expect(
    issueOf(
      "1-3",
      parted((to) => to < 2),
    ).nearest,
  ).toBe("1-0");
});

test("every nearest pair is accepted", () => {
  for (const text of ["", "0-4", "9-1", "7-8", "3-4", "2-2", "3-3"]) {
    const { source, destination } = readPair(String(issueOf(text).nearest), plan);
    expect(source).not.toBe(destination);
  }
});

test("every nearest pair is joined by a path where terminals are cut off", () => {
  for (const dead of [0, 1, 3]) {
    const topology = { kind: "faulty", of: { kind: "mesh", sizes: [2, 2] }, links: 0, deadSwitches: [dead] };
    const faultyPlan = compile(readScenario({ topology, workload: { kind: "open-loop", pattern: "uniform" } })).plan;
    for (const text of ["", `${dead}-${dead}`, "0-0", "1-1", "2-2", "3-3", "9-9", `9-${dead}`, `${dead}-9`, `${dead}-2`, `2-${dead}`])
      expect(readPair(String(issueOf(text, faultyPlan).nearest), faultyPlan), `${text} without ${dead}`).toBeDefined();
  }
});
