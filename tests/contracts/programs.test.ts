/** Rank programs: compared with the reference simulators on every engine, and with numbers computed by hand. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { startFlowControl } from "../../src/core/flow-control/engines.ts";
import { allFlowControls } from "../../src/core/flow-control/index.ts";
import { canRunOnRows } from "../../src/core/flow-control/cut-through/on-rows.ts";
import type { ScenarioError } from "../../src/core/base/errors.ts";
import { compile } from "../../src/core/run/compile.ts";
import type { Program } from "../../src/core/programs/program.ts";
import { sendsOf } from "./sends.ts";
import { ProgramWriter } from "../../src/core/programs/program-writer.ts";
import { run, startRun } from "../../src/core/run/run.ts";
import { causalityOf, causalityOnNetwork } from "../../src/core/analysis/programs/causality.ts";
import { scalar } from "../../src/core/simulation/frame.ts";
import { readScenario } from "../../src/core/scenario/scenario.ts";
import { allTopologies } from "../../src/core/topologies/index.ts";
import { waterfallMessageBytes } from "../../src/core/workloads/waterfall.ts";
import { allWorkloads } from "../../src/core/workloads/index.ts";
import { cases, firstFew, isThorough } from "../effort.ts";
import { expectSameAs, expectSameAsReference, maxCycles, runReference, rulesOf, scenariosOn } from "./against-reference.ts";
import { anyLinks, withLinks } from "./any-links.ts";
import { examplesOf, smallTopology } from "./arbitrary.ts";
import { anyFlowControl, anyPacketFlowControl, cutThrough, frameOf, programsOn, runToEnd, type ProgramCase } from "./scenarios.ts";

function startOn({ scenario, plan }: ProgramCase) {
  const { kind, values } = scenario.flowControl;
  return startFlowControl(kind, values, plan);
}

const trees = allTopologies.kinds.filter(({ id }) => id.endsWith("tree"));
const parallelOutputRules = cutThrough({ ties: "first", arbitration: "random" });

describe("programs equal the reference, cycle for cycle", () => {
  const until = fc.constantFrom(maxCycles, maxCycles, 333, 97, 20);

  it("on random networks with any flow control of packets", () => {
    fc.assert(
      fc.property(programsOn(scenariosOn(smallTopology(20), anyPacketFlowControl)), until, (drawn, stop) => {
        expectSameAs((cycles) => runReference(drawn.scenario, drawn.plan, cycles), startOn(drawn), stop);
      }),
      { numRuns: cases(18) },
    );
  });

  it("on trees, by rows of interchangeable channels", () => {
    fc.assert(
      fc.property(programsOn(scenariosOn(smallTopology(27, trees), fc.constant(parallelOutputRules))), until, (drawn, stop) => {
        fc.pre(canRunOnRows(rulesOf(drawn.scenario), drawn.plan));
        expectSameAsReference(rulesOf(drawn.scenario), drawn.plan, startOn(drawn), stop);
      }),
      { numRuns: cases(13) },
    );
  });

  it("of every kind, with its examples", () => {
    const [tree, torus] = [
      { kind: "thin-tree", k: 3, kUp: 2, n: 3 },
      { kind: "torus", sizes: [6, 5] },
    ];
    for (const kind of allWorkloads.kinds.filter(({ isEndless }) => !isEndless)) {
      for (const example of firstFew(2, examplesOf(kind))) {
        const workload = { kind: kind.id, values: { ...example.values, ...("message" in kind.params ? { message: 100 } : {}) } };
        for (const topology of isThorough ? [tree, torus] : [tree]) {
          const scenario = { ...readScenario({ topology, workload: "binary-tree" }), workload };
          const { plan, simulation } = startRun(scenario);
          expect(expectSameAsReference(rulesOf(scenario), plan, simulation, 6000).scalars.length).toBeGreaterThan(0);
          expect(simulation.status).toBe("finished");
        }
      }
    }
  });

  it("never sooner than what must come before what allows", () => {
    let close = 0;
    fc.assert(
      fc.property(
        programsOn(scenariosOn(smallTopology(20), anyFlowControl)),
        fc.option(anyLinks(fc.constantFrom(0, 1, 2.5, 30))),
        (whole, links) => {
          const isUneven = links !== null && allFlowControls.get(whole.scenario.flowControl.kind).engine.time === "real";
          const drawn = isUneven ? { ...whole, plan: withLinks(whole.plan, links) } : whole;
          const least = causalityOnNetwork(drawn.plan, drawn.plan.demand).leastCycles;
          const simulation = startOn(drawn);
          while (simulation.status === "running" && simulation.now < maxCycles) simulation.advance(maxCycles, Infinity);
          const frame = frameOf(simulation);
          fc.pre(simulation.status === "finished" && least !== null);
          const done = frame.rankDone.reduce((a, b) => Math.max(a, b), frame.scalars[scalar.lastArrival] + 1);
          // Sums of fractions are rounded; circuits round fractions of a phit to their time unit.
          const rounded = isUneven ? 1e-6 : drawn.plan.engine.time === "real" ? 1e-12 : 0;
          expect(done * (1 + rounded)).toBeGreaterThanOrEqual(least as number);
          if (done <= 1.05 * (least as number)) close++;
        },
      ),
      { numRuns: cases(75) },
    );
    expect(close).toBeGreaterThan(cases(5));
  });

  it("however the run is sliced", () => {
    fc.assert(
      fc.property(programsOn(scenariosOn(smallTopology(20), anyFlowControl)), fc.integer({ min: 1, max: 60 }), (drawn, work) => {
        const [whole, sliced] = [startOn(drawn), startOn(drawn)];
        // With background traffic, a deadlock may keep a program from ending.
        while (whole.status === "running" && whole.now < maxCycles) whole.advance(maxCycles, Infinity);
        while (sliced.status === "running" && sliced.now < maxCycles) sliced.advance(maxCycles, work);
        expect(frameOf(sliced)).toEqual(frameOf(whole));
      }),
      { numRuns: cases(20) },
    );
  });
});

/** One switch: two channels between any two terminals. */
const star = (terminals: number) => ({ kind: "single-switch", terminals });

