/**
 * Tests of collectives: every algorithm moves the right data, programs follow their schedules, and rounds and bytes equal the closed forms.
 */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compile } from "../../src/core/run/compile.ts";
import { operationsOf } from "../../src/core/programs/operations.ts";
import { op, opWords, type Program } from "../../src/core/programs/program.ts";
import { readScenario } from "../../src/core/scenario/scenario.ts";
import { allgatherAlgorithms, reduceScatterAlgorithms } from "../../src/core/workloads/collectives/allgather-algorithms.ts";
import { allreduceAlgorithms } from "../../src/core/workloads/collectives/allreduce.ts";
import { type Algorithm, instancesFor, type CollectiveCall } from "../../src/core/workloads/collectives/collective.ts";
import { bruckExchange } from "../../src/core/workloads/collectives/all-to-all.ts";
import type { ScheduleInstance } from "../../src/core/workloads/collectives/schedule-instances.ts";
import { reduceAlgorithms } from "../../src/core/workloads/collectives/reduce.ts";
import { ringAllgather } from "../../src/core/workloads/collectives/gathers.ts";
import {
  type BlockRange,
  inSequence,
  type Transfer,
  withRankOrder,
  reverseSchedule,
  type StepRun,
  type Schedule,
} from "../../src/core/workloads/collectives/schedule.ts";
import {
  binomialBroadcast,
  chainBroadcast,
  binomialScatter,
  shiftedOrder,
  doubleBinaryTree,
  rootedDoubleBinaryTree,
} from "../../src/core/workloads/collectives/trees.ts";
import { cases, isThorough } from "../effort.ts";

const operations: Readonly<Record<string, readonly Algorithm[]>> = {
  allreduce: allreduceAlgorithms,
  "reduce-scatter": reduceScatterAlgorithms,
  allgather: allgatherAlgorithms,
  reduce: reduceAlgorithms,
};
const algorithmCases = Object.entries(operations).flatMap(([operation, algorithms]) =>
  algorithms.map((algorithm) => ({ operation, id: algorithm.id, algorithm })),
);

/** Indices of the blocks in a block range. */
function blockNumbersOf({ first, count, stride }: BlockRange, blocks: number): readonly number[] {
  const list: number[] = [];
  if (stride === undefined) for (let k = 0; k < count; k++) list.push((((first + k) % blocks) + blocks) % blocks);
  else for (let k = first; k < blocks; k++) if ((k - first) % stride < count) list.push(k);
  return list;
}

/** The transfers of a rank, step by step. */
function stepsOf(schedule: Schedule, rank: number): readonly (readonly Transfer[])[] {
  const transfersAt = (run: StepRun, step: number) =>
    run.transfers.map((move) => ({ ...move, blocks: { ...move.blocks, first: move.blocks.first + step * run.shift } }));
  return [...schedule.runs(rank)].flatMap((run) => Array.from({ length: run.times }, (_, step) => transfersAt(run, step)));
}

/** Content of a block on a rank: how often the contribution of each rank is in it. */
type BlockContent = readonly number[];

