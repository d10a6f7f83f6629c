/**
 * Reduction trees with switches that reduce and replicate: the choice of the tree, and its times in closed form and compared with a
 * reference simulator.
 */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ScenarioError } from "../../src/core/base/errors.ts";
import { compile } from "../../src/core/run/compile.ts";
import { startFlowControl } from "../../src/core/flow-control/engines.ts";
import { axisOf, coordinate, type Network } from "../../src/core/network/network.ts";
import { reductionTrees } from "../../src/core/network/reduction-tree.ts";
import type { Plan } from "../../src/core/plan/plan.ts";
import { op, opWords, type Program } from "../../src/core/programs/program.ts";
import { plainSwitch } from "../../src/core/plan/switches.ts";
import { ProgramWriter } from "../../src/core/programs/program-writer.ts";
import { type Frame, scalar } from "../../src/core/simulation/frame.ts";
import { run } from "../../src/core/run/run.ts";
import { readScenario, type Scenario } from "../../src/core/scenario/scenario.ts";
import { cases, thoroughTest } from "../effort.ts";
import { simulateTrees } from "../reference/cut-through-trees.ts";
import { expectSameAs, rulesOf } from "./against-reference.ts";
import { anyLinks, withLinks } from "./any-links.ts";
import { frameOf, runToEnd } from "./scenarios.ts";

const star = (terminals: number) => ({ kind: "single-switch", terminals });
const fatTree = (k: number, n: number) => ({ kind: "k-ary-n-tree", k, n });
const torus = (...sizes: number[]) => ({ kind: "torus", sizes });
/** Phits and bytes of a packet, unless a case specifies others. */
const [L, packet] = [16, 64];

interface Setting {
  /** Bytes of a packet. */
  readonly packet: number;
  readonly scenario: Scenario;
  readonly plan: Plan;
  readonly network: Network;
}

function compileSetting(topology: object, flowControl: object = { kind: "fluid" }, more: object = {}): Setting {
  const scenario = readScenario({ topology, flowControl, workload: "binary-tree", ...more });
  const { plan } = compile(scenario);
  return { scenario, plan, network: plan.network, packet: (scenario.flowControl.values as { readonly packet: number }).packet };
}

const allRanks = (ranks: number) => Array.from({ length: ranks }, (_, rank) => rank);

/** A program with reduction trees between the given ranks, and one rank per terminal. */
function programOn(
  { network, packet: bytes }: Setting,
  ranks: number,
  trees: readonly (readonly [from: readonly number[], to: readonly number[]])[],
  write: (w: ProgramWriter, rank: number) => void,
): Program {
  const writer = new ProgramWriter(bytes);
  for (const [from, to] of trees) for (const tree of reductionTrees(network, from, to, 1)) writer.addTree(tree, from, to);
  for (let rank = 0; rank < ranks; rank++) {
    write(writer, rank);
    writer.nextRank();
  }
  return writer.finish(Int32Array.from(allRanks(ranks)));
}

const runProgram = ({ scenario: { flowControl }, plan }: Setting, demand: Program): Frame =>
  runToEnd(startFlowControl(flowControl.kind, flowControl.values, { ...plan, demand, injectionSlots: 1 }));

/** All ranks contribute `packets` packets to one tree and wait for the result, `times` times. */
function allreduce(on: Setting, ranks: number, packets: number, times = 1, late: (rank: number) => number = () => 0): Frame {
  const whole = [allRanks(ranks), allRanks(ranks)] as const;
  return runProgram(
    on,
    programOn(on, ranks, [whole], (w, rank) => {
      w.compute(late(rank));
      w.repeat(times, () => {
        w.sendToTree(0, packets * packet);
        w.receiveFromTree(0);
      });
    }),
  );
}