/** Cycles of a program on one switch, with packets of 16 phits; each message crosses two channels. */
function cyclesOnStar(ranks: number, write: (write: ProgramWriter, rank: number) => void): number {
  const { plan } = compile(readScenario({ topology: star(ranks), workload: "binary-tree" }));
  const writer = new ProgramWriter(1);
  for (let rank = 0; rank < ranks; rank++) {
    write(writer, rank);
    writer.nextRank();
  }
  const demand = writer.finish(Int32Array.from({ length: ranks }, (_, r) => r));
  const frame = runToEnd(startFlowControl(cutThrough().kind, cutThrough().values, { ...plan, demand }));
  return frame.rankDone.reduce((a, b) => Math.max(a, b));
}

describe("programs by hand", () => {
  // A message of P packets over H channels takes H + 16 P cycles, and the next one starts immediately after it (model, §2).
  const one = 2 + 16;

  it("one message after the other", () => {
    expect(cyclesOnStar(2, (write, rank) => (rank === 0 ? write.send(1, 1) : write.receive(0)))).toBe(one);
    expect(cyclesOnStar(2, (write, rank) => (rank === 0 ? write.send(1, 3) : write.receive(0)))).toBe(2 + 48);
    const there = (write: ProgramWriter, rank: number) => {
      if (rank === 0) write.send(1, 1);
      else write.receive(0);
      if (rank === 1) write.send(0, 2);
      else write.receive(1);
    };
    expect(cyclesOnStar(2, there)).toBe(one + 2 + 32);
  });

  it("what is busy is late by as much", () => {
    const busy = (write: ProgramWriter, rank: number) => {
      write.compute(100);
      if (rank === 0) write.send(1, 1);
      else write.receive(0);
      write.compute(7);
    };
    expect(cyclesOnStar(2, busy)).toBe(100 + one + 7);
  });

  it("waits until what it sent has arrived", () => {
    const waits = (write: ProgramWriter, rank: number) => {
      if (rank === 1) return;
      write.send(1, 1);
      write.wait();
      write.send(1, 1);
      write.wait();
    };
    expect(cyclesOnStar(2, waits)).toBe(2 * one);
  });

  it("meets at barriers, which take no time", () => {
    const meets = (write: ProgramWriter, rank: number) => {
      for (let i = 0; i < 3; i++) {
        write.compute(10 * rank);
        write.barrier();
      }
    };
    expect(cyclesOnStar(4, meets)).toBe(3 * 30);
  });

  it("tells messages apart by sender and tag, not by order", () => {
    const apart = (write: ProgramWriter, rank: number) => {
      if (rank === 0) {
        write.send(1, 1, 7);
        write.send(1, 1, 8);
      } else {
        write.receive(0, 8);
        write.receive(0, 7);
        write.compute(5);
      }
    };
    // The second message leaves 16 cycles after the first, and rank 1 waits for it before it computes.
    expect(cyclesOnStar(2, apart)).toBe(16 + one + 5);
  });

  it("repeats the given number of turns", () => {
    const turns = (write: ProgramWriter, rank: number) =>
      write.repeat(5, () => {
        if (rank === 0) write.send(1, 1);
        else write.receive(0);
        if (rank === 1) write.send(0, 1);
        else write.receive(1);
      });
    expect(cyclesOnStar(2, turns)).toBe(5 * 2 * one);
  });

  it("turns loops within loops, to the fourth depth, and no further", () => {
    const nested = (write: ProgramWriter, rank: number, depth: number) => {
      if (depth === 0) write.compute(rank === 0 ? 1 : 0);
      else
        write.repeat(depth + 1, () => {
          write.compute(rank === 0 ? 20 ** depth : 0);
          nested(write, rank, depth - 1);
        });
    };
    // The outermost loop has five iterations, the loops inside it four, three and two.
    expect(cyclesOnStar(2, (write, rank) => nested(write, rank, 4))).toBe(5 * (20 ** 4 + 4 * (20 ** 3 + 3 * (20 ** 2 + 2 * (20 + 1)))));
    expect(() => nested(new ProgramWriter(1), 0, 5)).toThrow("at most 4");
    const inTurn = (write: ProgramWriter) => write.repeat(2, () => write.repeat(2, () => write.sendToPartner(1, "shift")));
    expect(() => inTurn(new ProgramWriter(1))).toThrow("not nested");
  });

  it("sends to one after the other in turn, and waits for the message of the turn, not for any", () => {
    // In iteration t, rank r sends to r + 1 + t. Rank 0 begins late, so each rank waits for it in the iteration in which they are partners.
    const late = (write: ProgramWriter, rank: number) => {
      write.compute(rank === 0 ? 1000 : 0);
      write.repeat(3, () => {
        write.sendToPartner(1, "shift");
        write.receiveFromPartner();
      });
    };
    // Rank 1 waits immediately; rank 2 sends to 0 in its second iteration and waits for it; all ranks have waited before their third
    // iteration.
    expect(cyclesOnStar(4, late)).toBe(1000 + 3 * one);
    const causality = (w: (write: ProgramWriter, rank: number) => void) => {
      const writer = new ProgramWriter(1);
      for (let rank = 0; rank < 4; rank++) {
        w(writer, rank);
        writer.nextRank();
      }
      return causalityOf(writer.finish(Int32Array.from({ length: 4 }, (_, r) => r)), null);
    };
    const { listed, perStep, untaken, messages } = causality(late);
    expect([messages, perStep, untaken]).toEqual([12, [4, 4, 4], 0]);
    expect([...listed!.to]).toEqual([1, 2, 3, 2, 3, 0, 3, 0, 1, 0, 1, 2]);
    expect([...listed!.takenBy]).toEqual([0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2]);
    const lonely = causality((write, rank) =>
      write.repeat(3, () => (rank === 2 ? undefined : write.sendToPartner(1, "xor"), write.receiveFromPartner())),
    );
    expect(lonely.stuck.map(({ why }) => why).sort()[0]).toBe("Rank 0 waits for a message that no rank sends.");
  });

  it("a rank without operations is done immediately, and a program of computation only ends with it", () => {
    expect(cyclesOnStar(3, (write, rank) => (rank === 2 ? write.compute(12345) : undefined))).toBe(12345);
  });
});