/** Executes a schedule on block contents: each rank proceeds until it waits for a message. Input and output are indexed [rank][block]. */
function execute(schedule: Schedule, initial: readonly (readonly BlockContent[])[]): readonly (readonly BlockContent[])[] {
  const { ranks, blocks } = schedule;
  const contents = initial.map((each) => [...each]);
  const transfersOf = contents.map((_, rank) => stepsOf(schedule, rank).flat());
  const nextTransfer = contents.map(() => 0);
  const messagesInFlight = new Map<string, { readonly block: number; readonly what: BlockContent }[][]>();
  const queueBetween = (from: number, to: number) =>
    messagesInFlight.get(`${from} ${to}`) ?? messagesInFlight.set(`${from} ${to}`, []).get(`${from} ${to}`)!;
  let hasProgressed = true;
  while (hasProgressed) {
    hasProgressed = false;
    for (let rank = 0; rank < ranks; rank++)
      for (; nextTransfer[rank] < transfersOf[rank].length; nextTransfer[rank]++, hasProgressed = true) {
        const { action, peer, blocks: blockRange } = transfersOf[rank][nextTransfer[rank]];
        if (peer === rank || peer < 0 || peer >= ranks) throw new Error(`Rank ${rank} has no peer ${peer}.`);
        const ownBlocks = blockNumbersOf(blockRange, blocks);
        if (action === "send") {
          queueBetween(rank, peer).push(ownBlocks.map((block) => ({ block, what: contents[rank][block] })));
          continue;
        }
        const message = queueBetween(peer, rank).shift();
        if (message === undefined) break;
        if (message.some(({ block }, k) => block !== ownBlocks[k]) || message.length !== ownBlocks.length)
          throw new Error(`Rank ${rank} takes other blocks than it is sent by rank ${peer}.`);
        for (const { block, what: content } of message)
          contents[rank][block] =
            action === "keep" ? content : content.map((times, contributor) => times + contents[rank][block][contributor]);
      }
  }
  expect(nextTransfer).toEqual(transfersOf.map(({ length }) => length));
  expect([...messagesInFlight.values()].flat()).toEqual([]);
  return contents;
}

/**
 * The block contents before an operation, and the contents that it defines afterwards, null where they do not matter; both [rank][block].
 */
function definitionOf(operation: string, { ranks, root }: CollectiveCall, blocks: number) {
  const allRanks = Array.from({ length: ranks }, (_, rank) => rank);
  const table = <T>(contentOf: (rank: number, block: number) => T) =>
    allRanks.map((rank) => Array.from({ length: blocks }, (_, block) => contentOf(rank, block)));
  const onlyFrom = (rank: number) => allRanks.map((contributor) => (contributor === rank ? 1 : 0));
  const sum = allRanks.map(() => 1);
  const none = allRanks.map(() => 0);
  if (operation === "allgather")
    return { given: table((rank, block) => (block === rank ? onlyFrom(rank) : none)), due: table((_, block) => onlyFrom(block)) };
  const given = table((rank) => onlyFrom(rank));
  if (operation === "reduce-scatter") return { given, due: table((rank, block) => (rank === block ? sum : null)) };
  return { given, due: table((rank) => (operation === "allreduce" || rank === root ? sum : null)) };
}

/** Divisors of a number. */
const divisors = (number: number) => Array.from({ length: number }, (_, k) => k + 1).filter((k) => number % k === 0);
const callWith = (ranks: number, more: Partial<CollectiveCall> = {}): CollectiveCall => ({
  ranks,
  bytes: 1000,
  root: 0,
  channels: 1,
  chunks: 1,
  row: 1,
  ...more,
});

/** Checks that each schedule instance of a task does what the operation defines. */
function expectDefinedResult(operation: string, algorithm: Algorithm, call: CollectiveCall) {
  const checked = new Set<Schedule>();
  for (const { schedule } of instancesFor(algorithm, call)) {
    if (checked.has(schedule)) continue;
    checked.add(schedule);
    const { given: before, due } = definitionOf(operation, call, schedule.blocks);
    const after = execute(schedule, before);
    const isDue = due.every((blocks, rank) =>
      blocks.every(
        (expected, block) => expected === null || expected.every((times, contributor) => after[rank][block][contributor] === times),
      ),
    );
    expect(isDue, JSON.stringify(call)).toBe(true);
  }
}

