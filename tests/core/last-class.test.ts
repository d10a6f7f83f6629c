/**
 * Tests of packets that hold channels while they wait, where terminals forward packets. The last channel of one path may be in the middle
 * of another path, so channels into destinations need one more virtual-channel class.
 */
import { expect, test } from "vitest";
import { compile } from "../../src/core/run/compile.ts";
import { run } from "../../src/core/run/run.ts";
import { readScenario } from "../../src/core/scenario/scenario.ts";

const threeQuadsScenario = (flowControl: object, routing: string) =>
  readScenario({
    topology: "three-quads",
    routing,
    flowControl,
    workload: { kind: "open-loop", pattern: "uniform", load: 1 },
    run: { warmUp: 0, window: 4000, drain: 0 },
  });

test.each([
  ["circuit", { kind: "circuit", virtualChannels: 1 }],
  ["wormhole", { kind: "wormhole" }],
  ["wormhole that is handed over when empty", { kind: "wormhole", handover: "when-empty" }],
])("%s does not deadlock on ways that are ordered by classes", (_, flowControl) => {
  for (const routing of ["shortest-path", "up-down", "valiant", "ugal"]) {
    const { status, accepted } = run(threeQuadsScenario(flowControl, routing));
    expect(status, routing).toBe("finished");
    expect(accepted).toBeGreaterThan(0.1);
  }
});

test("only channels into destinations have the class more, and only where packets hold channels", () => {
  const routingOf = (flowControl: object) => compile(threeQuadsScenario(flowControl, "valiant")).plan;
  const { network, routing } = routingOf({ kind: "circuit" });
  const { routing: usual } = routingOf({ kind: "virtual-cut-through" });
  expect(routing.vcClasses).toBe(usual.vcClasses + 1);
  const [found, expected] = [new Int32Array(routing.maxCandidates), new Int32Array(usual.maxCandidates)];
  for (let at = 0; at < network.terminals + network.switches; at++) {
    if (at === 63) continue;
    const count = routing.route(at, 63, 2, found);
    expect(usual.route(at, 63, 2, expected)).toBe(count);
    for (let i = 0; i < count; i++) {
      const channel = Math.floor(expected[i] / usual.vcClasses);
      const isLast = network.head[channel] === 63;
      expect(found[i]).toBe(channel * routing.vcClasses + (isLast ? usual.vcClasses : expected[i] % usual.vcClasses));
    }
  }
});
