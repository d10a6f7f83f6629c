/** Assigning terminals to jobs: the terminals of each job before and after some are given to another job, computed by hand. */
import { describe, expect, it } from "vitest";
import type { ChosenKind } from "../../src/core/base/params.ts";
import { writeMatrix } from "../../src/core/traffic/traffic-matrix-text.ts";
import { matrixOf } from "../../src/core/traffic/traffic-matrix-param.ts";
import { emptyMatrix, cellList, withCells } from "../../src/core/traffic/traffic-matrix.ts";
import { compile } from "../../src/core/run/compile.ts";
import type { OpenLoop } from "../../src/core/traffic/open-loop.ts";
import { drawingOfTopology } from "../../src/core/scenario/edits/convert-to-drawing.ts";
import { jobOfTerminals } from "../../src/core/scenario/jobs.ts";
import { run } from "../../src/core/run/run.ts";
import { checkScenario, readScenario, type Scenario } from "../../src/core/scenario/scenario.ts";
import { workloadWithoutTerminals } from "../../src/app/jobs/remove-terminals.ts";
import { assignTerminals, type JobTarget, terminalJobsOf, toggleProgram } from "../../src/app/jobs/assign-terminals.ts";
import { build } from "../contracts/arbitrary.ts";
import { expectWording } from "../wording/wording.ts";

const baseScenario = readScenario({
  topology: { kind: "mesh", sizes: [4, 4] },
  workload: { kind: "open-loop", pattern: "uniform", load: 0.3 },
  run: { warmUp: 50, window: 200, drain: 200 },
});
const network = build(baseScenario.topology);

/** The scenario after terminals were given to a job. The result must be a valid scenario; otherwise this throws. */
function afterAssigning(scenario: Scenario, terminals: readonly number[], target: JobTarget): Scenario {
  const workload = assignTerminals(scenario, network, terminals, target);
  if (typeof workload === "string") throw new Error(workload);
  return { ...scenario, workload: workload };
}

const terminalsByJob = (scenario: Scenario) => terminalJobsOf(scenario, network).map(({ terminals }) => terminals);
const range = (first: number, count: number) => Array.from({ length: count }, (_, i) => first + i);

describe("giving terminals to a job", () => {
  it("leaves the others to what they did", () => {
    const two = afterAssigning(baseScenario, range(8, 8), "new");
    expect(terminalsByJob(two)).toEqual([range(0, 8), range(8, 8)]);
    expect(checkScenario(two)).toEqual([]);
    expect(terminalJobsOf(two, network).map((job) => (job.is === "traffic" ? job.values["load"] : null))).toEqual([0.3, 0.3]);
    expect([...jobOfTerminals(two, network)!]).toEqual([...range(0, 8).map(() => 0), ...range(0, 8).map(() => 1)]);
    expect(run(two).jobs).toHaveLength(2);
  });

  it("moves them to another, or to none; a job without any is gone", () => {
    const three = afterAssigning(afterAssigning(baseScenario, range(8, 4), "new"), range(12, 4), "new");
    expect(terminalsByJob(three)).toEqual([range(0, 8), range(8, 4), range(12, 4)]);
    expect(terminalsByJob(afterAssigning(three, [0, 12], 1))).toEqual([range(1, 7), [0, ...range(8, 4), 12], range(13, 3)]);
    expect(terminalsByJob(afterAssigning(three, range(8, 4), 0))).toEqual([range(0, 12), range(12, 4)]);
    expect(terminalsByJob(afterAssigning(three, [15], "none"))).toEqual([range(0, 8), range(8, 4), range(12, 3)]);
  });

  it("takes what is painted along: cells within a job go on, whatever their numbers there", () => {
    // Every terminal sends 0.02 to terminal 5; terminal 9 also sends 0.3 to terminal 14.
    const cells = writeMatrix(
      withCells(emptyMatrix, {
        source: [...range(0, 16).filter((t) => t !== 5), 9],
        destination: [...range(0, 15).map(() => 5), 14],
        value: [...range(0, 15).map(() => 0.02), 0.3],
      }),
    );
    const painted = readScenario({
      topology: { kind: "mesh", sizes: [4, 4] },
      workload: { kind: "rates", cells, unit: "phits" },
      run: { window: 400 },
    });
    const two = afterAssigning(painted, [4, 5, 6, 7], "new");
    expect(terminalsByJob(two)).toEqual([
      [0, 1, 2, 3, ...range(8, 8)],
      [4, 5, 6, 7],
    ]);
    expect(checkScenario(two)).toEqual([]);
    const { share } = compile(two).plan.demand as OpenLoop;
    // The hot spot is now in the new job. Traffic to it from the other job is removed.
    expect([4, 6, 7].map((t) => share(t, 5))).toEqual([1, 1, 1]);
    expect(share(9, 14)).toBe(1);
    expect(share(0, 5)).toBe(0);
    // Merged again into one job, each terminal has its old rank.
    expect(terminalJobsOf(afterAssigning(two, [4, 5, 6, 7], 0), network)[0]).toMatchObject({ terminals: range(0, 16) });
    expect((compile(afterAssigning(two, [5], 0)).plan.demand as OpenLoop).share(9, 14)).toBe(1);

    // A job without any painted traffic of its own sends uniformly.
    const rest = afterAssigning(painted, [0, 1], "new");
    expect((compile(rest).plan.demand as OpenLoop).share(0, 1)).toBe(1);
    expect(checkScenario(rest)).toEqual([]);
  });

  it("takes a hot spot along, and leaves it out where it is in another job", () => {
    const hot = readScenario({
      topology: { kind: "mesh", sizes: [4, 4] },
      workload: { kind: "open-loop", pattern: { kind: "hot-spot", share: 1, terminal: 5 }, load: 0.2 },
    });
    const shareIn = (scenario: Scenario) => (compile(scenario).plan.demand as OpenLoop).share;
    expect(shareIn(afterAssigning(hot, [0], "none"))(1, 5)).toBe(1);
    const two = afterAssigning(hot, [0, 1], "new");
    expect([shareIn(two)(2, 5), shareIn(two)(0, 1)]).toEqual([1, 1]);
    // A terminal that joins does not move the hot spot of the others.
    expect(shareIn(afterAssigning(two, [0], 0))(0, 5)).toBe(1);
    const messages = readScenario({ topology: { kind: "mesh", sizes: [4, 4] }, workload: { kind: "messages" } });
    expect(assignTerminals(messages, network, [1, 2], "new")).toMatch(/cannot be divided among jobs/);
  });

  it("says why where it cannot be", () => {
    expectWording(assignTerminals(baseScenario, network, range(0, 16), "none") as string, "Assign a job to at least one terminal");
    let many = baseScenario;
    for (let job = 0; job < 7; job++) many = afterAssigning(many, [2 * job, 2 * job + 1], "new");
    expectWording(assignTerminals(many, network, [15], "new") as string, "8 jobs");
  });

  it("begins with a program where a program ran", () => {
    const program = readScenario({ topology: { kind: "mesh", sizes: [4, 4] }, workload: { kind: "all-to-all" } });
    const two = afterAssigning(program, range(8, 8), "new");
    expect(two.workload.kind).toBe("programs");
    expect(terminalJobsOf(two, network).map(({ is, terminals }) => [is, terminals])).toEqual([
      ["program", range(0, 8)],
      ["program", range(8, 8)],
    ]);
    expect(checkScenario(two)).toEqual([]);
  });
});