it("all ranks have as many turns, and nothing is taken before the turn in which it is sent", () => {
  for (const { algorithm } of algorithmCases)
    for (const ranks of [2, 3, 4, 5, 7, 8, 12, 13]) {
      const given = callWith(ranks, { row: algorithm.rows === undefined ? 1 : divisors(ranks).at(-2)!, chunks: 3, channels: 2 });
      for (const { schedule } of instancesFor(algorithm, given)) {
        const turns = Array.from({ length: ranks }, (_, rank) => stepsOf(schedule, rank));
        expect(new Set(turns.map(({ length }) => length)).size, `${algorithm.id} of ${ranks}`).toBe(1);
        const sent = new Map<string, number[]>();
        for (let turn = 0; turn < turns[0].length; turn++) {
          const now = turns.flatMap((each, rank) => each[turn].map((move) => ({ ...move, rank })));
          for (const { action, peer, rank } of now)
            if (action === "send") sent.set(`${rank} ${peer}`, [...(sent.get(`${rank} ${peer}`) ?? []), turn]);
          for (const { action, peer, rank } of now)
            if (action !== "send" && sent.get(`${peer} ${rank}`)?.shift() === undefined)
              expect.fail(`${algorithm.id} of ${ranks}: rank ${rank} takes what rank ${peer} has not sent by turn ${turn}`);
        }
      }
    }
});

const upTo20 = Array.from({ length: 19 }, (_, k) => k + 2);

describe.each(algorithmCases)("$operation by $id", ({ operation, algorithm }) => {
  const rowsOf = (ranks: number) => (algorithm.rows === undefined ? [1] : divisors(ranks));

  it("leaves on every rank what the operation defines, each part once, among 2 to 20 ranks and more", () => {
    // The cost grows with the cube of the ranks. Above 20 ranks the quick test takes an odd number, a power of two, and an even number.
    for (const ranks of isThorough ? [...Array.from({ length: 39 }, (_, k) => k + 2), 47, 64, 72] : [...upTo20, 25, 32, 36]) {
      const rows = rowsOf(ranks);
      for (const row of ranks > 24 ? rows.slice(0, 3) : rows) expectDefinedResult(operation, algorithm, callWith(ranks, { row }));
    }
  });

  it("does so in all channels and chunks, for every root", () => {
    for (const ranks of [2, 3, 6, 8, 13])
      for (const root of algorithm.isRooted === true ? [1, ranks - 1] : [0])
        for (const row of rowsOf(ranks)) expectDefinedResult(operation, algorithm, callWith(ranks, { root, row, channels: 4, chunks: 5 }));
  });
});

it("an all-to-all by Bruck brings every rank what every other has for it, among 2 to 40 ranks", () => {
  for (let ranks = 2; ranks <= 40; ranks++) {
    const schedule = bruckExchange(ranks);
    // Slot k of rank r holds the block from r to r + k, identified by a unique number.
    const slot = (from: number, to: number) => [from * ranks + to];
    const given = Array.from({ length: ranks }, (_, rank) => Array.from({ length: ranks }, (__, k) => slot(rank, (rank + k) % ranks)));
    const due = given.map((_, rank) => Array.from({ length: ranks }, (__, k) => slot((rank - k + ranks) % ranks, rank)));
    expect(execute(schedule, given)).toEqual(due);
  }
});

it("a broadcast by blocks or over two trees leaves all of it on every rank, from any root", () => {
  for (const ranks of [2, 3, 4, 5, 8, 11, 16, 21])
    for (const [schedule, blocks] of [
      [inSequence(binomialScatter(ranks), ringAllgather(ranks)), ranks],
      ...rootedDoubleBinaryTree(ranks, 5).map((each) => [each, 5] as const),
      [binomialBroadcast(ranks), 1],
      [chainBroadcast(ranks, 4), 4],
    ] as const)
      for (const root of [0, 1, ranks - 1]) {
        const whole = Array.from({ length: blocks }, (_, block) => [block + 1]);
        const given = Array.from({ length: ranks }, (_, rank) => (rank === root ? whole : whole.map(() => [0])));
        expect(execute(withRankOrder(schedule, shiftedOrder(root, ranks)), given)).toEqual(given.map(() => whole));
      }
});

