import { describe, expect, it, test } from "vitest";
import { ScenarioError } from "../../src/core/base/errors.ts";
import { run } from "../../src/core/run.ts";
import { readScenario } from "../../src/core/scenario/scenario.ts";

function complaintsOf(document: unknown) {
  try {
    readScenario(document);
  } catch (error) {
    if (error instanceof ScenarioError) return error.complaints;
    throw error;
  }
  return [];
}

const cutThrough = (values: object) => ({ flowControl: { kind: "virtual-cut-through", ...values } });

describe("a hostile document is refused, at once, with place and remedy", () => {
  it.each([
    ["digits without end", cutThrough({ packet: `${"1".repeat(200_000)}!` }), "flowControl.packet"],
    ["spaces without end", cutThrough({ packet: `1${" ".repeat(200_000)}!` }), "flowControl.packet"],
    ["an object that is no number", { seed: { toString: 1 } }, "seed"],
    ["nothing", { seed: null }, "seed"],
    ["infinity", { seed: Infinity }, "seed"],
    ["an infinite quantity", cutThrough({ packet: Infinity }), "flowControl.packet"],
    ["half a phit", cutThrough({ packet: "62 B" }), "flowControl.packet"],
    ["a title that steers a terminal", { title: "\u001b[2J" }, "title"],
    ["no title", { title: null }, "title"],
    ["no version", { version: null }, "version"],
    [
      "a hot terminal that does not exist",
      { workload: { kind: "open-loop", pattern: { kind: "hot-spot", terminal: 64 } } },
      "workload.pattern.terminal",
    ],
    [
      "more bytes than anyone waits for",
      { workload: { kind: "messages", list: [{ bytes: "600 MB" }, { bytes: "600 MB" }] } },
      "workload.list",
    ],
  ])("%s", (_, document, path) => {
    const [complaint, ...others] = complaintsOf(document);
    expect(others).toEqual([]);
    expect(complaint.path).toBe(path);
    expect(complaint.message.length).toBeLessThan(300);
    expect(complaint.remedy).toMatch(/\w/);
  });
});

test("a packet that is no whole number of phits is offered the nearest that is", () => {
  expect(complaintsOf(cutThrough({ packet: "62 B" }))[0].remedy).toBe('Use "64 B".');
});

test("a ring that stands still when time is up has deadlocked, however short the run was", () => {
  const results = run(
    readScenario({
      topology: { kind: "torus", sizes: [8] },
      routing: { kind: "dimension-order", channelClasses: "none" },
      ...cutThrough({ queue: 1 }),
      workload: { kind: "open-loop", pattern: "uniform", load: 1 },
      run: { warmUp: 0, window: 500, drain: 400 },
    }),
  );
  expect(results.status).toBe("deadlocked");
  expect(results.deadlock).not.toBeNull();
});

test("chance alone does not overload a network", () => {
  for (let seed = 1; seed <= 40; seed++) {
    const results = run(
      readScenario({
        topology: "k-ary-n-tree",
        workload: { kind: "open-loop", pattern: "uniform", load: 0.05 },
        run: { warmUp: 0, window: 500 },
        seed,
      }),
    );
    expect(results.arrived).toBe(results.packets);
    expect(results.steady.why).not.toContain("Overloaded");
  }
});
