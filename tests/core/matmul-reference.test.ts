/** Checks the reference matrix multiplication, with which the workload is compared, against numbers derived by hand. */
import { describe, expect, it } from "vitest";
import { blocksOf, type Multiplication, multiply, broadcastNeighbors } from "../reference/matmul.ts";

/** Four equal nodes on a network that takes no time. */
const idealMachine: Multiplication = {
  rows: 64,
  element: 8,
  ranks: 4,
  algorithm: "point-to-point",
  blocks: 2,
  ahead: 0,
  broadcast: "chain",
  segments: 1,
  rate: 1,
  speeds: [1],
  start: 0,
  network: { medium: "ports", rate: 1e30, wire: (bytes) => bytes, startUp: 0, overhead: 0, latency: 0 },
  tick: 0,
};
/** Operations of one of the 8 × 8 blocks, and bytes of the column of B that a block needs. */
const [blockOperations, columnBytes] = [2 * 8 * 64 * 8, 64 * 8 * 8];

/** Total time in units of the time that a node of speed 1 needs for one block. */
const timeInBlocks = (more: Partial<Multiplication>) => multiply({ ...idealMachine, ...more }).seconds / blockOperations;

describe("without communication", () => {
  it("the wavefront takes 22 block times instead of 16, with one exchange ahead too, and 16 with two", () => {
    expect([0, 1, 2, 3, 20].map((ahead) => timeInBlocks({ ahead }))).toEqual([22, 22, 16, 16, 16]);
  });

  it("it takes 1.21 of the time of the slow nodes where two are 1.5 times as fast", () => {
    const speeds = [1.5, 1.5, 1, 1];
    expect([0, 1, 2].map((ahead) => timeInBlocks({ speeds, ahead }) / 16)).toEqual(
      [1.2083333333333333, 1.1875, 1].map((each) => expect.closeTo(each, 12)),
    );
  });

  it("broadcasts take 16 block times, however they go", () => {
    for (const broadcast of ["tree", "chain", "medium"] as const) expect(timeInBlocks({ algorithm: "broadcast", broadcast })).toBe(16);
  });

  it("blocks are done by waves, later rows first, as Table 2 has them", () => {
    const first = blocksOf(4, 2, 0).slice(0, 8);
    expect(first.map(({ i, j }) => `${i}${j}`)).toEqual(["00", "01", "02", "03", "40", "04", "41", "05"]);
  });
});

/** Computation takes no time, so that only communication remains. */
const instantComputing = { rate: Infinity, network: { ...idealMachine.network, rate: 1 } };

describe("without computing", () => {
  const block = 2 * columnBytes;

  it("a chain of four ranks takes nine block times: each rank begins its own when it has those before", () => {
    const { seconds } = multiply({ ...idealMachine, ...instantComputing, algorithm: "broadcast" });
    expect(seconds / block).toBe(9);
    expect(multiply({ ...idealMachine, ...instantComputing, algorithm: "broadcast", ranks: 2, rows: 32 }).seconds / block).toBe(1);
  });

  it("in pieces, a block comes through a chain of R ranks in 1 + (R − 2) / S of its time", () => {
    const late = { ...instantComputing, speeds: [Infinity, Infinity, Infinity, 1e-30], rate: 1e60, rows: 64 };
    const begin = (segments: number) =>
      multiply({ ...idealMachine, ...late, algorithm: "broadcast", segments }).computed.find(({ rank, step }) => rank === 3 && step === 0)
        ?.from;
    expect([1, 2, 8].map((segments) => (begin(segments) as number) / block)).toEqual([3, 2, 1.25]);
  });

  it("one medium carries each block once, and point to point all of them one after the other", () => {
    const bus = { ...instantComputing, network: { ...instantComputing.network, medium: "bus" as const } };
    expect(multiply({ ...idealMachine, ...bus, algorithm: "broadcast", broadcast: "medium" }).seconds).toBeCloseTo(4 * block, 6);
    expect(multiply({ ...idealMachine, ...bus, ahead: 64 }).seconds).toBeCloseTo(48 * columnBytes, 6);
  });

  it("point to point all ports are in use all of the time where everything is posted", () => {
    expect(multiply({ ...idealMachine, ...instantComputing, ahead: 64 }).seconds).toBeGreaterThanOrEqual(12 * columnBytes);
  });

  it("what a message takes is start-up, overhead at both ends, its bytes, and the latency", () => {
    const network = { ...instantComputing.network, startUp: 7, overhead: 3, latency: 5 };
    const { seconds } = multiply({ ...idealMachine, ...instantComputing, network, algorithm: "broadcast", ranks: 2, rows: 2, element: 8 });
    // B(0) is 2 × 1 doubles. Rank 1 receives it and then sends B(1).
    expect(seconds).toBe(2 * (3 + 7 + 16 + 5 + 3));
  });
});

describe("a binomial tree", () => {
  it("reaches every rank once, from one that has it", () => {
    for (const broadcast of ["tree", "chain"] as const) {
      for (let ranks = 2; ranks <= 17; ranks++) {
        const m = { ranks, broadcast };
        const reached = new Set([3 % ranks]);
        // The loop also visits ranks that are added while it runs, after all earlier ones.
        for (const rank of reached) {
          for (const to of broadcastNeighbors(m, 3 % ranks, rank).to) {
            expect(broadcastNeighbors(m, 3 % ranks, to).from).toBe(rank);
            expect(reached.has(to)).toBe(false);
            reached.add(to);
          }
        }
        expect(reached.size).toBe(ranks);
      }
    }
  });
});