it("no rank leaves a barrier before all have arrived", () => {
  for (const ranks of [2, 3, 5, 8, 13, 20]) {
    const program = programOf("barrier", {}, ranks);
    // Each message carries the set of ranks from which its sender has heard before.
    const heardFrom = Array.from({ length: ranks }, (_, rank) => new Set([rank]));
    const under = new Map<number, Set<number>[]>();
    const does = heardFrom.map((_, rank) => [...operationsOf(program, rank)]);
    for (let round = 0; round < ranks; round++)
      does.forEach((left, rank) => {
        while (left.length > 0) {
          const [each] = left;
          if (each.is === "send") under.set(each.message.mailbox, [...(under.get(each.message.mailbox) ?? []), new Set(heardFrom[rank])]);
          else if (each.is === "receive") {
            const news = under.get(each.mailbox)?.shift();
            if (news === undefined) return;
            for (const one of news) heardFrom[rank].add(one);
          }
          left.shift();
        }
      });
    expect(heardFrom.map(({ size }) => size)).toEqual(heardFrom.map(() => ranks));
    expect(longestChain(program)).toBe(Math.ceil(Math.log2(ranks)));
    expect(program.collective).toMatchObject({ steps: Math.ceil(Math.log2(ranks)), bytes: 0 });
  }
});

it.each([
  ["all-to-all", { algorithm: "pairwise" }],
  ["all-to-all", { algorithm: "posted" }],
  ["all-to-all", { algorithm: "bruck" }],
  ["broadcast", { broadcast: "tree" }],
  ["broadcast", { broadcast: "chain", segments: 7 }],
  ["broadcast", { broadcast: "scatter-allgather" }],
  ["broadcast", { broadcast: "double-binary-tree", segments: 7 }],
  ["barrier", {}],
] as const)("%s of %o sends as many bytes as its closed form says", (kind, values) => {
  for (const ranks of [2, 3, 6, 8, 13])
    for (const message of kind === "barrier" ? [{}] : [{ message: "1 B" }, { message: "5 B" }, { message: "1000 B" }]) {
      const program = programOf(kind, { ...values, ...message }, ranks);
      const sums = Array.from({ length: ranks }, (_, rank) => sentBytes(program, rank).reduce((sum, each) => sum + each, 0));
      expect([ranks, program.collective!.bytesPerRank]).toEqual([ranks, Math.max(...sums)]);
    }
});

/** A scenario with a collective on `ranks` terminals of one switch. */
const scenarioOf = (kind: string, values: object, ranks: number, sections: object = {}) =>
  readScenario({
    topology: { kind: "single-switch", terminals: ranks },
    flowControl: "fluid",
    workload: { kind, ...values, mapping: "consecutive" },
    ...sections,
  });
const programOf = (...given: Parameters<typeof scenarioOf>) => compile(scenarioOf(...given)).plan.demand as Program;

/** The sends and receives of each rank of a program as text: bytes and destination, or the source. */
function sendsAndReceivesOf(program: Program): readonly (readonly string[])[] {
  const senders = new Map<number, Set<number>>();
  for (let rank = 0; rank < program.ranks; rank++)
    for (const operation of operationsOf(program, rank))
      if (operation.is === "send") senders.set(operation.message.mailbox, (senders.get(operation.message.mailbox) ?? new Set()).add(rank));
  return Array.from({ length: program.ranks }, (_, rank) => {
    const sizes = sentBytes(program, rank);
    return [...operationsOf(program, rank)].flatMap((operation) => {
      if (operation.is === "send") return [`${sizes.shift()} B to ${operation.message.to}`];
      if (operation.is !== "receive") return [];
      const from = [...senders.get(operation.mailbox)!];
      expect(from).toHaveLength(1);
      return [`from ${from[0]}`];
    });
  });
}

