/** Tests of GOAL text: it is read as `txt2bin` reads it, with diagnostics by line, and written again. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { any, graphOp } from "../../src/core/programs/graph.ts";
import { graphLimits } from "../../src/core/programs/graph-text.ts";
import type { ReadProgram } from "../../src/formats/contract.ts";
import { goal } from "../../src/formats/traffic/goal.ts";
import { cases, isThorough, thoroughTest } from "../effort.ts";
import { expectWording } from "../wording/wording.ts";

const readLines = (...lines: readonly string[]) => goal.read(lines.join("\n"));
const noteTexts = (...lines: readonly string[]) =>
  readLines("num_ranks 2", "rank 0 {", "l1: calc 1", ...lines, "}").notes.map(({ line, why }) => `${line}: ${why}`);
/** A program with plain lists instead of typed arrays. */
const withPlainArrays = (program: ReadProgram | undefined) =>
  program &&
  Object.fromEntries(Object.entries(program).map(([key, value]) => [key, ArrayBuffer.isView(value) ? [...(value as Int32Array)] : value]));

describe("GOAL text", () => {
  it("has operations with labels, and what they wait for", () => {
    const reading = readLines(
      "num_ranks 2",
      "rank 0 {",
      "l1: calc 1500 cpu 2",
      "l2: send 1024b to 1 tag 7 cpu 1 nic 3",
      "l3: recv 8b from -1 tag -1",
      "l2 requires l1",
      "l3 irequires l2",
      "l3 requires l1",
      "}",
      "rank 1 {",
      "recv 1024b from 0 tag 7",
      "l1: send 8b to 0",
      "}",
    );
    expect(reading).toMatchObject({ lines: 13, unread: 0, guesses: [], refused: null });
    expect(withPlainArrays(reading.program)).toEqual({
      ranks: 2,
      first: [0, 3, 5],
      code: [2, 0, 1, 1, 0],
      peer: [any, 1, any, 0, 0],
      amount: [1500, 1024, 8, 1024, 8],
      tag: [0, 7, any, 7, 0],
      cpu: [2, 1, 0, 0, 0],
      nic: [0, 3, 0, 0, 0],
      firstDependency: [0, 0, 1, 3, 3, 3],
      dependencies: [0, 3, 0],
    });
  });

  it("may have its ranks in any order, comments anywhere, tabs and any line ends", () => {
    const lines = [
      "/* two",
      "ranks */ num_ranks 3 // three",
      "",
      "rank 2 {",
      "\tx: calc 5",
      "y_1: calc 6 /* here */ cpu 1",
      "y_1 requires x",
      "}",
      "rank 0 { calc 7 }",
      "# the end",
    ];
    for (const end of ["\n", "\r\n", "\r"]) {
      const reading = goal.read(lines.join(end));
      expect(reading).toMatchObject({ lines: 10, unread: 0, guesses: ["1 of 3 ranks have no block and do nothing."] });
      expect(withPlainArrays(reading.program)).toMatchObject({
        first: [0, 1, 1, 3],
        amount: [7, 5, 6],
        firstDependency: [0, 0, 0, 1],
        dependencies: [2],
      });
    }
  });

  it("has labels that are local to a rank, and may be called as words of the language are", () => {
    const reading = readLines(
      "num_ranks 2",
      "rank 0 {",
      "rank0: calc 1",
      "tag: calc 2",
      "tag requires rank0",
      "}",
      "rank 1 {",
      "tag: calc 3",
      "tag requires rank0",
      "}",
    );
    expect(reading.notes).toEqual([
      { line: 9, text: "tag requires rank0", why: 'names the label "rank0", which is not above this line in its rank' },
    ]);
    expect(withPlainArrays(reading.program)).toMatchObject({ amount: [1, 2, 3], dependencies: [0] });
  });

  it("has a binomial tree of 16 ranks with 15 messages, as LogGOPSim has one among its examples", () => {
    const lines = ["num_ranks 16"];
    for (let rank = 0; rank < 16; rank++) {
      lines.push("", `rank ${rank} {`);
      let label = 0;
      // The root of the broadcast receives from no rank. Every other rank receives from the one without its highest bit.
      const highest = rank === 0 ? -1 : 31 - Math.clz32(rank);
      if (highest >= 0) lines.push(`l${++label}: recv 1b from ${rank - 2 ** highest} tag 0`);
      for (let bit = highest + 1; bit < 4; bit++) {
        lines.push(`l${++label}: send 1b to ${rank + 2 ** bit} tag 0`);
        if (highest >= 0) lines.push(`l${label} requires l1`);
      }
      lines.push("}");
    }
    const { program, unread } = readLines(...lines);
    expect(unread).toBe(0);
    const { code, dependencies, first } = program!;
    expect([code.filter((each) => each === 0).length, code.filter((each) => each === 1).length, dependencies.length]).toEqual([15, 15, 11]);
    expect(first[1]).toBe(4);
  });
});

