/** Tests of the text form of operation graphs: texts round-trip, repetition is compressed, and no text harms its reader. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { ScenarioError } from "../../src/core/base/errors.ts";
import { hashOfLongText } from "../../src/core/programs/graph-param.ts";
import { SymbolWriter, UnreadableText } from "../../src/core/base/symbols.ts";
import { operationOnCycle, type ProgramGraph } from "../../src/core/programs/graph.ts";
import { maxProgramText, graphLimits, readProgramText, writeProgramText } from "../../src/core/programs/graph-text.ts";
import { cases, thoroughTest } from "../effort.ts";

interface Operation {
  readonly code: number;
  readonly peer?: number;
  readonly amount?: number;
  readonly tag?: number;
  readonly cpu?: number;
  readonly nic?: number;
  /** Dependencies within the rank: 2 × operation for its end, + 1 for its begin. */
  readonly after?: readonly number[];
}

function graphOf(ranks: readonly (readonly Operation[])[]): ProgramGraph {
  const allOperations = ranks.flat();
  const first = new Int32Array(ranks.length + 1);
  ranks.forEach((operations, r) => (first[r + 1] = first[r] + operations.length));
  const dependenciesOf = ranks.map((operations, r) =>
    operations.map(({ after: dependencies = [] }) => dependencies.map((each) => each + 2 * first[r])),
  );
  const firstAfter = new Int32Array(allOperations.length + 1);
  dependenciesOf.flat().forEach((dependencies, i) => (firstAfter[i + 1] = firstAfter[i] + dependencies.length));
  return {
    ranks: ranks.length,
    first,
    code: Uint8Array.from(allOperations, ({ code }) => code),
    peer: Int32Array.from(allOperations, ({ code, peer = 0 }) => (code === 2 ? -1 : peer)),
    amount: Float64Array.from(allOperations, ({ amount = 0 }) => amount),
    tag: Int32Array.from(allOperations, ({ code, tag = 0 }) => (code === 2 ? 0 : tag)),
    cpu: Uint8Array.from(allOperations, ({ cpu = 0 }) => cpu),
    nic: Uint8Array.from(allOperations, ({ nic = 0 }) => nic),
    firstDependency: firstAfter,
    dependencies: Int32Array.from(dependenciesOf.flat(2)),
  };
}

const asChain = (operations: readonly Operation[]) => operations.map((each, i) => (i === 0 ? each : { ...each, after: [2 * (i - 1)] }));

/** Any graph. Dependencies lead to earlier operations, so no operation waits for itself. */
const anyGraph = fc.integer({ min: 1, max: 9 }).chain((ranks) => {
  const anyUpTo = (max: number) => fc.oneof(fc.constantFrom(0, 1, max), fc.integer({ min: 0, max: max }));
  const operation = fc.record({
    code: fc.integer({ min: 0, max: 2 }),
    peer: fc.integer({ min: -1, max: ranks - 1 }),
    amount: anyUpTo(Number.MAX_SAFE_INTEGER),
    tag: fc.oneof(fc.constantFrom(-1, 0, 7), anyUpTo(2 ** 31 - 1)),
    cpu: anyUpTo(255),
    nic: anyUpTo(255),
    back: fc.array(fc.tuple(fc.integer({ min: 1, max: 5 }), fc.boolean()), { maxLength: 3 }),
  });
  const rank = fc
    .array(operation, { maxLength: 12 })
    .chain((operations) => fc.constantFrom(operations, [...operations, ...operations, ...operations]));
  return fc.array(rank, { minLength: ranks, maxLength: ranks }).map((operationsOfRanks) =>
    graphOf(
      operationsOfRanks.map((operations) =>
        operations.map(({ back: backwardDependencies, ...each }, i) => ({
          ...each,
          after: backwardDependencies.flatMap(([step, isBeginning]) => (step > i ? [] : [2 * (i - step) + Number(isBeginning)])),
        })),
      ),
    ),
  );
});

test("any graph comes back as it was, and has one text", () => {
  fc.assert(
    fc.property(anyGraph, (graph) => {
      const text = writeProgramText(graph);
      expect(readProgramText(text)).toEqual(graph);
      expect(text).toMatch(/^[\w-]+$/);
      expect(writeProgramText(readProgramText(text))).toBe(text);
    }),
    { numRuns: cases(250) },
  );
});

test("unordered operations survive, too: an operation may wait for a later one", () => {
  const graph = graphOf([
    [
      { code: 2, amount: 5, after: [4] },
      { code: 2, amount: 6, after: [1] },
      { code: 0, peer: 1, amount: 8 },
    ],
    [{ code: 1, peer: -1, amount: 8, tag: -1 }],
  ]);
  expect(readProgramText(writeProgramText(graph))).toEqual(graph);
});