/** Bytes of the messages that a rank sends, in order. */
function sentBytes({ first, ops, sizes }: Program, rank: number): number[] {
  const bytes: number[] = [];
  let [loop, turn, turns] = [0, 0, 1];
  for (let i = first[rank]; i < first[rank + 1]; i++) {
    const [code, a, b] = ops.subarray(i * opWords, (i + 1) * opWords);
    if (code === op.repeat) [loop, turn, turns] = [i, 0, a];
    else if (code === op.end) i = ++turn < turns ? loop : i;
    else if (code === op.send || code === op.sendToPartner) bytes.push(sizes.bytes[b]);
  }
  return bytes;
}

/**
 * The same text as `sendsAndReceivesOf`, derived from the schedules: step by step, and within a step half by half with sends first, or
 * instance by instance. A block has ⌊n/B⌋ or ⌈n/B⌉ bytes, and each instance gets an equal part of it, rounded the same way.
 */
function scheduledSendsAndReceives(lanes: readonly ScheduleInstance[], bytes: number, rank: number): readonly string[] {
  const partOf = (whole: number, parts: number, part: number) => Math.floor(whole / parts) + (part < whole % parts ? 1 : 0);
  const stepsOfInstance = lanes.map(({ schedule }) => stepsOf(schedule, rank));
  const orderInStep = ({ half, action }: Pick<Transfer, "half" | "action">) =>
    half === undefined ? 0 : 2 * half + (action === "send" ? 0 : 1);
  return Array.from({ length: Math.max(...stepsOfInstance.map(({ length }) => length)) }, (_, step) =>
    lanes
      .flatMap(({ schedule: { blocks } }, instanceNumber) =>
        (stepsOfInstance[instanceNumber][step] ?? []).map((move) => ({ ...move, lane: instanceNumber, blocks, which: move.blocks })),
      )
      .sort((one, other) => orderInStep(one) - orderInStep(other))
      .flatMap(({ action, peer, lane: instanceNumber, blocks, which: blockRange }) => {
        const size = blockNumbersOf(blockRange, blocks).reduce(
          (sum, block) => sum + partOf(partOf(bytes, blocks, block), lanes.length, instanceNumber),
          0,
        );
        return size === 0 ? [] : [action === "send" ? `${size} B to ${peer}` : `from ${peer}`];
      }),
  ).flat();
}

/** Length of the longest chain of messages of a program, in which each message is sent after its rank has received the one before. */
function longestChain(program: Program): number {
  const depthsInFlight = new Map<number, number[]>();
  const rankStates = Array.from({ length: program.ranks }, (_, state) => ({ does: [...operationsOf(program, state)], next: 0, depth: 0 }));
  let [longest, hasProgressed] = [0, true];
  while (hasProgressed) {
    hasProgressed = false;
    for (const state of rankStates)
      for (; state.next < state.does.length; state.next++, hasProgressed = true) {
        const operation = state.does[state.next];
        if (operation.is === "send") {
          longest = Math.max(longest, state.depth + 1);
          depthsInFlight.set(operation.message.mailbox, [...(depthsInFlight.get(operation.message.mailbox) ?? []), state.depth + 1]);
        } else if (operation.is === "receive") {
          const depth = depthsInFlight.get(operation.mailbox)?.shift();
          if (depth === undefined) break;
          state.depth = Math.max(state.depth, depth);
        }
      }
  }
  expect(rankStates.every(({ does, next }) => next === does.length)).toBe(true);
  return longest;
}

/** Algorithms in which every round makes a chain of messages longer: for any number of ranks (rings), or for powers of two (halvings). */
const rings = new Set(["ring", "ring-2d", "hierarchical", "direct"]);
const halvings = new Set(["recursive-doubling", "recursive-halving", "rabenseifner", "swing", "swing-latency"]);