describe("a reduction tree", () => {
  it("has its root at the lowest switch that all hang under", () => {
    const { network } = compileSetting(fatTree(4, 3));
    const depthOf = (terminals: readonly number[]) => {
      const [tree] = reductionTrees(network, terminals, terminals, 1);
      // A tree has one edge less than nodes, in either direction.
      const nodes = new Set([...tree.up].flatMap((c) => [network.tail[c], network.head[c]]));
      expect(tree.up.length).toBe(nodes.size - 1);
      expect(tree.down.length).toBe(nodes.size - 1);
      return coordinate(network, tree.root, axisOf(network, "level"));
    };
    expect(depthOf([0, 1, 2, 3])).toBe(0);
    expect(depthOf([0, 5])).toBe(1);
    expect(depthOf(allRanks(16))).toBe(1);
    expect(depthOf(allRanks(64))).toBe(2);
  });

  it("reaches the centre of what takes part in a torus", () => {
    const { network } = compileSetting(torus(8));
    const [tree] = reductionTrees(network, [1, 2, 3], [1, 2, 3], 1);
    expect(tree.root).toBe(network.terminals + 2);
    expect(tree.up.length).toBe(5);
    expect(tree.down.length).toBe(5);
  });

  thoroughTest(
    "reaches the middle of a mesh of thousands, of which some stand for all, and finds none where one of the others is cut off",
    () => {
      const { network } = compileSetting({ kind: "mesh", sizes: [880, 5] });
      const count = network.terminals;
      // The search starts at every second terminal. The switch of the last terminal, which is not one of those, leads back to that terminal
      // only, and no other switch leads to it.
      const { head, tail, firstOut } = network;
      const [own, there] = [count - 1, count + count - 1];
      const cut = head.map((to, c) => (to === there && tail[c] !== own ? tail[c] : to));
      cut.fill(own, firstOut[there], firstOut[there + 1]);
      const [tree, ...others] = reductionTrees({ ...network, head: cut }, allRanks(count - 1), allRanks(count - 1), 1);
      expect(others).toEqual([]);
      expect(Math.abs(coordinate(network, tree.root, 0) - 439.5)).toBeLessThan(2);
      expect(tree.up.length).toBe(2 * (count - 1) - 1);
      expect(reductionTrees({ ...network, head: cut }, allRanks(count), allRanks(count), 1)).toEqual([]);
    },
  );

  it("has side by side roots of their own where there are as good ones", () => {
    const { network } = compileSetting(fatTree(4, 2));
    const roots = (count: number) => reductionTrees(network, allRanks(16), allRanks(16), count).map(({ root }) => root - network.terminals);
    expect(new Set(roots(4)).size).toBe(4);
    expect(new Set(roots(8)).size).toBe(4);
    expect(roots(1)).toEqual(roots(4).slice(0, 1));
  });

  it("tells the way of each contribution up and down, and the packets that are given", () => {
    const on = compileSetting(fatTree(4, 2));
    const [from, to] = [
      [0, 5, 9],
      [0, 3, 14],
    ];
    const { trees } = programOn(on, 16, [[from, to]], (w, rank) => {
      w.repeat(3, () => {
        if (from.includes(rank)) w.repeat(2, () => w.sendToTree(0, 2 * packet));
      });
      if (from.includes(rank)) w.sendToTree(0, packet);
    });
    const [{ packets, paths, up, down }] = trees!;
    expect(packets).toBe(3 * 2 * 2 + 1);
    const { tail, head } = on.network;
    // The nominal destination of each contributor is the next receiver.
    expect(paths.map((path) => [tail[path[0]], head[path[path.length - 1]]])).toEqual([
      [0, 3],
      [5, 14],
      [9, 0],
    ]);
    for (const path of paths) path.slice(1).forEach((c, i) => expect(tail[c]).toBe(head[path[i]]));
    expect(new Set(paths.flatMap((path) => [...path]))).toEqual(new Set([...up, ...down]));
  });

  it("is none on a medium, and none through terminals", () => {
    const bus = compileSetting({ kind: "shared-bus", terminals: 4 }).network;
    expect(reductionTrees(bus, [0, 1], [0, 1], 1)).toEqual([]);
  });
});