describe("what cannot be read of GOAL", () => {
  it.each([
    ["l2: send 8b from 1", "expected to after the bytes"],
    ["l2: send 8 to 1", "expected b, for bytes, after the amount"],
    ["l2: send 8b to -1", "expected a rank after to"],
    ["l2: send 8b to 2", "names rank 2; there are 2 ranks, from 0"],
    ["l2: recv 8b from -2", "expected a rank after from; -1 means any rank"],
    ["l2: calc", "expected nanoseconds after calc"],
    ["l2: calc 1.5", 'expected tag, cpu, nic or the end of the line, not ".5"'],
    ["l2: calc 1 cpu 256", "expected a cpu from 0 to 255"],
    ["l2: send 1b to 1 tag 2147483648", "expected a tag from -1 to 2,147,483,647"],
    ["l2: calc 99999999999999999999", "has an amount above 9,007,199,254,740,991"],
    ["l2: jump 5", 'expected send, recv or calc after "l2:", not "jump"'],
    ["l2 needs l1", 'expected ":", requires or irequires after "l2"'],
    ["l1 requires", "expected a label after requires"],
    ["l1 requires l1", 'makes "l1" wait for itself'],
    ["l1 requires l9", 'names the label "l9", which is not above this line in its rank'],
    ["l1: calc 5", 'gives the label "l1" again; the first use is kept'],
    ["= 5", 'expected a statement, not "= 5"'],
    ["num_ranks 3", "gives num_ranks again; it is 2 already"],
  ])("is reported: %s", (line, why) => {
    expect(noteTexts(line)).toEqual([`4: ${why}`]);
  });

  it("is reported of blocks", () => {
    expect(noteTexts("}", "calc 5", "}", "rank 7 {", "calc 1", "}", "rank 0 {", "calc 9", "}", "rank 1 {", "calc 1")).toEqual([
      '5: "calc" is outside a rank',
      "6: has a } without an open rank",
      "7: opens rank 7; there are 2 ranks, from 0",
      "10: opens rank 0 again; its contents are left out",
    ]);
    expect(readLines("num_ranks 2", "rank 0 {", "calc 1", "rank 1 {", "calc 2").notes.map(({ line, why }) => `${line}: ${why}`)).toEqual([
      "4: opens a rank before the last one is closed",
      "5: the text ends before the last rank is closed with }; it may be cut off",
    ]);
  });

  it("is refused as a whole where it has no operation, or operations wait for each other", () => {
    expectWording(readLines("num_ranks 2", "rank 0 {", "}").refused, "send 8b to 1");
    const circle = readLines(
      "num_ranks 1",
      "rank 0 {",
      "a: calc 1",
      "b: calc 1",
      "c: calc 1",
      "d: calc 1",
      "a requires c",
      "b requires a",
      "c irequires b",
      "d requires a",
      "}",
    );
    expectWording(circle.refused, 'rank 0 … line 11 … cycle … "a" … "b" … "c" … "d"');
    expect(circle.program).toBeUndefined();
    // A dependency on a later operation is no cycle.
    expect(withPlainArrays(readLines("num_ranks 1", "rank 0 {", "a: calc 1", "b: calc 1", "a requires b", "}").program)).toMatchObject({
      dependencies: [2],
      firstDependency: [0, 1, 1],
    });
  });

  it("is refused without an operation with the commonest reason, however many lines open and close ranks", () => {
    const ranks = [0, 1, 2, 3].flatMap((rank) => [`rank ${rank} {`, `l1: sendd 10b to ${rank}`, "}", ""]);
    expectWording(readLines("num_ranks 4", ...ranks).refused, 'send 8b to 1 … "sendd" … 4 lines: 3, 7, 11');
  });

  it.each(["*", "ANY", "-2"])("says how any rank is written where it receives from %s", (any) => {
    const { notes } = readLines("num_ranks 2", "rank 0 {", "calc 1", `recv 8b from ${any}`, "}");
    expect(notes.map(({ why }) => why)).toEqual(["expected a rank after from; -1 means any rank"]);
  });

  thoroughTest("is refused where it is too large, with the count and what fits", () => {
    const many = `num_ranks 1\nrank 0 {\n${"calc 1\n".repeat(graphLimits.operations + 3)}}\n`;
    expectWording(goal.read(many).refused, "2,000,003 operations … at most 2,000,000");
    expectWording(readLines(`num_ranks ${graphLimits.ranks + 1}`, "rank 0 {", "calc 1", "}").refused, "65,537 ranks … at most 65,536");
    expect(readLines("rank 99999999999 {", "calc 1", "}").refused).toMatch(/100,000,000,000 ranks; at most 65,536 can be read/);
  });
});

