/** Tests of the matrix transpose: its blocks traced by hand and through the program, and the placement that the paper gives. */
import { describe, expect, it } from "vitest";
import { compile } from "../../src/core/run/compile.ts";
import { ScenarioError } from "../../src/core/base/errors.ts";
import { cyclesAt, op, opWords, type Program } from "../../src/core/programs/program.ts";
import { sendsOf } from "../contracts/sends.ts";
import { run } from "../../src/core/run/run.ts";
import { checkScenario, readScenario } from "../../src/core/scenario/scenario.ts";
import { elementsPerBlock, swapsOfRank } from "../../src/core/workloads/steps/transpose-steps.ts";
import { isThorough } from "../effort.ts";
import { expectWording, refusalOf } from "../wording/wording.ts";

const threeQuads = (m: number) => ({ kind: "three-quads", m });
const scenarioOf = (workload: object, m = 4, more: object = {}) =>
  readScenario({ topology: threeQuads(m), workload: { kind: "matrix-transpose", rows: 64, ...workload }, ...more });
const programOf = (workload: object, m = 4, more: object = {}) => compile(scenarioOf(workload, m, more)).plan.demand as Program;

/** The operations of a rank as text, without the ranks and tags of mailboxes. */
function operationNames({ first, ops, phases }: Program, rank: number): readonly string[] {
  const names = Object.keys(op);
  return Array.from({ length: first[rank + 1] - first[rank] }, (_, i) => {
    const [code, a] = ops.subarray((first[rank] + i) * opWords);
    if (code === op.phase) return phases[a];
    return code === op.send ? `send ${a}` : code === op.compute ? `compute ${cyclesAt(ops, first[rank] + i)}` : names[code];
  });
}

describe("its mapping on Three Quads", () => {
  it("is the paper's, for all 64 blocks", () => {
    // Node k = (i/4) × 32 + (i%4) × 4 + (j/4) × 16 + (j%4), §4.1.1.
    const k = Array.from({ length: 64 }, (_, rank) => {
      const [i, j] = [Math.floor(rank / 8), rank % 8];
      return Math.floor(i / 4) * 32 + (i % 4) * 4 + Math.floor(j / 4) * 16 + (j % 4);
    });
    expect([...programOf({}).terminalOf]).toEqual(k);
  });

  it("is mapped to whole planes of the cube: as many as have a square number", () => {
    expect([...programOf({}, 3).terminalOf]).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    expect([...programOf({}, 2).terminalOf]).toEqual([0, 1, 2, 3]);
    expect(new Set(programOf({ parts: 2, mapping: { kind: "quadrants", parts: 2 } }, 3).terminalOf).size).toBe(16);
  });

  it.each([2, 3, 4, 5, 8, 9])("keeps every exchange within one switch, with m = %i", (m) => {
    const program = programOf({ rows: 256 }, m);
    const s = Math.floor(Math.sqrt(m));
    expect(program.ranks).toBe((s * m) ** 2);
    const plane = (terminal: number) => [terminal % m, Math.floor(terminal / m) % m, Math.floor(terminal / m ** 2)];
    const between = (a: number, b: number) => {
      const [one, other] = [plane(program.terminalOf[a]), plane(program.terminalOf[b])];
      return [0, 1, 2].filter((axis) => one[axis] === other[axis]);
    };
    const used = [new Set<string>(), new Set<string>()];
    for (let rank = 0; rank < program.ranks; rank++)
      swapsOfRank(s, rank, program.ranks).forEach((swap, step) => {
        if (swap !== null) used[step].add(between(rank, swap.partner).join());
      });
    // Step 1 uses Z switches. In step 2 two nodes differ only in Z and share an X and a Y switch.
    expect([...used[0]]).toEqual(["2"]);
    expect([...used[1]]).toEqual(s > 1 ? ["0,1"] : []);
  });

  it("puts mirror images beside each other, in groups by turns", () => {
    const { terminalOf } = programOf({ mapping: "mirror-pairs" });
    const group = (rank: number) => Math.floor(terminalOf[rank] / 16);
    const pairs = [];
    for (let i = 0; i < 8; i++) {
      for (let j = i + 1; j < 8; j++) {
        expect(terminalOf[8 * j + i]).toBe(terminalOf[8 * i + j] + 1);
        pairs.push(group(8 * i + j));
      }
    }
    expect(pairs).toEqual(Array.from({ length: 28 }, (_, pair) => pair % 4));
    // Each group also has two blocks of the diagonal, on its last two terminals.
    expect([0, 9, 18, 27, 36, 45, 54, 63].map((rank) => terminalOf[rank])).toEqual([14, 15, 30, 31, 46, 47, 62, 63]);
  });
});