describe("under fluid flow", () => {
  it.each([
    ["one switch", star(5), 5, 2],
    ["a fat tree", fatTree(4, 3), 64, 6],
    ["a part of a fat tree", fatTree(4, 3), 7, 4],
    ["a ring", torus(8), 8, 10],
  ])("takes the longest way up and down and the phits of one vector on %s", (_, topology, ranks, hops) => {
    const frame = allreduce(compileSetting(topology), ranks, 10);
    const done = Array.from(frame.rankDone);
    expect(Math.max(...done)).toBe(hops + 10 * L);
    expect(frame.scalars[scalar.delivered]).toBe(10 * ranks);
    expect(frame.scalars[scalar.lastArrival]).toBe(hops + 10 * L - 1);
  });

  it("carries each byte once over each channel of the tree, and none elsewhere", () => {
    const on = compileSetting(fatTree(4, 2));
    const [tree] = reductionTrees(on.network, allRanks(16), allRanks(16), 1);
    const frame = allreduce(on, 16, 3, 2);
    const crossed = new Set([...tree.up, ...tree.down]);
    expect(crossed.size).toBe(2 * (16 + 4));
    frame.phits.forEach((phits, c) => expect(phits).toBe(crossed.has(c) ? 2 * 3 * L : 0));
    expect(Array.from(frame.accepted.subarray(0, 16))).toEqual(allRanks(16).map(() => 6));
  });

  it("begins when the last has handed over, and waits for no one else's header", () => {
    const on = compileSetting(torus(7));
    const [{ root }] = reductionTrees(on.network, allRanks(7), allRanks(7), 1);
    const away = (rank: number) => 1 + Math.min(...[0, 7].map((turn) => Math.abs(turn - Math.abs(rank - (root - 7)))));
    for (const last of allRanks(7)) {
      const { rankDone } = allreduce(on, 7, 4, 1, (rank) => (rank === last ? 100 : 0));
      allRanks(7).forEach((rank) => expect(rankDone[rank]).toBe(100 + away(last) + 4 * L + away(rank)));
    }
  });

  it("reduces to one, and has what one gives be heard by all others", () => {
    const on = compileSetting(fatTree(2, 2));
    const reduce = programOn(on, 4, [[allRanks(4), [2]]], (w, rank) => {
      w.sendToTree(0, 5 * packet);
      if (rank === 2) w.receiveFromTree(0);
    });
    const reduced = runProgram(on, reduce);
    expect(Array.from(reduced.rankDone)).toEqual([0, 0, 4 + 5 * L, 0]);
    expect(reduced.phits.reduce((a, b) => a + b)).toBe((6 + 2) * 5 * L);
    const others = [0, 1, 3];
    const multicast = programOn(on, 4, [[[2], others]], (w, rank) => (rank === 2 ? w.sendToTree(0, 5 * packet) : w.receiveFromTree(0)));
    const cast = runProgram(on, multicast);
    expect(Math.max(...cast.rankDone)).toBe(4 + 5 * L);
    expect(cast.scalars[scalar.delivered]).toBe(5);
  });

  it("shares channels with everything else, max-min fair", () => {
    const on = compileSetting(star(4));
    // The message from rank 3 to rank 0 shares the last channel with the result of the tree.
    const program = programOn(
      on,
      4,
      [
        [
          [0, 1, 2],
          [0, 1, 2],
        ],
      ],
      (w, rank) => {
        if (rank === 3) return w.send(0, 10 * packet);
        w.sendToTree(0, 10 * packet);
        w.receiveFromTree(0);
        if (rank === 0) w.receive(3);
      },
    );
    expect(Array.from(runProgram(on, program).rankDone.subarray(0, 3))).toEqual([2, 2, 2].map((ways) => ways + 20 * L));
  });

  it("is the same run however it is cut into slices", () => {
    const on = compileSetting(torus(4, 2));
    const demand = programOn(
      on,
      8,
      [
        [allRanks(8), allRanks(8)],
        [
          [0, 1, 2],
          [4, 5],
        ],
      ],
      (w, rank) => {
        w.compute(rank * 7);
        w.sendToTree(0, 300);
        if (rank < 3) w.sendToTree(1, 900);
        w.send((rank + 3) % 8, 500);
        w.receiveFromTree(0);
        if (rank === 4 || rank === 5) w.receiveFromTree(1);
        w.receive((rank + 5) % 8);
      },
    );
    const { flowControl } = on.scenario;
    const begin = () => startFlowControl(flowControl.kind, flowControl.values, { ...on.plan, demand, injectionSlots: 2 });
    const whole = runToEnd(begin());
    const sliced = begin();
    for (let t = 7; sliced.status === "running"; t += 7) {
      sliced.advance(t, 1000);
      frameOf(sliced);
    }
    expect(frameOf(sliced)).toEqual(whole);
    expect(whole.scalars[scalar.delivered]).toBe(8 * 5 + 3 * 15 + 8 * 8);
  });
});