/** A loop of `turns` iterations on each rank of a ring: it computes, sends to the next rank and receives from the previous one. */
const ringProgram = (ranks: number, turns: number, computeTimeOf: (rank: number, turn: number) => number) =>
  graphOf(
    Array.from({ length: ranks }, (_, r) =>
      asChain(
        Array.from({ length: turns }, (_t, t): Operation[] => [
          { code: 2, amount: computeTimeOf(r, t) },
          { code: 0, peer: (r + 1) % ranks, amount: 8192, tag: 7 },
          { code: 1, peer: (r + ranks - 1) % ranks, amount: 8192, tag: 7 },
        ]).flat(),
      ),
    ),
  );

test("repetitions are written once: turns of a loop, and ranks that do the same", () => {
  expect(writeProgramText(ringProgram(64, 50, () => 1000)).length).toBeLessThan(70);
  expect(writeProgramText(ringProgram(64, 100, () => 1000)).length).toBeLessThan(70);
});

test("an operation of a usual trace, with a different time, takes at most four letters", () => {
  const graph = ringProgram(32, 100, (r, t) => 1000 + ((r * 7919 + t * 104_729) % 100_000));
  expect(writeProgramText(graph).length).toBeLessThan(4 * graph.code.length);
});

test("peers are written by their numbers where that is shorter: all ranks write to the first", () => {
  const all = Array.from({ length: 100 }, (_, r): Operation[] => (r === 0 ? [] : [{ code: 0, peer: 0, amount: 64 }]));
  const text = writeProgramText(graphOf([...all.slice(1), []]));
  expect(text.startsWith("B")).toBe(true);
  expect(text.length).toBeLessThan(30);
});

test("a graph that is too large is refused with its count", () => {
  const most = graphLimits.operations;
  const graph = { ...graphOf([[]]), code: new Uint8Array(most + 1) };
  expect(() => writeProgramText(graph)).toThrow(/program: has 2,000,001 operations; at most 2,000,000 are allowed\. Use/);
});

test("what waits for itself, if only through others, is found", () => {
  const waits = (after: readonly (readonly number[])[]) => operationOnCycle(graphOf([after.map((each) => ({ code: 2, after: each }))]));
  expect(waits([[], [0], [2]])).toBeNull();
  expect(waits([[2], [], [0]])).toBeNull();
  // Operation 0 waits for 1, operation 1 for the begin of 2, and operation 2 for the end of 1.
  expect([1, 2]).toContain(waits([[2], [5], [2]]));
});

const lettersOf = (...numbers: readonly number[]) => numbers.reduce((write, each) => write.number(each), new SymbolWriter()).text;

test.each([
  ["nothing", "", /ends within a number, after 0 letters/],
  ["a strange sign", "AE+", /has "\+" as letter 3; expected A to Z/],
  ["no ranks", lettersOf(0, 0), /has 0 as its number of ranks; expected 1 to 65,536/],
  ["too many ranks", lettersOf(0, 65_537), /has 65537 as its number of ranks/],
  ["too many operations", lettersOf(0, 2, 4_000_000, 1), /has 4000000 as its number of operations of rank 1; expected 0 to 2,000,000/],
  ["fewer operations than none", lettersOf(0, 1, 1, 0), /has -1 as its number of operations of rank 0/],
  ["a copy of nothing", lettersOf(0, 1, 16, 0, 0, 0, 0), /has 0 as a distance of a copy, at operation 0 of rank 0; expected none/],
  [
    "a copy beyond the end",
    lettersOf(0, 1, 4, 0, 1, 2, 0, 0, 0, 7, 0, 0, 0),
    /has 0 as a length of a copy, at operation 1 of rank 0; expected none/,
  ],
  ["a form that is not there", lettersOf(0, 1, 2, 0, 3), /has 1 as a form, at operation 0 of rank 0; expected none/],
  ["a code that is none", lettersOf(0, 1, 2, 0, 1, 24), /has 24 as its head of a form; expected 0 to 23/],
  ["a processor beyond 255", lettersOf(0, 1, 2, 0, 1, 2, 256), /has 256 as its processor; expected 0 to 255/],
  ["a peer that is not there", lettersOf(0, 1, 2, 0, 1, 0, 0, 0, 0, 2), /has 1 as a peer, at operation 0 of rank 0; expected 0 to 0/],
  [
    "a wait for itself",
    lettersOf(0, 1, 2, 0, 1, 2, 0, 0, 1, 0, 9),
    /has a dependency that is not another operation of the rank, at operation 0 of rank 0/,
  ],
  [
    "a wait for another rank",
    lettersOf(0, 2, 2, 1, 1, 2, 0, 0, 0, 9, 1, 2, 0, 0, 1, 4, 9),
    /has a dependency that is not another operation of the rank, at operation 0 of rank 1/,
  ],
  [
    "two that wait for each other",
    lettersOf(0, 1, 4, 0, 1, 2, 0, 0, 1, 2, 9, 1, 2, 0, 0, 1, 4, 9),
    /has an operation that depends on itself, operation [01] of rank 0/,
  ],
  ["more behind its end", `${lettersOf(0, 1, 0, 0)}A`, /continues after its end/],
])("a text is refused with the place: %s", (_, hostile, why) => {
  expect(() => readProgramText(hostile)).toThrow(UnreadableText);
  expect(() => readProgramText(hostile)).toThrow(why);
});

