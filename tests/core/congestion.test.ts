/** Tests of the congestion of programs, derived by counting: Three Quads is free of it, as its paper says; other networks are not. */
import { describe, expect, it } from "vitest";
import { type Congestion, congestionOf } from "../../src/core/analysis/programs/congestion.ts";
import { compile } from "../../src/core/run/compile.ts";
import { idealHost } from "../../src/core/programs/hosts.ts";
import type { Program } from "../../src/core/programs/program.ts";
import { ProgramWriter } from "../../src/core/programs/program-writer.ts";
import { readScenario } from "../../src/core/scenario/scenario.ts";

const transposeCongestion = (workload: object = {}, topology: object = { kind: "three-quads", m: 4 }): Congestion => {
  const { plan } = compile(readScenario({ topology, workload: { kind: "matrix-transpose", rows: 64, ...workload } }));
  return congestionOf(plan, plan.demand as Program)!;
};
const summaryOf = ({ phases }: Congestion) =>
  phases.map(({ name, flows, maxFlows, classes }) => [name, flows, maxFlows, classes.map((each) => each.name).join()]);

describe("the transpose on Three Quads", () => {
  it("is free of congestion, by whichever ways its messages go", () => {
    for (const more of [{}, { barrier: false }, { duplex: "full" }, { algorithm: "fused", duplex: "full", chunks: 2 }]) {
      const { isFree, together } = transposeCongestion(more);
      expect(isFree).toBe(true);
      expect(together).toMatchObject({ maxFlows: 1, flows: 48 + 32, isAllPaths: true });
    }
  });

  it("uses in step 1 the Z switches alone, not the Y switches that the paper names; in step 2 X or Y", () => {
    expect(summaryOf(transposeCongestion())).toEqual([
      ["step 1", 48, 1, "Z"],
      ["step 2", 32, 1, "X,Y"],
    ]);
  });

  it("is free of it at any size whose side is the square of its parts", () => {
    const { isFree } = transposeCongestion({ parts: 3, mapping: { kind: "quadrants", parts: 3 } }, { kind: "three-quads", m: 9 });
    expect(isFree).toBe(true);
  });

  it("is not in one step, nor with blocks elsewhere", () => {
    // Ranks that share no switch with their mirror image use a relay, and up to seven messages meet in one channel.
    expect(transposeCongestion({ algorithm: "one-step" })).toMatchObject({ isFree: false, together: { maxFlows: 7 } });
    expect(transposeCongestion({ mapping: "central" }).isFree).toBe(false);
  });
});

describe("elsewhere", () => {
  it("phases share channels that a barrier keeps apart", () => {
    const single = { kind: "single-switch", terminals: 16 };
    expect(transposeCongestion({}, single)).toMatchObject({ isFree: true, areSeparated: true, together: { maxFlows: 2 } });
    expect(transposeCongestion({ barrier: false }, single)).toMatchObject({
      isFree: false,
      areSeparated: false,
      together: { maxFlows: 2 },
    });
    expect(transposeCongestion({ algorithm: "one-step" }, single)).toMatchObject({ isFree: true, together: { maxFlows: 1, flows: 12 } });
  });

  it("a common capacity is too small for what may cross it", () => {
    const modules = { kind: "modular-switch", modules: 4, ports: 16, plugging: "in-turn" };
    const [wide, narrow] = [0, 8].map(
      (intake) => transposeCongestion({ algorithm: "one-step", rows: 64 }, { ...modules, intake }).phases[0],
    );
    // Fourteen of the sixteen ranks of a module send.
    expect([wide.maxGroupLoad, narrow.maxGroupLoad]).toEqual([0, 14 / 8]);
  });
});

describe("barriers", () => {
  /** Whether the phases A and B of two ranks on one switch are kept apart; the steps of each rank are its phases, `|` is a barrier. */
  const areSeparated = (steps: readonly [string, string], iterations = 1) => {
    const { plan } = compile(readScenario({ topology: { kind: "single-switch", terminals: 2 }, workload: { kind: "binary-tree" } }));
    const writer = new ProgramWriter(1, idealHost);
    for (const [rank, ownSteps] of steps.entries()) {
      writer.repeat(iterations, () => {
        for (const step of ownSteps) {
          if (step === "|") writer.barrier();
          else {
            writer.phase(step);
            writer.send(1 - rank, 1, rank);
          }
        }
      });
      writer.nextRank();
    }
    return congestionOf(plan, writer.finish(Int32Array.of(0, 1)))!.areSeparated;
  };

  it("keep phases apart if all ranks send in one phase at most between two of them", () => {
    expect(areSeparated(["A|B", "A|B"])).toBe(true);
    expect(areSeparated(["A|", "|B"])).toBe(true);
    expect(areSeparated(["AA|BB", "A|"])).toBe(true);
  });

  it("do not if one phase begins before the barrier after the other", () => {
    expect(areSeparated(["AB", "|"])).toBe(false);
    // The barrier after the first message of A does not separate the second from B.
    expect(areSeparated(["A|AB", "A|A"])).toBe(false);
    // Neither of the two ranks has both phases between the same two barriers, but together they have.
    expect(areSeparated(["A|", "B|"])).toBe(false);
  });

  it("count in every iteration of a loop", () => {
    expect(areSeparated(["A|B|", "A|B|"], 3)).toBe(true);
    expect(areSeparated(["A|B", "A|B"], 2)).toBe(false);
  });

  it("is not known of a program that is too long to follow", () => {
    expect(areSeparated(["A|B|", "A|B|"], 80_000)).toBe(true);
    expect(areSeparated(["A|B|", "A|B|"], 90_000)).toBeNull();
  });
});