/** A tree of a random program: contributors, receivers, and packets of each round. */
const anyTree = (ranks: number) =>
  fc.record({
    from: fc.subarray(allRanks(ranks), { minLength: 1 }),
    to: fc.subarray(allRanks(ranks), { minLength: 1 }),
    rounds: fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 3 }),
  });

/** A random case on a small network: trees, late ranks, packet engine and rules, links and switches. */
const anyCase = fc
  .constantFrom(star(2), star(5), fatTree(2, 2), fatTree(2, 3), torus(4), torus(3, 2), { kind: "dragonfly", p: 1, a: 2, h: 1, g: 3 })
  .chain((topology) => {
    const { terminals } = compileSetting(topology).network;
    return fc.record({
      topology: fc.constant(topology),
      ranks: fc.constant(terminals),
      trees: fc.array(anyTree(terminals), { minLength: 1, maxLength: 3 }),
      late: fc.array(fc.integer({ min: 0, max: 60 }), { minLength: terminals, maxLength: terminals }),
      values: fc.record({
        queue: fc.integer({ min: 1, max: 4 }),
        injectionSlots: fc.integer({ min: 1, max: 3 }),
        virtualChannels: fc.integer({ min: 1, max: 2 }),
        packet: fc.constantFrom(4, 12, 64),
        arbitration: fc.constantFrom("random", "round-robin", "oldest-first"),
        priority: fc.constantFrom("equal", "network-first"),
      }),
      kind: fc.constantFrom("virtual-cut-through", "virtual-cut-through", "store-and-forward"),
      links: fc.option(anyLinks(fc.integer({ min: 0, max: 4 })), { nil: undefined }),
      switches: fc.option(fc.record({ pipeline: fc.integer({ min: 0, max: 3 }), creditDelay: fc.integer({ min: 0, max: 3 }) }), {
        nil: undefined,
      }),
    });
  });

/**
 * All ranks contribute to every round of every tree, one tree after another, and receive each result before the next round, or all results
 * at the end.
 */
function randomProgram(
  on: Setting,
  ranks: number,
  trees: readonly { from: readonly number[]; to: readonly number[]; rounds: readonly number[] }[],
  late: readonly number[],
) {
  return programOn(
    on,
    ranks,
    trees.map(({ from, to }) => [from, to] as const),
    (w, rank) => {
      w.compute(late[rank]);
      const waitsAtOnce = late[rank] % 2 === 0;
      trees.forEach(({ from, to, rounds }, tree) => {
        for (const packets of rounds) {
          if (from.includes(rank)) w.sendToTree(tree, packets * on.packet);
          if (to.includes(rank) && waitsAtOnce) w.receiveFromTree(tree);
        }
      });
      if (!waitsAtOnce) trees.forEach(({ to, rounds }, tree) => rounds.forEach(() => to.includes(rank) && w.receiveFromTree(tree)));
      w.wait();
    },
  );
}