/** The program of a workload on a fat tree of `terminals` terminals. */
function programOf(kind: string, values: Record<string, unknown>, terminals = 4096): Program {
  const workload = { kind, ...values };
  return compile(readScenario({ topology: { kind: "k-ary-n-tree", k: 4, n: Math.log2(terminals) / 2 }, workload })).plan.demand as Program;
}

describe("the programs of the trees report", () => {
  const messages = (program: Program) => program.firstMessage[program.ranks];

  it("send the expected number of messages, and of packets", () => {
    const packets = 16; // 1000 bytes in packets of 64
    for (const [kind, values, count] of [
      ["wavefront", {}, 2 * 2 * 64 * 63],
      ["wavefront", { dimensions: 3 }, 2 * 3 * 256 * 15],
      ["mesh-exchange", {}, 2 * 2 * 64 * 63],
      ["mesh-exchange", { dimensions: 3 }, 2 * 3 * 256 * 15],
      ["butterfly-exchange", {}, 4096 * 12],
      ["binary-tree", {}, 4095],
      ["all-to-all", {}, 4096 * 4095],
    ] as const) {
      const program = programOf(kind, values);
      expect([kind, messages(program), program.packets]).toEqual([kind, count, count * packets]);
    }
    // 1000 bytes in messages of 8 · 2³ = 64 bytes: 16 for each link of the mesh.
    const waterfall = programOf("waterfall", {});
    expect([messages(waterfall), waterfall.packets]).toEqual([2 * 64 * 63 * 16, 2 * 64 * 63 * 16]);
  });

  it("send over the distances that the report names", () => {
    const distances = (program: Program) => [...new Set(sendsOf(program).map(({ from, to }) => Math.abs(to - from)))].sort((a, b) => a - b);
    expect(distances(programOf("wavefront", {}))).toEqual([1, 64]);
    expect(distances(programOf("mesh-exchange", { dimensions: 3 }))).toEqual([1, 16, 256]);
    expect(distances(programOf("butterfly-exchange", {}))).toEqual(Array.from({ length: 12 }, (_, i) => 2 ** i));
    expect(distances(programOf("binary-tree", {}))).toEqual(Array.from({ length: 12 }, (_, i) => 2 ** i));
    expect(distances(programOf("waterfall", {}))).toEqual([1, 64]);
  });

  it("cut the waterfall into messages of 8 · 2^(log₁₀ size) bytes", () => {
    expect([10, 100, 1000, 10_000, 100_000].map(waterfallMessageBytes)).toEqual([16, 32, 64, 128, 256]);
    expect([1, 2, 50, 999].map(waterfallMessageBytes)).toEqual([8, 10, 26, 64]);
  });

  it("take on one switch what can be worked out by hand", () => {
    const cycles = (workload: object, terminals: number) => run(readScenario({ topology: star(terminals), workload })).makespan;
    const message = "64 B";
    // Butterfly and tree: one message per step, without contention.
    expect(cycles({ kind: "butterfly-exchange", message }, 8)).toBe(3 * 18);
    expect(cycles({ kind: "binary-tree", message }, 8)).toBe(3 * 18);
    // All-to-all: one step for every other rank. Without waiting, each rank receives one message right after another.
    expect(cycles({ kind: "all-to-all", message }, 8)).toBe(7 * 18);
    expect(cycles({ kind: "all-to-all", message, order: "xor" }, 8)).toBe(7 * 18);
    expect(cycles({ kind: "all-to-all", message, algorithm: "posted" }, 8)).toBe(7 * 16 + 2);
    // A 2 × 2 wavefront: rank 0 sends two messages, one 16 cycles after the other; rank 3 waits for both; then the same in reverse.
    expect(cycles({ kind: "wavefront", message }, 4)).toBe(2 * (16 + 18 + 18));
  });

  it("say how many messages are too many", () => {
    const flowing = (ranks: number, algorithm: string) =>
      readScenario({
        topology: { kind: "k-ary-n-tree", k: 8, n: 5 },
        flowControl: "fluid",
        workload: { kind: "all-to-all", ranks, algorithm, message: "64 B" },
      });
    expect(flowing(4096, "pairwise").workload.values["ranks"]).toBe(4096);
    expect(() => flowing(8192, "pairwise")).toThrow(
      "workload.ranks: 8192 ranks would send 67.1 million messages; at most 16.8 million are simulated. Use at most 4096 ranks.",
    );
    expect(() => flowing(4096, "posted")).toThrow("at most 4.19 million are simulated if all are posted together.");
  });

  it("are as long as they like where they flow; packet by packet they name what fits", () => {
    const on = (terminals: number, message: string, packet: string, kind = "virtual-cut-through") => {
      const flowControl = { kind, packet };
      try {
        const topology = { kind: "single-switch", terminals };
        compile(readScenario({ topology, flowControl, workload: { kind: "all-to-all", message } }));
        return null;
      } catch (error) {
        return (error as ScenarioError).issues[0];
      }
    };
    expect(on(16, "1 TB", "64 B", "fluid")).toBeNull();
    for (const kind of ["virtual-cut-through", "store-and-forward", "wormhole", "circuit"]) {
      const message = "a message of 1000001 B is too long to be sent packet by packet; expected at most 1 MB.";
      expect(on(16, "1000001 B", "64 B", kind)).toMatchObject({ path: "workload.message", message, nearest: 1e6 });
      expect(on(16, "1 MB", "64 B", kind)).toBeNull();
    }
    // The ranks send 39,800 messages. The limit of 20 GB allows 502,512 B for each of them.
    const together = "the ranks together would send 39800 MB; at most 20 GB are simulated.";
    expect(on(200, "1 MB", "64 B")).toMatchObject({ path: "workload.message", message: together, nearest: 502_512 });
    expect(on(200, "1 MB", "64 B")?.remedy).toBe("Use 502512 B or less, fewer ranks, or fluid flow.");
    expect(on(200, "502512 B", "64 B")).toBeNull();
    expect(on(200, "502513 B", "64 B")).toMatchObject({ nearest: 502_512 });
    // With packets of 4 B there would be 5,000 million packets. With packets of 12 B there are a third as many, which the counters can
    // represent.
    expect(on(200, "502512 B", "4 B")).toMatchObject({ path: "flowControl.packet", nearest: 12 });
    expect(on(200, "502512 B", "8 B")).toMatchObject({ nearest: 16 });
    expect(on(200, "502512 B", "12 B")).toBeNull();
    // Under fluid flow, 800 × 799 messages of a terabyte are more packets of 64 B than can be counted exactly.
    expect(on(800, "1 TB", "64 B", "fluid")).toMatchObject({ path: "flowControl.packet", nearest: 128 });
    expect(on(800, "1 TB", "128 B", "fluid")).toBeNull();
  });

  it("stand in the middle of a larger network, and need a number of ranks that they are defined for", () => {
    const read = (workload: object) =>
      compile(readScenario({ topology: { kind: "k-ary-n-tree", k: 6, n: 2 }, workload })).plan.demand as Program;
    expect([...read({ kind: "butterfly-exchange", ranks: 8 }).terminalOf]).toEqual([14, 15, 16, 17, 18, 19, 20, 21]);
    expect(read({ kind: "butterfly-exchange" }).ranks).toBe(32);
    expect(read({ kind: "wavefront" }).ranks).toBe(36);
    expect(read({ kind: "wavefront", dimensions: 3 }).ranks).toBe(27);
    expect(() => read({ kind: "waterfall", ranks: 8 })).toThrow(
      "workload.ranks: a waterfall is not defined for 8 ranks; the number of ranks must be a square. Use 4 or 9.",
    );
    expect(() => read({ kind: "allreduce", ranks: 1 })).toThrow(
      "an allreduce is not defined for 1 rank; the number of ranks must be 2 or more.",
    );
    expect(() => read({ kind: "binary-tree", ranks: 37 })).toThrow("37 ranks do not fit; the mapping has 36 places.");
  });

  it("send to the neighbours in the order asked for", () => {
    const order = (values: object) => {
      const program = programOf("mesh-exchange", { ranks: 9, ...values }, 16);
      return sendsOf(program)
        .filter(({ from }) => from === 4)
        .map(({ to }) => to);
    };
    expect(order({ order: "ascending" })).toEqual([1, 3, 5, 7]);
    expect(order({ order: "descending" })).toEqual([7, 5, 3, 1]);
    const drawn = new Set(
      Array.from({ length: 40 }, (_, seed) => {
        const document = { topology: { kind: "k-ary-n-tree", k: 4, n: 2 }, workload: { kind: "mesh-exchange", ranks: 9 }, seed };
        const program = compile(readScenario(document)).plan.demand as Program;
        return sendsOf(program)
          .filter(({ from }) => from === 4)
          .map(({ to }) => to)
          .join(" ");
      }),
    );
    expect(drawn.size).toBeGreaterThan(12);
  });
});