describe("its steps", () => {
  it("of four blocks in four parts are one swap across the diagonal", () => {
    expect([0, 1, 2, 3].map((rank) => swapsOfRank(2, rank, 4).map((swap) => swap?.partner ?? null))).toEqual([
      [null, null],
      [null, 2],
      [null, 1],
      [null, null],
    ]);
    expect([0, 1, 2, 3].map((rank) => swapsOfRank(1, rank, 4).map((swap) => swap?.partner ?? null))).toEqual([[null], [2], [1], [null]]);
  });

  it("of sixteen blocks, worked out by hand", () => {
    // Block (0, 1) is in part A above its diagonal: step 1 only. Block (0, 2) is on the diagonal of B: step 2 only.
    expect(swapsOfRank(2, 1, 16)).toEqual([{ step: 1, partner: 4, block: 1, isAbove: true }, null]);
    expect(swapsOfRank(2, 2, 16)).toEqual([null, { step: 2, partner: 8, block: 2, isAbove: true }]);
    // Block (0, 3) moves to (1, 2) in step 1. The block from (1, 2) then moves from here to (2, 1).
    expect(swapsOfRank(2, 3, 16)).toEqual([
      { step: 1, partner: 6, block: 3, isAbove: true },
      { step: 2, partner: 9, block: 6, isAbove: true },
    ]);
    // Its partner, block (2, 1), is in part C: above the diagonal of C, but below the diagonal of the whole matrix.
    expect(swapsOfRank(2, 9, 16)).toEqual([
      { step: 1, partner: 12, block: 9, isAbove: true },
      { step: 2, partner: 3, block: 12, isAbove: false },
    ]);
  });

  it.each([
    [2, 64],
    [1, 49],
    [3, 81],
    [4, 64],
  ])("with %i × %i parts bring every block to its mirror image", (parts, ranks) => {
    const side = Math.sqrt(ranks);
    let blockOfRank = Array.from({ length: ranks }, (_, rank) => rank);
    for (let step = 0; step < swapsOfRank(parts, 0, ranks).length; step++) {
      const swaps = blockOfRank.map((_, rank) => swapsOfRank(parts, rank, ranks)[step]);
      swaps.forEach((swap, rank) => {
        if (swap === null) return;
        expect(swaps[swap.partner]).toMatchObject({ partner: rank, isAbove: !swap.isAbove });
        expect(swap.block).toBe(blockOfRank[rank]);
      });
      blockOfRank = blockOfRank.map((block, rank) => blockOfRank[swaps[rank]?.partner ?? rank] ?? block);
    }
    expect(blockOfRank).toEqual(blockOfRank.map((_, rank) => (rank % side) * side + Math.floor(rank / side)));
  });

  it("have blocks that fill the matrix, also where they are not all of one size", () => {
    for (const [rows, ranks] of [
      [64, 64],
      [65, 64],
      [17, 16],
      [3, 16],
    ]) {
      const elements = elementsPerBlock(rows, ranks);
      const sizes = Array.from({ length: ranks }, (_, block) => elements(block));
      expect(sizes.reduce((sum, each) => sum + each)).toBe(rows ** 2);
      expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(2 * Math.ceil(rows / Math.sqrt(ranks)));
    }
  });
});

