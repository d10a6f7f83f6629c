/**
 * Tests of the program cursor against the reference: it visits the operations of each rank with loops unrolled and partners resolved, or
 * each written operation once with its number of executions.
 */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { Cursor } from "../../src/core/programs/cursor.ts";
import { maxLoopDepth, op, type Program } from "../../src/core/programs/program.ts";
import { anyProgram } from "../contracts/scenarios.ts";
import { cases } from "../effort.ts";
import { instructionsOf } from "../reference/ranks.ts";

const anyProgramOnTerminals = fc.integer({ min: 3, max: 8 }).chain((terminals) => anyProgram(terminals));

/**
 * The current operation of a rank in the form of a reference instruction. Mailboxes of rotating partners are renumbered as in the
 * reference.
 */
function instructionAt({ code, operand, size, mailbox }: Cursor, { sizes, owner, partnerMailboxes, ranks }: Program): readonly number[] {
  const inTurn = mailbox - owner.length;
  const referenceMailbox =
    inTurn < 0 ? mailbox : owner.length + (inTurn % partnerMailboxes) * ranks + Math.floor(inTurn / partnerMailboxes);
  return [code, operand, code === op.send ? sizes.packets[size] : size, referenceMailbox];
}

/** The operations of a rank according to the reference. */
function instructionsOfRank(program: Program, rank: number): readonly (readonly number[])[] {
  return instructionsOf(program, rank).map(([code, operand, size, mailbox]) => [code, operand, size, mailbox]);
}

test("ranks do one operation after the other, in whatever order they take turns", () => {
  fc.assert(
    fc.property(anyProgramOnTerminals, fc.infiniteStream(fc.nat()), (program, order) => {
      const cursor = new Cursor(program);
      const done = Array.from({ length: program.ranks }, (): (readonly number[])[] => []);
      const open = done.map((_, rank) => rank);
      for (let draw = order.next(); open.length > 0; draw = order.next()) {
        const k = (draw.value as number) % open.length;
        const rank = open[k];
        if (!cursor.next(rank)) open.splice(k, 1);
        else if ((draw.value as number) % 3 === 0) cursor.repeatCurrent(rank);
        else done[rank].push(instructionAt(cursor, program));
      }
      done.forEach((own, rank) => {
        expect(own).toEqual(instructionsOfRank(program, rank));
        expect([cursor.indexOf(rank), cursor.next(rank)]).toEqual([program.first[rank + 1], false]);
      });
    }),
    { numRuns: cases(90) },
  );
});

test("what is written is done as often as it says, in turn with each partner", () => {
  let inTurn = 0;
  fc.assert(
    fc.property(anyProgramOnTerminals, (program) => {
      const [cursor, skipping] = [new Cursor(program), new Cursor(program)];
      for (let rank = 0; rank < program.ranks; rank++) {
        const counts = new Map<string, number>();
        const count = (words: readonly number[], times: number) => counts.set(words.join(), (counts.get(words.join()) ?? 0) + times);
        let all = 0;
        while (cursor.nextWritten(rank)) {
          count(instructionAt(cursor, program), cursor.executions);
          if (cursor.partnerCount > 1) inTurn++;
        }
        while (skipping.nextWritten(rank)) {
          skipping.skipPartners();
          all += skipping.executions * skipping.partnerCount;
        }
        const done = instructionsOfRank(program, rank);
        expect(all).toBe(done.length);
        for (const each of done) count(each, -1);
        expect([...counts.values()].every((left) => left === 0)).toBe(true);
      }
    }),
    { numRuns: cases(90) },
  );
  expect(inTurn).toBeGreaterThan(cases(30));
});

test("the loops of one rank leave those of the next alone, four deep and where their product is inexact", () => {
  expect(maxLoopDepth).toBe(4);
  const loops = [1_150_616_320, 1_817_999_104, 1_503_714_048, 1_238_513_920];
  const product = loops.reduce((all, each) => all * each, 1);
  expect(loops.reduceRight((all, each) => all / each, product)).toBeLessThan(1);
  const nested = (depth: number): readonly number[] =>
    depth === maxLoopDepth
      ? [op.wait, 0, 0, 0]
      : [op.repeat, loops[depth], 0, 0, ...nested(depth + 1), op.end, loops[depth], depth, 2 * (maxLoopDepth - depth)];
  const own = nested(0);
  const count = own.length / 4;
  const ops = Int32Array.from([...own, ...own, op.wait, 0, 0, 0]);
  const first = Int32Array.from([0, count, 2 * count, 2 * count + 1]);
  const cursor = new Cursor({ ranks: 3, first, ops, owner: new Int32Array(0), partnerMailboxes: 0 } as unknown as Program);
  const times: number[] = [];
  for (let rank = 0; rank < 3; rank++) while (cursor.nextWritten(rank)) times.push(cursor.executions);
  expect(times).toEqual([product, product, 1]);
  for (const rank of [1, 0, 1]) expect([cursor.indexOf(rank), cursor.outerIteration(rank)]).toEqual([first[rank + 1], 0]);
  // When operations are executed, the loops of the two ranks proceed independently.
  const doing = new Cursor({ ranks: 3, first, ops, owner: new Int32Array(0), partnerMailboxes: 0 } as unknown as Program);
  for (let i = 0; i < 100; i++) for (const rank of [0, 1]) expect(doing.next(rank)).toBe(true);
  expect([doing.indexOf(0), doing.indexOf(1)]).toEqual([maxLoopDepth, count + maxLoopDepth]);
});
