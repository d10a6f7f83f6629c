import { array, assert, integer, nat, property, tuple } from "fast-check";
import { expect, test } from "vitest";
import { causalityOf } from "../../src/core/analysis/programs/causality.ts";
import { emptyNetworkOf } from "../../src/core/analysis/programs/empty-network.ts";
import { mailboxesOf } from "../../src/core/analysis/programs/mailboxes.ts";
import { compile } from "../../src/core/run/compile.ts";
import { idealHost } from "../../src/core/programs/hosts.ts";
import type { Program } from "../../src/core/programs/program.ts";
import { ProgramWriter } from "../../src/core/programs/program-writer.ts";
import { readScenario } from "../../src/core/scenario/scenario.ts";
import { thoroughTest } from "../effort.ts";

const packetPhits = 16;
/** Paths for a network of one switch: every message crosses two channels. */
const oneSwitchPaths = (program: Program) => pathsOf(new Float64Array(program.owner.length).fill(2));
/** Paths with a latency in cycles for each mailbox. The time of a message is its latency plus the length of its packets. */
const pathsOf = (latencyOfMailbox: Float64Array) => ({
  pathTime: latencyOfMailbox,
  minPathTime: Math.min(...latencyOfMailbox),
  packetTime: packetPhits,
  terminalChannels: 1,
  isInOrder: true,
});

const programOf = (ranks: number, writeRank: (rank: number, w: ProgramWriter) => void, host = idealHost) => {
  const writer = new ProgramWriter(1, host);
  for (let rank = 0; rank < ranks; rank++) {
    writeRank(rank, writer);
    writer.nextRank();
  }
  return writer.finish(Int32Array.from({ length: ranks }, (_, r) => r));
};
const causalityOnOneSwitch = (program: Program) => causalityOf(program, oneSwitchPaths(program));

const butterfly = (ranks: number, packets: number) =>
  programOf(ranks, (rank, writer) => {
    for (let distance = 1; distance < ranks; distance *= 2) {
      writer.send(rank ^ distance, packets, distance);
      writer.receive(rank ^ distance, distance);
    }
  });

const binaryTree = (ranks: number) =>
  programOf(ranks, (rank, writer) => {
    for (let distance = 1; distance < ranks; distance *= 2) {
      if ((rank & distance) !== 0) return writer.send(rank - distance, 1);
      writer.receive(rank + distance);
    }
  });

const neighborsOf = (side: number, rank: number) => {
  const [x, y] = [rank % side, Math.floor(rank / side)];
  return {
    up: [...(x < side - 1 ? [rank + 1] : []), ...(y < side - 1 ? [rank + side] : [])],
    down: [...(x > 0 ? [rank - 1] : []), ...(y > 0 ? [rank - side] : [])],
  };
};

const wavefront = (side: number) =>
  programOf(side * side, (rank, writer) => {
    const { up, down } = neighborsOf(side, rank);
    for (const from of down) writer.receive(from);
    for (const to of up) writer.send(to, 1);
    for (const from of up) writer.receive(from);
    for (const to of down) writer.send(to, 1);
  });

const meshExchange = (side: number) =>
  programOf(side * side, (rank, writer) => {
    const { up, down } = neighborsOf(side, rank);
    for (const to of [...down, ...up]) writer.send(to, 1);
    for (const from of [...down, ...up]) writer.receive(from);
  });

const waterfall = (side: number, times: number) =>
  programOf(side * side, (rank, writer) => {
    const { up, down } = neighborsOf(side, rank);
    writer.repeat(times, () => {
      for (const from of down) writer.receive(from);
      for (const to of up) writer.send(to, 1);
    });
  });

test("what all hear is heard when it arrives where it was sent, however far those are who hear it", () => {
  const program = programOf(3, (rank, w) => (rank === 0 ? w.sendToAll(3, 1) : w.receive(0)));
  expect(causalityOf(program, pathsOf(Float64Array.of(2, 7))).leastCycles).toBe(2 + packetPhits);
});

/** Rank 0 sends three packets to rank 1 and one to rank 2, and waits until both have been consumed. */
const threeAndOne = () =>
  programOf(3, (rank, writer) => {
    if (rank === 0) {
      writer.send(1, 3);
      writer.send(2, 1);
      writer.wait();
      writer.compute(100);
    } else writer.receive(0);
    if (rank === 2) writer.compute(1000);
  });

test("where messages leave one after the other, the second waits for the first; where they may overtake, it does not", () => {
  const program = threeAndOne();
  const [far, near] = [40, 2];
  const ways = { ...pathsOf(Float64Array.of(far, near)), minPathTime: near };
  expect(causalityOf(program, ways).leastCycles).toBe(3 * packetPhits + near + packetPhits + 1000);
  // Without order, the message to rank 2 may be sent first.
  expect(causalityOf(program, { ...ways, isInOrder: false }).leastCycles).toBe(near + packetPhits + 1000);
});

