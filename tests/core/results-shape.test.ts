import { expect, test } from "vitest";
import { isResults } from "../../src/core/measures/results.ts";
import { run } from "../../src/core/run/run.ts";
import { readScenario } from "../../src/core/scenario/scenario.ts";

const short = { warmUp: 0, window: 200, drain: 100 };
const one = { kind: "messages", list: [{ source: 0, destination: 5, bytes: "64 B", time: 0 }] };

test.each([
  { run: short },
  { workload: one },
  { run: short, workload: { kind: "open-loop", load: 0.01 } },
  { workload: { kind: "allreduce", ranks: 8 } },
])("results of any run have the shape of results: %j", (input) => {
  expect(isResults(JSON.parse(JSON.stringify(run(readScenario(input)))))).toBe(true);
});

test("what is not whole does not", () => {
  const results = run(readScenario({ run: short })) as unknown as Record<string, unknown>;
  for (const rubbish of ["x", 5, null, undefined, {}, []]) expect(isResults(rubbish)).toBe(false);
  for (const name of ["latency", "steady", "load", "messages", "deadlockChannels", "fingerprint", "accepted", "makespan", "fairness"]) {
    const { [name]: _, ...rest } = results;
    expect(isResults(rest), name).toBe(false);
  }
});