describe("a program of many operations", () => {
  const textOf = (ranks: number) => {
    const lines = [`num_ranks ${ranks}`];
    for (let rank = 0; rank < ranks; rank++) {
      lines.push(`rank ${rank} {`);
      for (let i = 1; i <= 1000; i++) {
        lines.push(
          i % 3 === 0
            ? `l${i}: calc 1234`
            : i % 3 === 1
              ? `l${i}: send 65536b to ${(rank + 1) % ranks} tag 5`
              : `l${i}: recv 65536b from ${(rank + ranks - 1) % ranks} tag 5`,
        );
        if (i > 1) lines.push(`l${i} requires l${i - 1}`);
      }
      lines.push("}");
    }
    return lines.join("\n");
  };

  it("is read from its first operation to its last, and reports progress", () => {
    const ranks = isThorough ? 1000 : 200;
    const whole = textOf(ranks);
    let progressCount = 0;
    const { program, unread } = goal.read(whole, { onProgress: () => void progressCount++ });
    expect([program!.code.length, program!.dependencies.length, unread]).toEqual([1000 * ranks, 999 * ranks, 0]);
    expect(progressCount).toBeGreaterThanOrEqual(Math.floor(whole.split("\n").length / 65_536));
  }, 30_000);

  it("is read in a time that does not grow with the square of a rank's operations", () => {
    const operations = 300_000;
    const lines = Array.from({ length: operations }, (_, i) => `l${i}: calc 1${i > 0 ? `\nl${i} requires l${i - 1}` : ""}`);
    const { program } = goal.read(`num_ranks 1\nrank 0 {\n${lines.join("\n")}\n}`);
    expect([program!.code.length, program!.dependencies.length]).toEqual([operations, operations - 1]);
    // Comparing each operation with all others would take 45 thousand million steps.
  }, 30_000);
});