test("a short text that copies what waits for much is stopped before it fills the memory", () => {
  // 400 operations. The last one waits for 399 others and is then copied again and again.
  const write = new SymbolWriter().number(0).number(1).runs([1_000_000]);
  write.number(1).number(2).number(0).number(0).number(0).number(1);
  write.number(0).number(395).number(0);
  write.number(1).number(2).number(0).number(0).number(399);
  for (let step = 1; step <= 399; step++) write.number(4 * step);
  write.number(1);
  write
    .number(0)
    .number(1_000_000 - 405)
    .number(0);
  expect(() => readProgramText(write.text)).toThrow(/has more than 8,000,000 dependencies, at operation \d+ of rank 0/);
});

test("a text that is too long is not looked at", () => {
  expect(() => readProgramText("A".repeat(maxProgramText + 1))).toThrow(/has 24,000,001 characters; at most 24,000,000 are read/);
});

/** Operations that have nothing in common, with long numbers. */
function unrelatedOperations(operations: number): ProgramGraph {
  const hashBelow = (i: number, below: number) => (Math.imul(i + 1, 2654435761) >>> 0) % below;
  return {
    ranks: 2,
    first: Int32Array.of(0, operations, operations),
    code: new Uint8Array(operations),
    peer: new Int32Array(operations).fill(1),
    amount: new Float64Array(operations).map((_, i) => 2 ** 40 + hashBelow(i, 2 ** 32)),
    tag: new Int32Array(operations).map((_, i) => 2 ** 29 + hashBelow(i, 2 ** 30)),
    cpu: new Uint8Array(operations),
    nic: new Uint8Array(operations),
    firstDependency: new Int32Array(operations + 1),
    dependencies: new Int32Array(0),
  };
}

test("a graph whose text would be too long is refused with what would fit", () => {
  const graph = unrelatedOperations(2000);
  const { length } = writeProgramText(graph);
  expect(writeProgramText(graph, length)).toHaveLength(length);
  expect(() => writeProgramText(graph, length - 1)).toThrow(
    `takes ${length.toLocaleString("en-US")} characters with its 2,000 operations; at most ${(length - 1).toLocaleString("en-US")} are allowed.`,
  );
  expect(() => writeProgramText(graph, length / 2)).toThrow(/: about 1,000 operations fit\.$/);
});

thoroughTest("the longest text of all is refused as well", () => {
  expect(() => writeProgramText(unrelatedOperations(2_000_000))).toThrow(
    /program: takes [\d,]+ characters with its 2,000,000 operations; at most 24,000,000 are allowed\. .*: about 1,\d00,000 operations fit\./,
  );
});

test("whatever the text, it is read or refused", () => {
  const signs = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const changed = anyGraph.chain((graph) => {
    const own = writeProgramText(graph);
    return fc
      .tuple(fc.nat(own.length), fc.integer({ min: 0, max: 3 }), fc.string({ unit: fc.constantFrom(...signs), maxLength: 3 }))
      .map(([at, cut, inserted]) => own.slice(0, at) + inserted + own.slice(at + cut));
  });
  fc.assert(
    fc.property(changed, (hostile) => {
      try {
        const graph = readProgramText(hostile);
        expect(graph.firstDependency[graph.code.length]).toBe(graph.dependencies.length);
        expect(graph.peer.every((peer) => peer >= -1 && peer < graph.ranks)).toBe(true);
        expect(operationOnCycle(graph)).toBeNull();
      } catch (fault) {
        if (!(fault instanceof UnreadableText)) throw fault;
      }
    }),
    { numRuns: cases(1000) },
  );
});

test("errors of the writer are errors of a scenario", () => {
  expect(() => writeProgramText({ ...graphOf([[]]), ranks: 70_000 })).toThrow(ScenarioError);
});

test("the hash of a text in names depends on every letter, and on the end of the text", () => {
  const whole = "ABCDEFGHI";
  const others = [...whole].map((_, i) => `${whole.slice(0, i)}-${whole.slice(i + 1)}`);
  const hashes = [whole, ...others, whole.slice(0, 8), `${whole}A`, "", "A", "AA"].map(hashOfLongText);
  expect(new Set(hashes).size).toBe(hashes.length);
  expect(hashes.every((hash) => /^[0-9a-f]{16}$/.test(hash))).toBe(true);
});
