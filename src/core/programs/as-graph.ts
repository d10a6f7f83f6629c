/** Converts a list of operations to a graph, in which only dependencies determine the order. */
import { Cursor } from "./cursor.ts";
import {
  codeAt,
  type Dependencies,
  isRendezvous,
  mailboxAt,
  op,
  opWords,
  type Program,
  noMessage,
  dependencyKind,
  dependencyKinds,
} from "./program.ts";

/**
 * Converts a rank program, in which each rank executes a list of operations in order, into a dependency graph of the same operations, with
 * one processor and one adapter for each rank. Loops are unrolled, and rotating partners (a different partner in each iteration) become
 * fixed partners. A program that is a graph already is returned unchanged. A dependency is stored as operation × `dependencyKinds` + the
 * event that is waited for: the operation ends, begins (not used here), leaves its processor, or all its messages have arrived.
 * - *Each* operation waits for the end of the previous operation. After a rendezvous send it waits only until that send has left its
 * processor.
 * - A *wait* also waits for the arrival of all messages that its rank has sent since the previous wait.
 * - *Phases*, *tasks*, copies of a send that other ranks overhear, and *barriers* take no processor.
 */
export function asGraph(program: Program): Program {
  if (program.graph !== undefined) return program;
  const { ranks, owner, partnerMailboxes } = program;
  const [firstOperation, ops, firstDependency, dependencies] = [[0], [] as number[], [0], [] as number[]];
  // Write the operations of each rank in the order of execution, each with its dependencies.
  const cursor = new Cursor(program);
  for (let rank = 0; rank < ranks; rank++) {
    let pendingSends: number[] = [];
    let previous = -1;
    let dependencyOnPrevious: number = dependencyKind.ended;
    while (cursor.next(rank)) {
      const operation = ops.length / opWords;
      const { code, operand, size, mailbox } = cursor;
      const isSend = code === op.send && size !== noMessage;
      if (previous >= 0) dependencies.push(previous * dependencyKinds + dependencyOnPrevious);
      if (code === op.wait) {
        for (const send of pendingSends) dependencies.push(send * dependencyKinds + dependencyKind.arrived);
        pendingSends = [];
      }
      if (isSend) pendingSends.push(operation);
      dependencyOnPrevious = isSend ? dependencyKind.left : dependencyKind.ended;
      previous = operation;
      ops.push(code, operand, size, mailbox);
      firstDependency.push(dependencies.length);
    }
    firstOperation.push(ops.length / opWords);
  }
  const allOps = Int32Array.from(ops);
  // An eager send leaves its processor when it ends, so only rendezvous sends keep the dependency on `left`.
  const compiled = { ops: allOps, sizes: program.sizes };
  for (let i = 0; i < dependencies.length; i++)
    if (dependencies[i] % dependencyKinds === dependencyKind.left && !isRendezvous(compiled, Math.floor(dependencies[i] / dependencyKinds)))
      dependencies[i] += dependencyKind.ended - dependencyKind.left;
  // Mailboxes for rotating partners, of which all ranks have the same number, become ordinary mailboxes.
  const mailboxOwners = Int32Array.from([
    ...owner,
    ...Array.from({ length: ranks * partnerMailboxes }, (_, i) => Math.floor(i / partnerMailboxes)),
  ]);
  const graph: Dependencies = {
    firstDependency: Int32Array.from(firstDependency),
    dependencies: Int32Array.from(dependencies),
    cpu: new Uint8Array(allOps.length / opWords),
    nic: new Uint8Array(allOps.length / opWords),
    cpus: 1,
    nics: 1,
    senderOf: sendersTo(mailboxOwners.length, ranks, firstOperation, allOps),
    // The mailboxes (one for each sender, receiver and tag) of an operation list have lost their tags: −1 is an unknown tag.
    tagOf: new Int32Array(mailboxOwners.length).fill(-1),
    firstTaker: Int32Array.from({ length: mailboxOwners.length + 1 }, (_, mailbox) => mailbox),
    takers: Int32Array.from(mailboxOwners.keys()),
  };
  return { ...program, first: Int32Array.from(firstOperation), ops: allOps, owner: mailboxOwners, partnerMailboxes: 0, graph };
}

/** [mailboxes] The rank that sends to each mailbox, −1 if none does. */
function sendersTo(mailboxes: number, ranks: number, first: readonly number[], ops: Int32Array): Int32Array {
  const senderOf = new Int32Array(mailboxes).fill(-1);
  for (let rank = 0; rank < ranks; rank++)
    for (let operation = first[rank]; operation < first[rank + 1]; operation++)
      if (codeAt(ops, operation) === op.send) senderOf[mailboxAt(ops, operation)] = rank;
  return senderOf;
}
