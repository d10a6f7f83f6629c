import { describe, expect, it, test } from "vitest";
import { describeIssue, ScenarioError } from "../../src/core/base/errors.ts";
import { compile } from "../../src/core/run/compile.ts";
import { run, startRun } from "../../src/core/run/run.ts";
import { readScenario } from "../../src/core/scenario/scenario.ts";
import { expectWording } from "../wording/wording.ts";

function issuesOf(document: unknown) {
  try {
    readScenario(document);
  } catch (error) {
    if (error instanceof ScenarioError) return error.issues;
    throw error;
  }
  return [];
}

/** Issues that the compiler reports for a document that can be read. */
function compilingIssuesOf(document: unknown) {
  const scenario = readScenario(document);
  try {
    compile(scenario);
  } catch (error) {
    if (error instanceof ScenarioError) return error.issues;
    throw error;
  }
  return [];
}

/** A list nested more deeply than any call stack allows. */
function nestedList(levels: number): unknown {
  let value: unknown = 1;
  for (let i = 0; i < levels; i++) value = [value];
  return value;
}

const cutThrough = (values: object) => ({ flowControl: { kind: "virtual-cut-through", ...values } });

describe("a hostile document is refused immediately, with place and remedy", () => {
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
    ["a number deep inside lists", { seed: nestedList(50_000) }, "seed"],
    ["a title deep inside lists", { title: nestedList(50_000) }, "title"],
    ["a link deep inside lists", { topology: { kind: "graph", links: [nestedList(50_000)] } }, "topology.links.0"],
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
    const [issue, ...others] = issuesOf(document);
    expect(others).toEqual([]);
    expect(issue.path).toBe(path);
    expect(issue.message.length).toBeLessThan(300);
    expect(issue.remedy).toMatch(/\w/);
    expectWording(describeIssue(issue));
  });
});

const uniform = { kind: "open-loop", pattern: "uniform" };
const largestBuffers = { queue: 64, virtualChannels: 16, injectionSlots: 64, packet: "4 KiB" };
const backbone = { kind: "modular-switch", modules: 256, ports: 256, uplinks: 256 };

describe("what is too much for the engine is refused before it is begun", () => {
  it.each([
    ["too large a table", { topology: { kind: "mesh", sizes: [256, 256] }, routing: "up-down", workload: uniform }, "routing"],
    [
      "a table that takes too long",
      { topology: { kind: "hyperx", sizes: [64, 64], terminalsPerSwitch: 1 }, routing: "up-down", workload: uniform },
      "routing",
    ],
    [
      "queues without end",
      { topology: { kind: "torus", sizes: [128, 128] }, workload: uniform, ...cutThrough(largestBuffers) },
      "flowControl",
    ],
    ["a switch of too many ports", { topology: backbone, workload: uniform }, "flowControl"],
    ["patterns that send nothing", { workload: { kind: "open-loop", pattern: "complement", ranks: 1 } }, "workload"],
    [
      "only messages to oneself",
      { workload: { kind: "open-loop", pattern: { kind: "matrix", entries: [{ source: 3, destination: 3 }] } } },
      "workload",
    ],
    [
      "a network of single switches",
      { topology: { kind: "faulty", of: { kind: "mesh", sizes: [8, 8] }, links: 112 }, workload: uniform },
      "topology",
    ],
  ])("%s", (_, document, path) => {
    const [issue, ...others] = compilingIssuesOf(document);
    expect(others).toEqual([]);
    expect(issue.path).toBe(path);
    expect(issue.message).toMatch(/\.$/);
    expect(issue.remedy).toMatch(/\w/);
    expectWording(describeIssue(issue));
  });

  it("but not the largest networks with usual queues", () => {
    const topology = { kind: "k-ary-n-tree", k: 32, n: 3 };
    expect(compilingIssuesOf({ topology, workload: uniform })).toEqual([]);
  });
});