test("whatever leaves a terminal last, all before it has left, and it has the shortest of the ways before it", () => {
  const [near, far] = [2, 40];
  // The near message is sent first, but the far one may leave before it.
  const program = programOf(3, (rank, w) => {
    if (rank !== 0) return w.receive(0);
    for (const to of [1, 2]) w.send(to, 3);
    w.wait();
    w.compute(100);
  });
  const ways = { ...pathsOf(Float64Array.of(near, far)), minPathTime: near, isInOrder: false };
  // Without the near message, the far message takes 40 + 3 L = 88 cycles. Both leave within 6 L = 96 cycles, and the last one arrives two
  // cycles later.
  expect(causalityOf(program, ways).leastCycles).toBe(2 * 3 * packetPhits + near + 100);
});

test("a terminal that sends to several ranks in turn may serve the second message first", () => {
  const [{ plan }, program] = [compile(readScenario({ topology: { kind: "single-switch", terminals: 4 } })), threeAndOne()];
  const boxes = mailboxesOf(program);
  expect(emptyNetworkOf(plan, program, boxes)?.isInOrder).toBe(true);
  expect(emptyNetworkOf(plan, { ...program, isRoundRobin: true }, boxes)?.isInOrder).toBe(false);
});

test("an answer takes its own way, be it shorter than that of any message", () => {
  const program = programOf(2, (rank, w) => (rank === 0 ? w.send(1, 1) : w.receive(0)), { ...idealHost, eager: 0 });
  const [there, back] = [34, 4];
  const ways = { ...pathsOf(Float64Array.of(there)), returnTime: Float64Array.of(back), controlTime: packetPhits, isInOrder: false };
  expect(causalityOf(program, ways).leastCycles).toBe(there + packetPhits + back + packetPhits + there + packetPhits);
});

test.each([2, 8, 64, 4096])("a butterfly of %i ranks takes log N steps of N messages, each as long as one alone", (ranks) => {
  const { messages, perStep, chain, leastCycles, stuck, untaken } = causalityOnOneSwitch(butterfly(ranks, 3));
  const steps = Math.log2(ranks);
  expect(messages).toBe(ranks * steps);
  expect(perStep).toEqual(Array.from({ length: steps }, () => ranks));
  expect(chain).toHaveLength(steps);
  expect(leastCycles).toBe(steps * (2 + 3 * packetPhits));
  expect([stuck, untaken]).toEqual([[], 0]);
});

test("a binary tree of N ranks takes N − 1 messages in log N steps", () => {
  const { messages, perStep, leastCycles } = causalityOnOneSwitch(binaryTree(64));
  expect(messages).toBe(63);
  expect(perStep).toEqual([32, 16, 8, 4, 2, 1]);
  expect(leastCycles).toBe(6 * (2 + packetPhits));
});

test("a wavefront goes to the far corner and back in 2·2(√N − 1) steps", () => {
  const { messages, perStep, chain } = causalityOnOneSwitch(wavefront(5));
  expect(messages).toBe(2 * 2 * 5 * 4);
  expect(chain).toHaveLength(2 * 2 * 4);
  expect(perStep?.slice(0, 8)).toEqual([2, 4, 6, 8, 8, 6, 4, 2]);
});

test("what one terminal gets comes in one after the other, and so does what it sends", () => {
  // The corner sends two messages, the second one message length later. The opposite corner of the 2 × 2 mesh receives two messages at
  // about the same time.
  const there = 2 + packetPhits;
  // 0 → 1 at 18, 0 → 2 at 34; 1 → 3 at 36, 2 → 3 at 52; back 3 → 1 at 70, 3 → 2 at 86; 1 → 0 at 88, 2 → 0 at 104.
  expect(causalityOnOneSwitch(wavefront(2)).leastCycles).toBe(there + packetPhits + there + there + packetPhits + there);
  const gather = programOf(4, (rank, w) => (rank === 0 ? [1, 2, 3].forEach((from) => w.receive(from)) : w.send(0, 2)));
  expect(causalityOnOneSwitch(gather).leastCycles).toBe(2 + 3 * 2 * packetPhits);
});

test("an exchange in a mesh is one step", () => {
  const { messages, perStep, chain } = causalityOnOneSwitch(meshExchange(8));
  expect(messages).toBe(4 * 8 * 7);
  expect([perStep, chain.length]).toEqual([[messages], 1]);
});