describe("the programs", () => {
  const drawn = fc.record({
    which: fc.constantFrom(...algorithmCases),
    ranks: fc.integer({ min: 2, max: 18 }),
    bytes: fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 5000 }), fc.constantFrom(1e12, 999_999_999_999)),
    channels: fc.integer({ min: 1, max: 4 }),
    chunks: fc.integer({ min: 0, max: 5 }),
    pick: fc.nat(100),
  });
  const valuesOf = ({
    which: { algorithm },
    ranks,
    bytes,
    channels,
    chunks,
    pick,
  }: typeof drawn extends fc.Arbitrary<infer T> ? T : never) => {
    const rows = divisors(ranks);
    const row = rows[pick % rows.length];
    return {
      algorithm: algorithm.id,
      message: `${bytes} B`,
      channels,
      chunks,
      ...(algorithm.rows === "grid" ? { row } : algorithm.rows === "hosts" ? { host: row } : {}),
      ...(algorithm.isRooted === true ? { root: pick % ranks } : {}),
    };
  };
  const taskOf = (given: Parameters<typeof valuesOf>[0]): CollectiveCall => {
    const { row = 1, host = row, root = 0 } = valuesOf(given) as { row?: number; host?: number; root?: number };
    const { segments } = given.which.algorithm;
    const chunks = given.chunks === 0 ? (segments?.(given.ranks, given.bytes) ?? 1) : given.chunks;
    return callWith(given.ranks, { ...given, root, row: host, chunks: segments === undefined ? chunks : Math.min(chunks, given.bytes) });
  };

  it("send what the schedules say, to whom and in which order, and take it", () => {
    fc.assert(
      fc.property(drawn, (given) => {
        const program = programOf(given.which.operation, valuesOf(given), given.ranks);
        const lanes = instancesFor(given.which.algorithm, taskOf(given));
        const due = Array.from({ length: given.ranks }, (_, rank) => scheduledSendsAndReceives(lanes, given.bytes, rank));
        expect(sendsAndReceivesOf(program)).toEqual(due);
        // The program completes: every message that is sent is also received.
        longestChain(program);
      }),
      { numRuns: cases(60) },
    );
  });

  it("take as many rounds and send as many bytes as their closed forms say", () => {
    fc.assert(
      fc.property(drawn, (given) => {
        const { which, ranks, bytes } = given;
        const program = programOf(which.operation, valuesOf(given), ranks);
        const { collective } = program;
        expect(collective).toMatchObject({ operation: which.operation, algorithm: which.algorithm.title, ranks, bytes });
        const sums = Array.from({ length: ranks }, (_, rank) => sentBytes(program, rank).reduce((sum, each) => sum + each, 0));
        expect(collective!.bytesPerRank).toBe(Math.max(...sums));
        expect(collective!.steps).toBe(countRounds(instancesFor(which.algorithm, taskOf(given)), bytes, ranks));
        const isAlone = given.channels === 1 && given.chunks < 2;
        const isChain =
          rings.has(which.id) || (halvings.has(which.id) && Number.isInteger(Math.log2(ranks)) && which.operation !== "reduce");
        if (isAlone && isChain) expect(longestChain(program)).toBe(collective!.steps);
      }),
      { numRuns: cases(100) },
    );
  });
});

/**
 * Number of rounds, computed plainly. A message goes one round after everything that its rank sent in earlier steps and after everything
 * that it received. A rank receives messages of later steps in later rounds.
 */
