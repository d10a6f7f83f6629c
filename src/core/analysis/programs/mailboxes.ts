/** Statistics of a program's mailboxes, without executing it: sender, messages, packets, and receives. */
import { Cursor } from "../../programs/cursor.ts";
import { op, type Program } from "../../programs/program.ts";

/** B mailboxes. Each has a single sender, and its owner is the receiver. */
export interface Mailboxes {
  /** [B] Sending rank; −1 if there is none. */
  readonly senderOf: Int32Array;
  /** [B] Receiving rank. */
  readonly receiverOf: Int32Array;
  /** [B] Messages sent, over all loop iterations. */
  readonly messages: Float64Array;
  /** [B] Packets of these messages. */
  readonly packets: Float64Array;
  /** [B] Packets of the smallest message; Infinity without messages. */
  readonly minPackets: Float64Array;
  /** [B] 1 if all messages use rendezvous. */
  readonly isRendezvous: Uint8Array;
  /** [B] Number of receives. */
  readonly receives: Float64Array;
  /** Messages of the whole program. */
  readonly total: number;
}

/**
 * Statistics of a program's mailboxes, each a queue of messages from one sender to one receiver: sender, receiver, messages, packets and
 * receives. Loops are not executed; their operations count with the number of iterations.
 */
export function mailboxesOf(program: Program): Mailboxes {
  const { ranks, sizes, owner, partnerMailboxes } = program;
  const mailboxCount = owner.length + ranks * partnerMailboxes;
  const senderOf = new Int32Array(mailboxCount).fill(-1);
  const [messages, packets, receives] = [new Float64Array(mailboxCount), new Float64Array(mailboxCount), new Float64Array(mailboxCount)];
  const minPackets = new Float64Array(mailboxCount).fill(Infinity);
  const isRendezvous = new Uint8Array(mailboxCount).fill(1);
  let total = 0;
  const addMessages = (rank: number, mailboxNumber: number, size: number, executionCount: number) => {
    const packetsOfMessage = sizes.packets[size];
    senderOf[mailboxNumber] = rank;
    messages[mailboxNumber] += executionCount;
    packets[mailboxNumber] += packetsOfMessage * executionCount;
    minPackets[mailboxNumber] = Math.min(minPackets[mailboxNumber], packetsOfMessage);
    if (sizes.isRendezvous[size] === 0) isRendezvous[mailboxNumber] = 0;
    total += executionCount;
  };
  const cursor = new Cursor(program);
  for (let rank = 0; rank < ranks; rank++)
    while (cursor.nextWritten(rank)) {
      const { code, size, mailbox, executions } = cursor;
      if (code === op.send) addMessages(rank, mailbox, size, executions);
      else if (code === op.receive) receives[mailbox] += executions;
    }
  // The mailboxes with an owner come first, then `partnerMailboxes` for each rank.
  const receiverOf = Int32Array.from(senderOf, (_, mailboxNumber) =>
    mailboxNumber < owner.length ? owner[mailboxNumber] : Math.floor((mailboxNumber - owner.length) / partnerMailboxes),
  );
  return { senderOf, receiverOf, messages, packets, minPackets, isRendezvous, receives, total };
}