describe("under virtual cut-through and store-and-forward", () => {
  it.each([
    ["one switch", star(5), 5, 2],
    ["a fat tree", fatTree(4, 3), 64, 6],
    ["a ring", torus(8), 8, 10],
  ])("takes the longest way up and down and the phits of one vector on %s", (_, topology, ranks, hops) => {
    const frame = allreduce(compileSetting(topology, { kind: "virtual-cut-through" }), ranks, 10);
    expect(Math.max(...frame.rankDone)).toBe(hops + 10 * L);
    expect(frame.scalars[scalar.delivered]).toBe(10 * ranks);
    const stored = allreduce(compileSetting(topology, { kind: "store-and-forward" }), ranks, 10);
    expect(Math.max(...stored.rankDone)).toBe((hops + 9) * L + 1);
  });

  it("copies to each output when that is free, and holds what comes behind until the last copy has begun", () => {
    // Rank 0 sends to a tree with receivers 1 and 2; the channel down to 2 is in use by four packets of 16 phits from rank 3.
    const on = compileSetting(star(4), { kind: "virtual-cut-through", arbitration: "oldest-first" });
    const both = [
      [[0], [1, 2]],
      [[3], [2]],
    ] as const;
    const program = programOn(on, 4, both, (w, rank) => {
      if (rank === 3) w.sendToTree(1, 4 * packet);
      if (rank === 0) w.compute(2);
      if (rank === 0) w.sendToTree(0, 2 * packet);
      if (rank === 1 || rank === 2) w.receiveFromTree(0);
      if (rank === 2) w.receiveFromTree(1);
    });
    const { rankDone, waiting } = runProgram(on, program);
    // The first packet may request the channels in cycle 3, but waits at least until cycle 17 for the copy to 2; so does the second packet.
    expect(rankDone[1]).toBeGreaterThan(2 + 2 + 2 * L);
    expect(rankDone[2]).toBe(2 + 6 * L);
    expect(waiting.reduce((a, b) => a + b)).toBeGreaterThan(0);
  });

  describe("where two trees go over one queue, given to in different orders", () => {
    /** Runs two trees over one queue: rank 3 contributes to both, rank 5 only to the first and late, rank 6 only to the second. */
    const run = (virtualChannels: number) => {
      const on = compileSetting(fatTree(2, 3), { kind: "virtual-cut-through", queue: 1, virtualChannels });
      const both = [
        [[3, 5], [4]],
        [[3, 6], [7]],
      ] as const;
      const demand = programOn(on, 8, both, (w, rank) => {
        w.compute(rank === 5 ? 4 : 0);
        if (rank === 3 || rank === 5) w.sendToTree(0, 3 * packet);
        if (rank === 3 || rank === 6) for (let round = 0; round < 2; round++) w.sendToTree(1, packet);
        w.wait();
      });
      const simulation = startFlowControl(on.scenario.flowControl.kind, on.scenario.flowControl.values, { ...on.plan, demand });
      runToEnd(simulation);
      return simulation;
    };

    it("ends as deadlocked, and names who waits for whom", () => {
      const { status, deadlockCycle } = run(1);
      expect(status).toBe("deadlocked");
      expect(deadlockCycle.length).toBeGreaterThan(1);
      deadlockCycle.forEach(({ waitsFor }, i) => expect(waitsFor).toBe(deadlockCycle[(i + 1) % deadlockCycle.length].channel));
      expect(new Set(deadlockCycle.map(({ destination }) => destination))).toEqual(new Set([4, 7]));
    });

    it("ends with a virtual channel for each", () => {
      expect(run(2).status).toBe("finished");
    });
  });

  it("ends as deadlocked where a rank never contributes", () => {
    const demand = programOn(compileSetting(star(3)), 3, [[[0, 1], [2]]], (w, rank) =>
      rank === 0 ? w.sendToTree(0, packet) : rank === 2 ? w.receiveFromTree(0) : undefined,
    );
    for (const kind of ["virtual-cut-through", "fluid"]) {
      const { scenario, plan } = compileSetting(star(3), { kind });
      const simulation = startFlowControl(kind, scenario.flowControl.values, { ...plan, demand });
      runToEnd(simulation);
      expect(simulation.status, kind).toBe("deadlocked");
    }
  });

  it("is the plain reference, cycle for cycle", () => {
    fc.assert(
      fc.property(anyCase, ({ topology, ranks, trees, late, values, kind, links, switches }) => {
        // With links, packets are long enough that no link carries more than one packet per cycle.
        const own = links === undefined ? values : { ...values, packet: Math.max(24, values.packet) };
        const on = compileSetting(topology, { kind, ...own, packet: `${own.packet} B` });
        const alike = { ...on.plan, demand: randomProgram(on, ranks, trees, late) };
        const clocked = links === undefined ? alike : withLinks(alike, links);
        const plan = switches === undefined ? clocked : { ...clocked, switches: { ...plainSwitch, ...switches } };
        const { flowControl } = on.scenario;
        expectSameAs(
          (cycles) => simulateTrees(rulesOf(on.scenario), plan, cycles),
          startFlowControl(flowControl.kind, flowControl.values, plan),
        );
      }),
      { numRuns: cases(40) },
    );
  }, 120_000);
});