function countRounds(lanes: readonly ScheduleInstance[], bytes: number, ranks: number): number {
  const partOf = (whole: number, parts: number, part: number) => Math.floor(whole / parts) + (part < whole % parts ? 1 : 0);
  return Math.max(
    countHalves(lanes, bytes, ranks),
    ...lanes.map(({ schedule }, instanceNumber) => {
      if ([...schedule.runs(0)].some(({ transfers }) => transfers.some(({ half }) => half !== undefined))) return 0;
      const { blocks } = schedule;
      const size = (blockRange: BlockRange) =>
        blockNumbersOf(blockRange, blocks).reduce(
          (sum, block) => sum + partOf(partOf(bytes, blocks, block), lanes.length, instanceNumber),
          0,
        );
      const remainingSteps = Array.from({ length: ranks }, (_, rank) =>
        stepsOf(schedule, rank)
          .map((moves) => moves.filter((move) => size(move.blocks) > 0))
          .filter((moves) => moves.length > 0),
      );
      const roundsInFlight = new Map<string, number[]>();
      /** For each rank, the last rounds in which it sent and received: over all steps, and over the steps before the current one. */
      const lastRounds = remainingSteps.map(() => ({ sent: 0, taken: 0, sentBefore: 0, takenBefore: 0 }));
      let [maxRound, hasProgressed] = [0, true];
      while (hasProgressed) {
        hasProgressed = false;
        remainingSteps.forEach((steps, rank) => {
          const ownRounds = lastRounds[rank];
          while (steps.length > 0) {
            const [move, ...otherTransfers] = steps[0];
            if (move.action === "send") {
              const round = 1 + Math.max(ownRounds.sentBefore, ownRounds.taken);
              roundsInFlight.set(`${rank} ${move.peer}`, [...(roundsInFlight.get(`${rank} ${move.peer}`) ?? []), round]);
              ownRounds.sent = Math.max(ownRounds.sent, round);
            } else {
              const round = roundsInFlight.get(`${move.peer} ${rank}`)?.shift();
              if (round === undefined) return;
              ownRounds.taken = Math.max(ownRounds.taken, ownRounds.takenBefore + 1, round);
            }
            maxRound = Math.max(maxRound, ownRounds.sent, ownRounds.taken);
            hasProgressed = true;
            steps[0] = otherTransfers;
            if (otherTransfers.length > 0) continue;
            steps.shift();
            [ownRounds.sentBefore, ownRounds.takenBefore] = [ownRounds.sent, ownRounds.taken];
          }
        });
      }
      expect(remainingSteps.flat()).toEqual([]);
      return maxRound;
    }),
  );
}

/** Number of rounds of schedules whose steps have halves: the halves in which any instance sends a message of at least one byte. */
function countHalves(lanes: readonly ScheduleInstance[], bytes: number, ranks: number): number {
  const halves = new Set<string>();
  for (const { schedule, blockSizes } of lanes)
    for (let rank = 0; rank < ranks; rank++)
      for (const [step, moves] of stepsOf(schedule, rank).entries())
        for (const { half, blocks } of moves)
          if (half !== undefined && bytes > 0 && blockSizes.bytesOf(blocks) > 0) halves.add(`${step} ${half}`);
  return halves.size;
}

it("two trees stay in lockstep: in each half of a turn no rank sends or receives twice, and what is sent in it is received in it", () => {
  for (const ranks of [...Array.from({ length: 24 }, (_, k) => k + 2), 48, 63, 64, 65])
    for (const trees of [
      doubleBinaryTree(ranks, 3),
      doubleBinaryTree(ranks, 3).map((each) => reverseSchedule(each, "reduce")),
      rootedDoubleBinaryTree(ranks, 3),
    ]) {
      const done = trees.flatMap((schedule, tree) =>
        Array.from({ length: ranks }, (_, rank) => stepsOf(schedule, rank)).flatMap((turns, rank) =>
          turns.flatMap((moves, turn) => moves.map((move) => ({ ...move, tree, rank, when: `${turn}, half ${move.half}` }))),
        ),
      );
      const [sent, taken] = [done.filter(({ action }) => action === "send"), done.filter(({ action }) => action !== "send")];
      for (const each of [sent, taken]) expect(new Set(each.map(({ rank, when }) => `${rank} in turn ${when}`)).size).toBe(each.length);
      const words = ({ tree, when, blocks: { first } }: (typeof done)[number], from: number, to: number) =>
        `segment ${first} of tree ${tree} from ${from} to ${to} in turn ${when}`;
      expect(new Set(sent.map((each) => words(each, each.rank, each.peer)))).toEqual(
        new Set(taken.map((each) => words(each, each.peer, each.rank))),
      );
    }
});
