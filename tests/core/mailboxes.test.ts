import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MailboxTable } from "../../src/core/programs/mailboxes.ts";
import { ProgramWriter } from "../../src/core/programs/program-writer.ts";

describe("mailboxes", () => {
  const word = fc.oneof(fc.integer({ min: -1, max: 3 }), fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }));

  it("have one number for each receiver, sender and tag, in the order in which they are asked for", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(word, word, word), { minLength: 1, maxLength: 2000, size: "max" }), (keys) => {
        const boxes = new MailboxTable();
        const known = new Map<string, number>();
        for (const [to, from, tag] of keys) {
          const key = `${to} ${from} ${tag}`;
          // There are thousands of keys, so `expect` is called only for mismatches.
          if (boxes.find(to, from, tag) !== (known.get(key) ?? -1)) expect.fail(`${key} is found in box ${boxes.find(to, from, tag)}`);
          if (!known.has(key)) known.set(key, known.size);
          if (boxes.getOrCreate(to, from, tag) !== known.get(key)) expect.fail(`${key} gets box ${boxes.getOrCreate(to, from, tag)}`);
        }
        expect(boxes.count).toBe(known.size);
        const named = Array.from(
          { length: boxes.count },
          (_, box) => `${boxes.receiverAt(box)} ${boxes.senderAt(box)} ${boxes.tagAt(box)}`,
        );
        expect(named).toEqual([...known.keys()]);
        expect([...boxes.owners()]).toEqual(named.map((name) => Number(name.split(" ")[0])));
      }),
      { numRuns: 20 },
    );
  });

  it("are those of a million messages, to the last one", () => {
    const [ranks, steps] = [2048, 512];
    const write = new ProgramWriter(256);
    for (let rank = 0; rank < ranks; rank++) {
      for (let step = 0; step < steps; step++) write.send((rank + 1 + step) % ranks, 1, step);
      write.nextRank();
    }
    const { ops, owner, first, firstMessage } = write.finish(Int32Array.from({ length: ranks }, (_, rank) => rank));
    expect([ops.length, owner.length, first[ranks], firstMessage[ranks]]).toEqual([4 * 2 ** 20, 2 ** 20, 2 ** 20, 2 ** 20]);
    let wrong = 0;
    for (let box = 0; box < owner.length; box++) if (ops[4 * box + 3] !== box || owner[box] !== ops[4 * box + 1]) wrong++;
    expect(wrong).toBe(0);
  });
});