describe("escape channels need a selection that may come to ask for them", () => {
  const adaptive = { topology: { kind: "torus", sizes: [4, 4] }, routing: "minimal-adaptive", workload: uniform };
  const bubbles = { ...adaptive, routing: { kind: "dimension-order", channelClasses: "bubble" } };

  it.each(["most-credits", "best-free", "random"])("%s does", (selection) => {
    expect(compilingIssuesOf({ ...adaptive, ...cutThrough({ selection }) })).toEqual([]);
    expect(compilingIssuesOf({ ...bubbles, ...cutThrough({ selection, virtualChannels: 2 }) })).toEqual([]);
  });

  it.each(["sticky", "first", "oblivious"])("%s does not", (selection) => {
    const [{ path, message }] = compilingIssuesOf({ ...adaptive, ...cutThrough({ selection }) });
    expect(path).toBe("flowControl");
    expect(message).toContain("chooses anew in each cycle");
    const without = { ...adaptive, routing: { kind: "minimal-adaptive", escape: "none" } };
    expect(compilingIssuesOf({ ...without, ...cutThrough({ selection }) })).toEqual([]);
    expect(compilingIssuesOf({ ...bubbles, ...cutThrough({ selection }) })).toEqual([]);
  });

  it("nor may what waits choose between rings of bubbles", () => {
    const refused = ["sticky", "first", "oblivious"].filter(
      (selection) => compilingIssuesOf({ ...bubbles, ...cutThrough({ selection, virtualChannels: 2 }) }).length > 0,
    );
    expect(refused).toEqual(["sticky", "oblivious"]);
  });
});

test("of a list full of faults, about a hundred are reported", () => {
  const unreadable = Array.from({ length: 10_000 }, () => ({ source: "x", destination: -1 }));
  const unfitting = Array.from({ length: 10_000 }, () => ({ source: 9999, destination: 9999 }));
  for (const list of [unreadable, unfitting]) {
    const { length } = issuesOf({ workload: { kind: "messages", list } });
    expect(length).toBeGreaterThanOrEqual(100);
    expect(length).toBeLessThan(105);
  }
  const entries = unfitting;
  expect(issuesOf({ workload: { kind: "open-loop", pattern: { kind: "matrix", entries } } })).toHaveLength(100);
});

test("terminals that would draw for ages to find another one are silent", () => {
  // Under the butterfly pattern half of the terminals would send to themselves. Only one packet in ten thousand follows the uniform pattern
  // and goes to another terminal.
  const parts = [...Array.from({ length: 7 }, () => ({ weight: 100, pattern: "butterfly" })), { weight: 0.1, pattern: "uniform" }];
  const { plan } = startRun(
    readScenario({
      topology: { kind: "mesh", sizes: [128, 128] },
      workload: { kind: "open-loop", pattern: { kind: "mixture", parts } },
    }),
  );
  const { demand } = plan;
  if (demand.form !== "open-loop") throw new Error("open-loop traffic is expected");
  expect(demand.isSending.reduce((sum, each) => sum + each, 0)).toBe(8192);
});

test("a packet that is no whole number of phits is offered the nearest that is", () => {
  expect(issuesOf(cutThrough({ packet: "62 B" }))[0].remedy).toBe('Use "64 B".');
});

test("a ring without movement at the end of the time has deadlocked, however short the run was", () => {
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

test("a window in which nothing is created, or of which nothing arrives, is not called steady", () => {
  const steadyOf = (size: object, flowControl: object) => {
    const workload = { kind: "open-loop", pattern: "uniform", load: 0.01, size };
    return run(readScenario({ topology: "k-ary-n-tree", flowControl, workload, run: { warmUp: 0, window: 1000, drain: 0 } })).steady;
  };
  const nothing = { is: false, why: "Nothing created in the window has arrived: measure longer." };
  expect(steadyOf({ kind: "fixed", bytes: "100 MB" }, { kind: "wormhole" })).toEqual(nothing);
  expect(steadyOf({ kind: "single" }, { kind: "circuit", packet: "32 KiB" })).toEqual(nothing);
});
