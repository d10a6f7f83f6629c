/** Statistics of a program's mailboxes, without executing it: sender, messages, packets, and receives. */
import { Cursor } from "../../programs/cursor.ts";
import { op, type Program } from "../../programs/program.ts";

/** B mailboxes. Each has a single sender, and its owner is the receiver. */
export interface Mailboxes {
  /** [B] Sending rank; −1 if there is none. */
  readonly from: Int32Array;
  /** [B] Receiving rank. */
  readonly to: Int32Array;
  /** [B] Messages sent, over all loop iterations. */
  readonly messages: Float64Array;
  /** [B] Packets of these messages. */
  readonly packets: Float64Array;
  /** [B] Packets of the smallest message; Infinity without messages. */
  readonly smallest: Float64Array;
  /** [B] 1 if all messages use rendezvous. */
  readonly asks: Uint8Array;
  /** [B] Number of receives. */
  readonly receives: Float64Array;
  /** Messages of the whole program. */
  readonly total: number;
}

/** Counts sends and receives of a program by mailbox. */
export function mailboxesOf(program: Program): Mailboxes {
  const { ranks, sizes, owner, turning } = program;
  const boxes = owner.length + ranks * turning;
  const from = new Int32Array(boxes).fill(-1);
  const [messages, packets, receives] = [new Float64Array(boxes), new Float64Array(boxes), new Float64Array(boxes)];
  const smallest = new Float64Array(boxes).fill(Infinity);
  const asks = new Uint8Array(boxes).fill(1);
  let total = 0;
  const put = (rank: number, box: number, size: number, times: number) => {
    const each = sizes.packets[size];
    from[box] = rank;
    messages[box] += times;
    packets[box] += each * times;
    smallest[box] = Math.min(smallest[box], each);
    if (sizes.asks[size] === 0) asks[box] = 0;
    total += times;
  };
  const cursor = new Cursor(program);
  for (let rank = 0; rank < ranks; rank++)
    while (cursor.nextWritten(rank)) {
      const { code, size, mailbox, times } = cursor;
      if (code === op.send) put(rank, mailbox, size, times);
      else if (code === op.receive) receives[mailbox] += times;
    }
  const to = Int32Array.from(from, (_, b) => (b < owner.length ? owner[b] : Math.floor((b - owner.length) / turning)));
  return { from, to, messages, packets, smallest, asks, receives, total };
}