describe("a job", () => {
  it("turns into a program, and back; programs come first", () => {
    const two = afterAssigning(baseScenario, range(8, 8), "new");
    const mixed = { ...two, workload: toggleProgram(two, network, 1) as ChosenKind };
    expect(terminalJobsOf(mixed, network).map(({ is, terminals }) => [is, terminals])).toEqual([
      ["program", range(8, 8)],
      ["traffic", range(0, 8)],
    ]);
    expect(run(mixed).makespan).toBeGreaterThan(0);
    const back = { ...mixed, workload: toggleProgram(mixed, network, 0) as ChosenKind };
    expect(back.workload.kind).toBe("jobs");
    expect(new Set(terminalsByJob(back).map(String))).toEqual(new Set(terminalsByJob(two).map(String)));
  });
});

it("holds of a drawn network with terminals that nothing leads to", () => {
  const drawn = drawingOfTopology(baseScenario.topology) as ChosenKind;
  const scenario = { ...baseScenario, topology: drawn };
  expect(terminalJobsOf(scenario, build(drawn))[0].terminals).toEqual(range(0, 16));
});

describe("terminals that are deleted", () => {
  const removedTerminals = new Set([5]);
  const sent = (scenario: Scenario) => workloadWithoutTerminals(scenario, network, removedTerminals);

  it("are in no cell any more", () => {
    const cells = writeMatrix(withCells(emptyMatrix, { source: [5, 1, 2], destination: [0, 5, 3], value: [0.1, 0.2, 0.3] }));
    const painted = readScenario({ topology: { kind: "mesh", sizes: [4, 4] }, workload: { kind: "rates", cells } });
    const left = cellList(matrixOf(sent(painted).values["cells"] as string));
    expect([...Array.from(left.source), ...Array.from(left.destination), ...Array.from(left.value)]).toEqual([2, 3, 0.3]);
    expect(sent(baseScenario)).toBe(baseScenario.workload);
  });

  it("are in no job any more; the others go on", () => {
    const two = afterAssigning(baseScenario, range(4, 4), "new");
    expect(terminalsByJob({ ...two, workload: sent(two) })).toEqual([
      [0, 1, 2, 3, ...range(8, 8)],
      [4, 6, 7],
    ]);
  });

  it("leave uniform traffic where none are left", () => {
    const two = afterAssigning(baseScenario, range(4, 4), "new");
    expect(workloadWithoutTerminals(two, network, new Set(range(0, 16)))).toMatchObject({
      kind: "open-loop",
      values: { pattern: { kind: "uniform" } },
    });
  });
});