describe("its program", () => {
  it("has four kinds of ranks", () => {
    const partners = (rank: number) => operationNames(programOf({ duplex: "full" }), rank).filter((word) => word.startsWith("send"));
    const count = (which: (partners: number) => boolean) =>
      Array.from({ length: 64 }, (_, rank) => partners(rank).length).filter(which).length;
    // Blocks on the diagonals of A and D never move. Other blocks of A and D move in step 1, blocks on the diagonals of B and C in step 2,
    // and all others in both.
    expect([count((n) => n === 0), count((n) => n === 1), count((n) => n === 2)]).toEqual([8, 24 + 8, 24]);
  });

  it("lets at half duplex the one above the diagonal send first, or the one below", () => {
    const [above, below] = [programOf({}), programOf({ first: "below" })];
    const early = ["step 1", "send 8", "receive", "wait", "waiting", "barrier"];
    const late = ["step 1", "receive", "send 1", "wait", "waiting", "barrier"];
    expect([operationNames(above, 1), operationNames(above, 8)]).toEqual([early, late]);
    expect([operationNames(below, 1), operationNames(below, 8)]).toEqual([
      ["step 1", "receive", "send 8", "wait", "waiting", "barrier"],
      ["step 1", "send 1", "receive", "wait", "waiting", "barrier"],
    ]);
    // With a random choice, each pair still has one rank that sends first and one that receives first.
    const random = programOf({ first: "random" });
    const starts = (rank: number) => operationNames(random, rank)[1] !== "receive";
    const pairs = [1, 2, 3, 10, 11, 19].map((rank) => [rank, (rank % 8) * 8 + Math.floor(rank / 8)]);
    for (const [a, b] of pairs) expect(starts(a)).not.toBe(starts(b));
    expect(new Set(pairs.map(([a]) => starts(a))).size).toBe(2);
  });

  it("pipelines chunks through fused steps", () => {
    const program = programOf({ algorithm: "fused", duplex: "full", chunks: 2 });
    // Block (0, 5) is exchanged with (1, 4) in step 1 and with (4, 1) in step 2.
    expect(operationNames(program, 5)).toEqual([
      "steps 1 and 2",
      "send 12",
      "receive",
      "wait",
      "send 12",
      "send 33",
      "receive",
      "receive",
      "wait",
      "send 33",
      "receive",
      "wait",
    ]);
  });

  it("sends every byte of every block that moves, in whole packets", () => {
    // Blocks of 8 × 8 elements of 8 B are 512 B: eight packets of 64 B. 56 − 8 of 64 blocks move in step 1, 32 in step 2.
    expect(programOf({}).packets).toBe(8 * (48 + 32));
    expect(programOf({ algorithm: "one-step" }).packets).toBe(8 * 56);
    expect(programOf({ algorithm: "fused", chunks: 3 }).packets).toBe((3 + 3 + 3) * 80);
    // The 9 rows are split into 2 + 2 + 2 + 3, and the columns likewise, so block (0, 3) has 2 × 3 elements of 64 B.
    const uneven = sendsOf(programOf({ rows: 9, element: "64 B", ranks: 16 }));
    expect(uneven.filter(({ from }) => from === 3).map(({ packets }) => packets)).toEqual([6, 4]);
    expect(uneven.filter(({ from }) => from === 6).map(({ packets }) => packets)).toEqual([4, 6]);
  });

  it("takes as long as its memory does, in cycles of its technology, however many", () => {
    // 512 MiB at 1130 MB/s take 0.4751 s, twice. A cycle of Gigabit Ethernet is 32 ns.
    const technology = {
      technology: "gigabit-ethernet",
      workload: { kind: "matrix-transpose", ranks: 4, parts: 2, rows: 16_384, memory: "1130 MB/s" },
    };
    const program = compile(readScenario({ topology: threeQuads(4), ...technology })).plan.demand as Program;
    expect(operationNames(program, 0)).toEqual([
      "initialisation",
      "compute 14847094",
      "local transpose",
      "compute 14847094",
      "waiting",
      "barrier",
    ]);
    const slow = { ...technology, workload: { ...technology.workload, memory: "1 MB/s" } };
    const words = operationNames(compile(readScenario({ topology: threeQuads(4), ...slow })).plan.demand as Program, 0);
    const cycles = 16_777_216_000;
    expect(words[1]).toBe(`compute ${cycles}`);
  });

  it("asks for a technology where its memory has a rate", () => {
    expectWording(
      refusalOf(() => scenarioOf({ memory: "1 GB/s" })),
      "workload.memory … Choose a technology with a rate",
    );
    expect(checkScenario(scenarioOf({ memory: "1 GB/s" }, 4, { technology: "gigabit-ethernet" }))).toEqual([]);
  });

  it("says which numbers of ranks it is defined for, and when a matrix is too large for packets", () => {
    expect(() => scenarioOf({ ranks: 9, parts: 2 })).toThrow(ScenarioError);
    expect(() => scenarioOf({ ranks: 9, parts: 2 })).toThrow("Use 4 or 16.");
    expectWording(
      refusalOf(() => scenarioOf({ rows: 65_536 })),
      "workload.rows … 42900 MB … 20 GB",
    );
  });

  it("takes as long in the largest cube as in the paper's, block for block, for no two messages meet", () => {
    const more = { technology: "gigabit-ethernet", flowControl: { kind: "fluid", packet: "1448 B", injectionSlots: 4, ways: "one" } };
    const [small, large] = [4, 32].map((m) => compile(scenarioOf({ rows: 160 }, m, more)).plan.demand as Program);
    expect([small.ranks, large.ranks]).toEqual([8 ** 2, 160 ** 2]);
    const cycles = (rows: number, m: number) => run(scenarioOf({ rows, duplex: "full" }, m, more)).makespan;
    // The largest cube takes seconds. A cube with a quarter of the terminals shows the same.
    expect(isThorough ? cycles(160 * 512, 32) : cycles(64 * 512, 16)).toBe(cycles(8 * 512, 4));
  });

  it("counts all packets of the largest matrix where they flow", () => {
    // Of 64 blocks of 2¹⁷ × 2¹⁷ elements of 8 B, all except the 8 on the diagonal move to their mirror image, in two steps where it needs
    // two.
    const block = (2 ** 17 * 2 ** 17 * 8) / 64;
    const { packets, sizes } = programOf({ rows: 2 ** 20, algorithm: "one-step" }, 4, { flowControl: "fluid" });
    expect(packets).toBe(56 * block);
    expect([...sizes.packets]).toEqual([0, block]);
  });

  it("takes on idle switches what can be worked out by hand", () => {
    const cycles = (workload: object) => run(scenarioOf(workload)).makespan;
    // A block is 8 packets of 16 phits over two channels: 130 cycles in each step, and twice that at half duplex.
    expect(cycles({})).toBe(4 * 130);
    expect(cycles({ duplex: "full" })).toBe(2 * 130);
    expect(cycles({ duplex: "full", barrier: false })).toBe(2 * 130);
  });
});