describe("a program that is written", () => {
  it("is the same when it is read again", () => {
    const operation = (ranks: number) =>
      fc.record({
        code: fc.constantFrom(0, 1, 2),
        peer: fc.nat(ranks - 1),
        isAny: fc.boolean(),
        amount: fc.oneof(fc.nat(10), fc.maxSafeNat()),
        tag: fc.oneof(fc.constant(any), fc.nat(2 ** 31 - 1)),
        cpu: fc.nat(255),
        nic: fc.nat(255),
        // Distances to the operations of its rank on which it depends. There is no cycle, because all dependencies of a rank point in the
        // same direction.
        after: fc.uniqueArray(fc.record({ distance: fc.integer({ min: 1, max: 5 }), isBeginning: fc.boolean() }), {
          maxLength: 3,
          selector: ({ distance }) => distance,
        }),
      });
    const program = fc.integer({ min: 1, max: 5 }).chain((ranks) =>
      fc
        .tuple(
          fc.array(fc.record({ isBackward: fc.boolean(), operations: fc.array(operation(ranks), { maxLength: 6 }) }), {
            minLength: ranks,
            maxLength: ranks,
          }),
        )
        .filter(([blocks]) => blocks.some(({ operations }) => operations.length > 0)),
    );
    fc.assert(
      fc.property(program, ([blocks]) => {
        const first = [0];
        for (const { operations } of blocks) first.push(first.at(-1)! + operations.length);
        const all = blocks.flatMap(({ operations, isBackward }, rank) =>
          operations.map((each, i) => ({
            ...each,
            after: each.after
              .map(({ distance, isBeginning }) => ({ on: isBackward ? i + distance : i - distance, isBeginning }))
              .filter(({ on }) => on >= 0 && on < operations.length)
              // Dependencies on earlier operations are written first.
              .toSorted((a, b) => Number(a.on > i) - Number(b.on > i))
              .map(({ on, isBeginning }) => 2 * (first[rank] + on) + (isBeginning ? 1 : 0)),
          })),
        );
        const firstAfter = [0];
        for (const { after } of all) firstAfter.push(firstAfter.at(-1)! + after.length);
        const isCompute = (code: number) => code === 2;
        const written: ReadProgram = {
          ranks: blocks.length,
          first: Int32Array.from(first),
          code: Uint8Array.from(all, ({ code }) => code),
          peer: Int32Array.from(all, ({ code, peer, isAny }) => (isCompute(code) || (code === 1 && isAny) ? any : peer)),
          amount: Float64Array.from(all, ({ amount }) => amount),
          tag: Int32Array.from(all, ({ code, tag }) => (isCompute(code) ? 0 : tag)),
          cpu: Uint8Array.from(all, ({ cpu }) => cpu),
          // A compute operation has no network adapter.
          nic: Uint8Array.from(all, ({ code, nic }) => (isCompute(code) ? 0 : nic)),
          firstDependency: Int32Array.from(firstAfter),
          dependencies: Int32Array.from(all.flatMap(({ after }) => after)),
        };
        const reading = goal.read(goal.write!({ program: written }));
        expect(reading.unread).toBe(0);
        expect(withPlainArrays(reading.program)).toEqual(withPlainArrays(written));
      }),
      { numRuns: cases(300) },
    );
  });

  thoroughTest("may wait for as many operations further down as there are", () => {
    const count = isThorough ? 100_000 : 20_000;
    const none = {
      peer: new Int32Array(count).fill(any),
      tag: new Int32Array(count),
      cpu: new Uint8Array(count),
      nic: new Uint8Array(count),
    };
    const written: ReadProgram = {
      ...none,
      ranks: 1,
      first: Int32Array.of(0, count),
      code: new Uint8Array(count).fill(graphOp.compute),
      amount: new Float64Array(count).fill(1),
      // Each operation depends on the next one; the last has no dependency.
      firstDependency: Int32Array.from({ length: count + 1 }, (_, o) => Math.min(o, count - 1)),
      dependencies: Int32Array.from({ length: count - 1 }, (_, o) => 2 * (o + 1)),
    };
    expect(goal.read(goal.write!({ program: written })).program).toEqual(written);
  });
});
