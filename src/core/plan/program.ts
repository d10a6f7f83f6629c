/**
 * Rank programs, compiled: what each rank does, one operation after the other. Ranks stand on terminals; a message
 * goes to a mailbox, which belongs to the rank that receives from it, and messages of one mailbox are as good as each
 * other. So a send finds its receive by source and tag without anything being compared while the simulation runs.
 */

/** Operations of a rank, as they stand in {@link Program.ops}: a code and up to three operands. */
export const op = {
  /** Hands a message to the terminal, which injects in this order, and goes on: rank it goes to, packets, mailbox. */
  send: 0,
  /** Goes on in the cycle after a message for this mailbox has been consumed whole: mailbox. */
  receive: 1,
  /** Is busy: cycles. */
  compute: 2,
  /** Goes on in the cycle after the last of all it has sent so far has been consumed at its destination. */
  wait: 3,
  /** Goes on when all ranks have come to their barrier; takes no time and no messages. */
  barrier: 4,
  /** Names what follows: place in {@link Program.phases}. */
  phase: 5,
  /** Does what follows up to its `end` so many times: times, at least 1. Loops are not nested. */
  repeat: 6,
  end: 7,
} as const;
/** Numbers of one operation. */
export const opWords = 4;

/** The programs of R ranks. */
export interface Program {
  readonly form: "program";
  readonly ranks: number;
  /** [R] Terminal of each rank, no two alike. */
  readonly terminalOf: Int32Array;
  /** [R + 1] Place of each rank's first operation, in operations. */
  readonly first: Int32Array;
  /** [{@link opWords} × operations] */
  readonly ops: Int32Array;
  /** [mailboxes] The rank that receives from it. */
  readonly owner: Int32Array;
  /** [R + 1] Number of each rank's first message: the k-th that rank r sends is message firstMessage[r] + k. */
  readonly firstMessage: Int32Array;
  /** Packets of all messages together. */
  readonly packets: number;
  readonly phases: readonly string[];
}

/** Writes programs: the operations of one rank after the other, beginning with rank 0. */
export class ProgramWriter {
  private readonly codes: number[] = [];
  private readonly first = [0];
  private readonly firstMessage = [0];
  private readonly boxes = new Map<string, number>();
  private readonly owners: number[] = [];
  private readonly phases: string[] = [];
  private packets = 0;
  private messages = 0;
  private times = 1;

  /** The rank whose operations are being written. */
  get rank(): number {
    return this.first.length - 1;
  }

  /** A message to rank `to`, of `packets` packets. */
  send(to: number, packets: number, tag = 0): void {
    this.codes.push(op.send, to, packets, this.mailbox(this.rank, to, tag));
    this.messages += this.times;
    this.packets += packets * this.times;
  }

  /** Waits for a message of rank `from`. */
  receive(from: number, tag = 0): void {
    this.codes.push(op.receive, this.mailbox(from, this.rank, tag), 0, 0);
  }

  compute(cycles: number): void {
    this.codes.push(op.compute, cycles, 0, 0);
  }

  wait(): void {
    this.codes.push(op.wait, 0, 0, 0);
  }

  barrier(): void {
    this.codes.push(op.barrier, 0, 0, 0);
  }

  phase(name: string): void {
    const known = this.phases.indexOf(name);
    this.codes.push(op.phase, known < 0 ? this.phases.push(name) - 1 : known, 0, 0);
  }

  /** Writes what `body` writes, to be done so many times. */
  repeat(times: number, body: () => void): void {
    this.times = times;
    this.codes.push(op.repeat, times, 0, 0);
    body();
    this.codes.push(op.end, 0, 0, 0);
    this.times = 1;
  }

  /** Goes on to the next rank. */
  next(): void {
    this.first.push(this.codes.length / opWords);
    this.firstMessage.push(this.messages);
  }

  /** The programs of all ranks written, on these terminals. */
  finish(terminalOf: Int32Array): Program {
    return {
      form: "program",
      ranks: this.rank,
      terminalOf,
      first: Int32Array.from(this.first),
      ops: Int32Array.from(this.codes),
      owner: Int32Array.from(this.owners),
      firstMessage: Int32Array.from(this.firstMessage),
      packets: this.packets,
      phases: this.phases,
    };
  }

  private mailbox(from: number, to: number, tag: number): number {
    const key = `${from} ${to} ${tag}`;
    const known = this.boxes.get(key);
    if (known !== undefined) return known;
    this.boxes.set(key, this.owners.length);
    return this.owners.push(to) - 1;
  }
}

/** What one rank sends another in one place of its program. */
export interface Send {
  readonly from: number;
  readonly to: number;
  /** Packets of one message. */
  readonly packets: number;
  /** How many times it is sent. */
  readonly times: number;
}

/** All sends of a program, rank by rank. */
export function sendsOf({ ranks, first, ops }: Program): readonly Send[] {
  const sends: Send[] = [];
  for (let from = 0; from < ranks; from++) {
    let times = 1;
    for (let i = first[from] * opWords; i < first[from + 1] * opWords; i += opWords) {
      if (ops[i] === op.repeat) times = ops[i + 1];
      else if (ops[i] === op.end) times = 1;
      else if (ops[i] === op.send) sends.push({ from, to: ops[i + 1], packets: ops[i + 2], times });
    }
  }
  return sends;
}

/** All messages of a program, rank by rank in the order in which they are sent: message {@link Program.firstMessage}[r] + k is the k-th of rank r. */
export function messagesOf(program: Program): readonly Omit<Send, "times">[] {
  const { ranks, first, ops } = program;
  const messages: Omit<Send, "times">[] = [];
  for (let from = 0; from < ranks; from++) {
    let [loop, turns] = [0, 1];
    for (let i = first[from]; i < first[from + 1]; i++) {
      const o = i * opWords;
      if (ops[o] === op.repeat) [loop, turns] = [i, ops[o + 1]];
      else if (ops[o] === op.end) i = --turns > 0 ? loop : i;
      else if (ops[o] === op.send) messages.push({ from, to: ops[o + 1], packets: ops[o + 2] });
    }
  }
  return messages;
}
