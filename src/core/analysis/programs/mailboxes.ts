/** The mailboxes of a program, counted without following it: who sends there, how often, how much, and how often somebody waits. */
import { Cursor } from "../../programs/cursor.ts";
import { op, type Program } from "../../programs/program.ts";

/** B mailboxes. Whoever sends to a mailbox is one rank; whoever receives from it is its owner. */
export interface Mailboxes {
  /** [B] The rank that sends to it, −1 where none does. */
  readonly from: Int32Array;
  /** [B] The rank that receives from it. */
  readonly to: Int32Array;
  /** [B] Messages sent to it, all turns of loops counted. */
  readonly messages: Float64Array;
  /** [B] Packets of those messages. */
  readonly packets: Float64Array;
  /** [B] Packets of the smallest of them; Infinity where none is sent. */
  readonly smallest: Float64Array;
  /** [B] 1 where all of them wait for their receiver. */
  readonly asks: Uint8Array;
  /** [B] Messages that are waited for. */
  readonly receives: Float64Array;
  /** Messages of the whole program. */
  readonly total: number;
}

/** Counts what a program sends and waits for, mailbox by mailbox. */
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
