import { expect, test } from "vitest";
import { asCsv, asJson, asTable } from "../../src/cli/output.ts";
import { run } from "../../src/core/run.ts";
import { readScenario } from "../../src/core/scenario/scenario.ts";

const alone = readScenario({
  title: "One message",
  topology: { kind: "mesh", sizes: [3] },
  workload: { kind: "messages", list: [{ source: 0, destination: 2, bytes: "64 B" }] },
});
const stuck = readScenario({
  topology: { kind: "torus", sizes: [5] },
  routing: { kind: "dimension-order", channelClasses: "none" },
  flowControl: { kind: "virtual-cut-through", queue: 1 },
  workload: { kind: "open-loop", pattern: "uniform", load: 1 },
});

test("the table heads the measures with title, name and link", async () => {
  const lines = (await asTable(alone, run(alone))).split("\n");
  expect(lines[0]).toBe("One message");
  expect(lines[1]).toMatch(/^Scenario [0-9a-f]{16}$/);
  expect(lines[2]).toMatch(/^Link {5}#/);
  // Four channels and a packet of sixteen phits in an empty network: H + L·P cycles.
  expect(lines.join("\n")).toMatch(/^Makespan +20 {2}cycles$/m);
});

test("a deadlock is a result and is told packet by packet", async () => {
  const results = run(stuck);
  expect(results.status).toBe("deadlocked");
  const table = await asTable(stuck, results);
  expect(table).toMatch(/^Status +deadlocked$/m);
  expect(table).toMatch(/waits for the next, the last for the first\.\n {2}The packet from/);
});

test("JSON holds results, canonical scenario and its name", () => {
  const { hash, scenario, results } = JSON.parse(asJson(alone, run(alone)));
  expect(hash).toMatch(/^[0-9a-f]{16}$/);
  expect(readScenario(scenario)).toEqual(alone);
  expect(results).toEqual(run(alone));
});

test("CSV has one row for each measure, quoted where needed", () => {
  const rows = asCsv(run(alone)).split("\r\n");
  expect(rows[0]).toBe("measure,value,unit");
  expect(rows).toContain("makespan,20,cycles");
  expect(rows.find((row) => row.startsWith("load-worst-channel"))).toMatch(/,"?(terminal|switch)/);
});
