/** Tests of the messages that may share a channel in each phase, against the programs and routings themselves. */
import { expect, test } from "vitest";
import { analyzePlan } from "../../src/core/analysis/analyse.ts";
import { findExchanges } from "../../src/core/analysis/programs/find-exchanges.ts";
import { compile } from "../../src/core/run/compile.ts";
import type { Program } from "../../src/core/programs/program.ts";
import { readScenario } from "../../src/core/scenario/scenario.ts";

const planOf = (input: object) => compile(readScenario(input)).plan;
const meetingsOf = (input: object) => {
  const plan = planOf(input);
  const program = plan.demand as Program;
  return { plan, program, found: findExchanges(plan, program)! };
};

test("in a butterfly exchange every rank meets one other in each phase, both ways", () => {
  const { plan, program, found } = meetingsOf({
    topology: { kind: "torus", sizes: [4, 4] },
    workload: { kind: "butterfly-exchange", ranks: 16, message: "128 B" },
  });
  expect([found.phases, found.partner.length]).toEqual([4, 64]);
  for (let rank = 0; rank < 16; rank++)
    for (let p = 0; p < 4; p++) {
      const k = found.firstExchange[rank * 4 + p];
      expect([found.partner[k], found.sent[k], found.received[k]]).toEqual([rank ^ (2 ** p), 2, 2]);
    }
  const { network } = plan;
  for (let k = 0; k < 64; k++) {
    const path = [...found.channels.subarray(found.pathFirst[k], found.pathFirst[k + 1])];
    const rank = Math.floor(k / 4);
    expect([network.tail[path[0]], network.head[path[path.length - 1]]]).toEqual([
      program.terminalOf[rank],
      program.terminalOf[found.partner[k]],
    ]);
    path.slice(1).forEach((channel, i) => expect(network.tail[channel]).toBe(network.head[path[i]]));
    // Dimension order has no choice except the direction for half of a ring.
    expect([1, 2]).toContain(found.choices[k]);
  }
});

test("a program without phases has one, and everything sent is received", () => {
  const { found, program } = meetingsOf({
    topology: { kind: "thin-tree", k: 4, kUp: 4, n: 2 },
    workload: { kind: "mesh-exchange", ranks: 16 },
  });
  const sum = (column: Float64Array) => column.reduce((total, own) => total + own, 0);
  expect(found.phases).toBe(1);
  expect([sum(found.sent), sum(found.received)]).toEqual([program.packets, program.packets]);
});

test("where ways are drawn by lot there is no way to tell", () => {
  const { found } = meetingsOf({
    topology: { kind: "torus", sizes: [4, 4] },
    routing: "valiant",
    workload: { kind: "butterfly-exchange", ranks: 16 },
  });
  expect([Math.max(...found.choices), found.channels.length]).toEqual([0, 0]);
});

test("they are part of the analysis of a program, and of nothing else", () => {
  const program = { topology: "three-quads", workload: { kind: "butterfly-exchange" } };
  expect(analyzePlan(planOf(program)).program?.meetings?.partner.length).toBe(64 * 6);
  expect(analyzePlan(planOf({})).program).toBeUndefined();
});

test("in an all-to-all every rank meets every other, and of thousands of ranks nothing is listed", () => {
  const workload = { kind: "all-to-all", message: "128 B" };
  const { found } = meetingsOf({ topology: { kind: "torus", sizes: [3, 3] }, workload });
  for (let rank = 0; rank < 9; rank++) {
    const own = Array.from({ length: 8 }, (_, i) => found.firstExchange[rank] + i);
    expect(own.map((k) => found.partner[k]).sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8].filter((other) => other !== rank));
    for (const k of own) expect([found.sent[k], found.received[k]]).toEqual([2, 2]);
  }
  const large = analyzePlan(planOf({ topology: { kind: "k-ary-n-tree", k: 8, n: 4 }, workload }));
  expect(large.program).toMatchObject({ messages: 4096 * 4095, packets: 2 * 4096 * 4095, listed: null, meetings: null });
  // The loads are counted from a sample. Every terminal sends as much as it receives, over about 7.7 channels.
  expect(large.sampled).not.toBeNull();
  expect(large.meanHops).toBeCloseTo(8 - 2 / 8 - 2 / 64 - 2 / 512, 1);
});