describe("the algorithm in-network", () => {
  const documentOf = (workload: object, flowControl: object = { kind: "fluid" }, topology: object = fatTree(4, 2)) => ({
    topology,
    flowControl,
    workload,
  });
  const runOf = (document: object) => run(readScenario(document));

  it.each(["fluid", "virtual-cut-through", "store-and-forward"])("of every operation takes what it says, under %s", (kind) => {
    const cycles = (workload: object) => runOf(documentOf(workload, { kind })).cycles;
    const message = `${10 * packet} B`;
    /** Cycles over four channels: one cycle each, or L with store-and-forward. */
    const alone = (packets: number) => (kind === "store-and-forward" ? (packets + 3) * L + 1 : packets * L + 4);
    for (const workload of [
      { kind: "allreduce", algorithm: "in-network", message },
      { kind: "reduce", algorithm: "in-network", message, root: 15 },
      { kind: "broadcast", broadcast: "in-network", message, root: 3 },
    ])
      expect(cycles(workload), workload.kind).toBe(alone(10));
    expect(cycles({ kind: "barrier", algorithm: "in-network" })).toBe(alone(1));
  });

  it.each(["fluid", "virtual-cut-through", "store-and-forward"])("of blocks fills a link with all of them, under %s", (kind) => {
    const [ranks, each] = [16, 3];
    const message = `${ranks * each * packet} B`;
    for (const [topology, hops] of [
      [star(ranks), 2],
      [fatTree(4, 2), 4],
    ] as const)
      for (const operation of ["reduce-scatter", "allgather"]) {
        // While a block is reduced, it keeps the links of all other ranks busy. On one switch no rank receives its own block again; on a
        // tree of switches it returns with the blocks of the others from the root.
        const blocks = operation === "allgather" && hops === 2 ? ranks - 1 : ranks;
        const packets = blocks * each;
        const alone = kind === "store-and-forward" ? (packets + hops - 1) * L + 1 : packets * L + hops;
        const took = runOf(documentOf({ kind: operation, algorithm: "in-network", message }, { kind }, topology)).cycles;
        expect([operation, hops, took]).toEqual([operation, hops, alone]);
      }
  });

  it("of blocks has a tree for each, between its rank and all others, of any number of bytes", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 9 }),
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 1, max: 4 }),
        (ranks, bytes, channels) => {
          for (const kind of ["reduce-scatter", "allgather"]) {
            const workload = { kind, algorithm: "in-network", message: `${bytes} B`, ranks, channels };
            const { collective, trees, first, ops, sizes } = compile(readScenario(documentOf(workload, { kind: "fluid" }, star(ranks))))
              .plan.demand as Program;
            const given = trees!.map(() => new Set<number>());
            const sent = allRanks(ranks).map((rank) => {
              let sum = 0;
              for (let i = first[rank]; i < first[rank + 1]; i++) {
                const [code, tree, size] = ops.subarray(i * opWords, (i + 1) * opWords);
                if (code !== op.sendToTree) continue;
                given[tree].add(sizes.bytes[size]);
                sum += sizes.bytes[size];
              }
              return sum;
            });
            const blocks = allRanks(ranks).map(() => 0);
            trees!.forEach(({ from, to }, k) => {
              const [one, others] = kind === "allgather" ? [from, to] : [to, from];
              expect([one.length, given[k].size]).toEqual([1, 1]);
              expect([...others]).toEqual(allRanks(ranks).filter((rank) => rank !== one[0]));
              blocks[one[0]] += [...given[k]][0];
            });
            expect(blocks.reduce((a, b) => a + b)).toBe(bytes);
            for (const block of blocks) expect([Math.floor(bytes / ranks), Math.ceil(bytes / ranks)]).toContain(block);
            expect(collective!.bytesPerRank).toBe(Math.max(...sent));
          }
        },
      ),
      { numRuns: cases(40) },
    );
  });

  it("says what it takes in closed form", () => {
    const { plan } = compile(readScenario(documentOf({ kind: "allreduce", algorithm: "in-network", message: "640 B", channels: 4 })));
    const { collective, trees } = plan.demand as Program;
    expect(collective).toMatchObject({ ranks: 16, bytes: 640, steps: 2, bytesPerRank: 640, inNetwork: true });
    expect(new Set(trees!.map(({ root }) => root)).size).toBe(4);
  });

  const issueOf = (document: object) => {
    try {
      compile(readScenario(document));
    } catch (error) {
      if (error instanceof ScenarioError) return error.issues[0];
    }
    return undefined;
  };
  const workload = { kind: "allreduce", algorithm: "in-network", message: "640 B" };

  it.each(["wormhole", "circuit", "ideal-network"])("is refused under %s, with the nearest that does it", (kind) => {
    for (const operation of ["allreduce", "reduce", "reduce-scatter", "allgather"])
      expect(issueOf(documentOf({ ...workload, kind: operation }, { kind }))).toMatchObject({
        path: "flowControl",
        nearest: "fluid",
        message: expect.stringMatching(/switches do not reduce or replicate messages\.$/),
      });
  });

  it("of blocks is refused where a tree for each rank would be too many, with the most that will do", () => {
    const ofRanks = (ranks: number) =>
      issueOf(
        documentOf({ kind: "allgather", algorithm: "in-network", message: "1 MiB", channels: 2, ranks }, { kind: "fluid" }, star(257)),
      );
    expect(ofRanks(257)).toMatchObject({ path: "workload.ranks", nearest: 256 });
    expect(ofRanks(256)).toBeUndefined();
  });

  it("is refused packet by packet beside other traffic, and runs beside it under fluid flow", () => {
    const from = (first: number) => ({ ranks: 4, mapping: { kind: "consecutive", first } });
    const beside = (other: object) => ({
      kind: "programs",
      jobs: [{ program: { ...workload, ...from(0) } }, { program: { ...other, ...from(4) } }],
    });
    const mixed = beside({ kind: "binary-tree" });
    expect(issueOf(documentOf(mixed, { kind: "virtual-cut-through" }))).toMatchObject({ path: "flowControl", nearest: "fluid" });
    expect(runOf(documentOf(mixed)).status).toBe("finished");
    for (const kind of ["fluid", "virtual-cut-through"]) expect(runOf(documentOf(beside(workload), { kind })).cycles).toBe(2 + 10 * L);
  });

  it("is refused where ways lead through terminals, and on a medium", () => {
    for (const topology of [{ kind: "shared-bus", terminals: 4 }, { kind: "three-quads" }])
      expect(issueOf(documentOf(workload, { kind: "fluid" }, topology))).toMatchObject({ path: "workload.algorithm", nearest: "ring" });
  });
});