test("a waterfall has chains of 2(√N − 1) messages, however often it is repeated", () => {
  const { messages, chain, perStep, listed } = causalityOnOneSwitch(waterfall(8, 5));
  expect(messages).toBe(5 * 2 * 8 * 7);
  expect(chain).toHaveLength(2 * 7);
  expect(perStep?.[0]).toBe(5 * 2);
  expect(listed?.turn.reduce((a, b) => Math.max(a, b))).toBe(4);
});

thoroughTest("millions of messages are followed, and not listed", { timeout: 20_000 }, () => {
  const { messages, listed, chain, leastCycles } = causalityOnOneSwitch(waterfall(64, 391));
  expect(messages).toBe(391 * 2 * 64 * 63);
  expect([listed, chain.length]).toEqual([null, 126]);
  // The first rank sends 782 packets, and the last of them has to cross the whole mesh.
  expect(leastCycles).toBeGreaterThanOrEqual(782 * packetPhits + 125 * (2 + packetPhits));
});

test("a receive without its send is found, with its rank and operation", () => {
  const program = programOf(3, (rank, w) => {
    if (rank === 0) {
      w.send(1, 1);
      w.receive(1);
      w.receive(1);
    }
    if (rank === 1) {
      w.receive(0);
      w.send(0, 1);
      w.receive(2);
    }
    if (rank === 2) w.receive(0);
  });
  expect(causalityOnOneSwitch(program).stuck).toEqual(
    [
      { rank: 0, operation: 2, why: "Rank 0 waits for a message from rank 1, which is itself waiting." },
      { rank: 1, operation: 2, why: "Rank 1 waits for a message that no rank sends." },
      { rank: 2, operation: 0, why: "Rank 2 waits for a message that no rank sends." },
    ].toSorted((a, b) => Number(b.why.includes("no rank")) - Number(a.why.includes("no rank"))),
  );
});

test("barriers and waits bind what comes after them, and a barrier not all come to is found", () => {
  const program = programOf(3, (rank, w) => {
    if (rank === 0) {
      w.send(1, 1);
      w.wait();
      w.compute(100);
    }
    if (rank === 1) w.receive(0);
    w.barrier();
    if (rank === 2) w.send(0, 1);
    if (rank === 0) w.receive(2);
  });
  const { perStep, leastCycles } = causalityOnOneSwitch(program);
  expect(perStep).toEqual([1, 1]);
  expect(leastCycles).toBe(2 + packetPhits + 100 + 2 + packetPhits);
  const without = programOf(2, (rank, w) => void (rank === 0 && w.barrier()));
  expect(causalityOnOneSwitch(without).stuck).toEqual([
    { rank: 0, operation: 0, why: "Rank 0 waits at a barrier that not all ranks reach." },
  ]);
});

/** Programs that terminate: messages in a random order, each sent and received by its ranks in that order. */
const anyTerminatingProgram = tuple(
  integer({ min: 2, max: 6 }),
  array(tuple(nat(), nat(), integer({ min: 1, max: 4 })), { maxLength: 25 }),
).map(([ranks, draws]) => {
  const messages = draws.map(([a, b, packets]) => ({ from: a % ranks, to: (a + 1 + (b % (ranks - 1))) % ranks, packets }));
  const program = programOf(ranks, (rank, writer) => {
    for (const { from, to, packets } of messages) {
      if (from === rank) writer.send(to, packets);
      if (to === rank) writer.receive(from);
    }
  });
  return { program, sent: messages };
});

test("whatever is sent and received in one order ends, and each message follows the one before it in its chain", () => {
  assert(
    property(anyTerminatingProgram, ({ program, sent }) => {
      const { messages, stuck, untaken, listed, perStep, chain, leastCycles } = causalityOnOneSwitch(program);
      expect([messages, stuck, untaken]).toEqual([sent.length, [], 0]);
      expect((perStep ?? []).reduce((a, b) => a + b, 0)).toBe(messages);
      expect(chain).toHaveLength(perStep?.length ?? -1);
      expect(mailboxesOf(program).packets.reduce((a, b) => a + b, 0)).toBe(program.packets);
      for (let m = 0; m < messages; m++) {
        const { step, after, to, from } = listed!;
        expect(step[m]).toBe(after[m] < 0 ? 1 : step[after[m]] + 1);
        if (after[m] >= 0) expect(to[after[m]]).toBe(from[m]);
      }
      // The messages of the chain follow one another, and no terminal ends before all its phits have passed.
      const chained = chain.reduce((sum, m) => sum + 2 + listed!.packets[m] * packetPhits, 0);
      expect(leastCycles).toBeGreaterThanOrEqual(chained);
      for (let rank = 0; rank < program.ranks; rank++) {
        const own = sent.filter(({ to }) => to === rank).reduce((sum, { packets }) => sum + packets * packetPhits, 0);
        if (own > 0) expect(leastCycles).toBeGreaterThanOrEqual(own + 2);
      }
    }),
  );
});
