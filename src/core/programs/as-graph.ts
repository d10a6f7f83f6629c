/** Converts a list of operations to a graph, in which only dependencies determine the order. */
import { Cursor } from "./cursor.ts";
import { codeAt, type Dependencies, isRendezvous, mailboxAt, op, opWords, type Program, unsent, when, whens } from "./program.ts";

/**
 * The same program as a graph, with one processor and one adapter for each rank. Loops are unrolled, and rotating partners resolved. A
 * program that is a graph already is returned unchanged.
 * - *Each* operation waits for the end of the one before it. After a rendezvous send it waits only until that send has left its processor.
 * - A *wait* also waits for the arrival of all messages that its rank has sent since the previous wait.
 * - *Phases*, *tasks*, copies of a send that other ranks overhear, and *barriers* take no processor.
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
  // An eager send leaves its processor when it ends, so only rendezvous sends keep the dependency on `left`.
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
    // The mailboxes of a list have lost their tags.
    tagOf: new Int32Array(boxes.length).fill(-1),
    firstTaker: Int32Array.from({ length: boxes.length + 1 }, (_, box) => box),
    takers: Int32Array.from(boxes.keys()),
  };
  return { ...program, first: Int32Array.from(first), ops: allOps, owner: boxes, turning: 0, graph };
}

/** [mailboxes] The rank that sends to each mailbox, −1 if none does. */
function sendersTo(mailboxes: number, ranks: number, first: readonly number[], ops: Int32Array): Int32Array {
  const senderOf = new Int32Array(mailboxes).fill(-1);
  for (let r = 0; r < ranks; r++)
    for (let o = first[r]; o < first[r + 1]; o++) if (codeAt(ops, o) === op.send) senderOf[mailboxAt(ops, o)] = r;
  return senderOf;
}
