/** A list as a graph: what each operation of a rank program is, where nothing but dependencies says what comes when. */
import { Cursor } from "./cursor.ts";
import { codeAt, type Dependencies, isRendezvous, mailboxAt, op, opWords, type Program, unsent, when, whens } from "./program.ts";

/**
 * The same program as a graph, where it is none yet: on one processor and one adapter a rank. Loops are written out, partners in turn named.
 * - *Each* operation waits for the end of the one before it; behind a send by rendezvous, until that has left its processor.
 * - A *wait* waits besides for the arrival of all that its rank has sent since the wait before.
 * - *Phases*, *tasks*, sends as others hear them and *barriers* are operations that take no processor.
 */
export function asGraph(program: Program): Program {
  if (program.graph !== undefined) return program;
  const { ranks, owner, turning } = program;
  const [first, ops, firstAfter, after] = [[0], [] as number[], [0], [] as number[]];
  const cursor = new Cursor(program);
  for (let r = 0; r < ranks; r++) {
    let sends: number[] = [];
    let before = -1;
    let how: number = when.ended;
    while (cursor.next(r)) {
      const o = ops.length / opWords;
      const { code, operand, size, mailbox } = cursor;
      const hasSent = code === op.send && size !== unsent;
      if (before >= 0) after.push(before * whens + how);
      if (code === op.wait) {
        for (const send of sends) after.push(send * whens + when.arrived);
        sends = [];
      }
      if (hasSent) sends.push(o);
      how = hasSent ? when.left : when.ended;
      before = o;
      ops.push(code, operand, size, mailbox);
      firstAfter.push(after.length);
    }
    first.push(ops.length / opWords);
  }
  const allOps = Int32Array.from(ops);
  // A send by rendezvous ends when it is answered.
  const written = { ops: allOps, sizes: program.sizes };
  for (let i = 0; i < after.length; i++)
    if (after[i] % whens === when.left && !isRendezvous(written, Math.floor(after[i] / whens))) after[i] += when.ended - when.left;
  const boxes = Int32Array.from([...owner, ...Array.from({ length: ranks * turning }, (_, i) => Math.floor(i / turning))]);
  const graph: Dependencies = {
    firstAfter: Int32Array.from(firstAfter),
    after: Int32Array.from(after),
    cpu: new Uint8Array(allOps.length / opWords),
    nic: new Uint8Array(allOps.length / opWords),
    cpus: 1,
    nics: 1,
    senderOf: sendersTo(boxes.length, ranks, first, allOps),
    // A list has mailboxes in place of tags.
    tagOf: new Int32Array(boxes.length).fill(-1),
    firstTaker: Int32Array.from({ length: boxes.length + 1 }, (_, box) => box),
    takers: Int32Array.from(boxes.keys()),
  };
  return { ...program, first: Int32Array.from(first), ops: allOps, owner: boxes, turning: 0, graph };
}

/** [mailboxes] The rank that sends to each, −1 where none does. */
function sendersTo(mailboxes: number, ranks: number, first: readonly number[], ops: Int32Array): Int32Array {
  const senderOf = new Int32Array(mailboxes).fill(-1);
  for (let r = 0; r < ranks; r++)
    for (let o = first[r]; o < first[r + 1]; o++) if (codeAt(ops, o) === op.send) senderOf[mailboxAt(ops, o)] = r;
  return senderOf;
}
