/** The cursor comes to what ranks do, loops written out and partners named by hand; and to what is written, as often as it is done. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { Cursor } from "../../src/core/programs/cursor.ts";
import { op, type Program } from "../../src/core/programs/program.ts";
import { anyProgram } from "../contracts/scenarios.ts";
import { cases } from "../effort.ts";
import { instructionsOf } from "../reference/ranks.ts";

const programs = fc.integer({ min: 3, max: 8 }).chain((terminals) => anyProgram(terminals));

/** What a rank has come to, as an instruction of the reference, where mailboxes in turn have other numbers. */
function wordsAt({ code, operand, size, mailbox }: Cursor, { sizes, owner, turning, ranks }: Program): readonly number[] {
  const inTurn = mailbox - owner.length;
  const box = inTurn < 0 ? mailbox : owner.length + (inTurn % turning) * ranks + Math.floor(inTurn / turning);
  return [code, operand, code === op.send ? sizes.packets[size] : size, box];
}

/** What a rank does, by the reference. */
function doneBy(program: Program, rank: number): readonly (readonly number[])[] {
  return instructionsOf(program, rank).map(([code, operand, size, mailbox]) => [code, operand, size, mailbox]);
}

test("ranks do one operation after the other, in whatever order they take turns", () => {
  fc.assert(
    fc.property(programs, fc.infiniteStream(fc.nat()), (program, order) => {
      const cursor = new Cursor(program);
      const done = Array.from({ length: program.ranks }, (): (readonly number[])[] => []);
      const open = done.map((_, rank) => rank);
      for (let draw = order.next(); open.length > 0; draw = order.next()) {
        const k = (draw.value as number) % open.length;
        const rank = open[k];
        if (!cursor.next(rank)) open.splice(k, 1);
        else if ((draw.value as number) % 3 === 0) cursor.again(rank);
        else done[rank].push(wordsAt(cursor, program));
      }
      done.forEach((own, rank) => {
        expect(own).toEqual(doneBy(program, rank));
        expect([cursor.placeOf(rank), cursor.next(rank)]).toEqual([program.first[rank + 1], false]);
      });
    }),
    { numRuns: cases(90) },
  );
});

test("what is written is done as often as it says, in turn with each partner", () => {
  let inTurn = 0;
  fc.assert(
    fc.property(programs, (program) => {
      const [cursor, skipping] = [new Cursor(program), new Cursor(program)];
      for (let rank = 0; rank < program.ranks; rank++) {
        const counts = new Map<string, number>();
        const count = (words: readonly number[], times: number) => counts.set(words.join(), (counts.get(words.join()) ?? 0) + times);
        let all = 0;
        while (cursor.nextWritten(rank)) {
          count(wordsAt(cursor, program), cursor.times);
          if (cursor.turns > 1) inTurn++;
        }
        while (skipping.nextWritten(rank)) {
          skipping.skipTurns();
          all += skipping.times * skipping.turns;
        }
        const done = doneBy(program, rank);
        expect(all).toBe(done.length);
        for (const each of done) count(each, -1);
        expect([...counts.values()].every((left) => left === 0)).toBe(true);
      }
    }),
    { numRuns: cases(90) },
  );
  expect(inTurn).toBeGreaterThan(cases(30));
});
