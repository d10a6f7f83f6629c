/** Compiles a graph of operations into a program, with mailboxes, packets and cycles. */
import { any, graphOp, type ProgramGraph } from "./graph.ts";
import { type HostRules, idealHost } from "./hosts.ts";
import { Mailboxes } from "./mailboxes.ts";
import { op, opWords, type Program, when, whens } from "./program.ts";
import { Sizes } from "./sizes.ts";

/** What a program needs in addition to the graph. */
export interface Setting {
  /** [R] Terminal of each rank, all distinct. */
  readonly terminalOf: Int32Array;
  /** Bytes that a packet carries. */
  readonly packetBytes: number;
  readonly host?: HostRules | undefined;
  /** Cycles, a whole number, of a compute of the given nanoseconds; when absent, one cycle per nanosecond. */
  readonly cycles?: (nanoseconds: number) => number;
}

/** The program of a graph. No rank of it may send to itself. */
export function programOfGraph(graph: ProgramGraph, { terminalOf, packetBytes, host = idealHost, cycles = (n) => n }: Setting): Program {
  const { ranks, first, code, peer, amount, tag, firstAfter, after } = graph;
  const count = first[ranks];
  const ops = new Int32Array(count * opWords);
  const firstMessage = new Int32Array(ranks + 1);
  const sizes = new Sizes(packetBytes, host);
  const boxes = new Mailboxes();
  let [messages, packets, rendezvous] = [0, 0, 0];
  for (let r = 0; r < ranks; r++) {
    for (let o = first[r]; o < first[r + 1]; o++) {
      const at = o * opWords;
      if (code[o] === graphOp.send) {
        const size = sizes.placeOf(amount[o]);
        ops.set([op.send, peer[o], size, boxes.of(peer[o], r, tag[o])], at);
        messages++;
        packets += sizes.packetsAt(size);
        if (sizes.asksAt(size)) rendezvous++;
      } else if (code[o] === graphOp.receive) ops.set([op.receive, 0, 0, boxes.of(r, peer[o], tag[o])], at);
      else {
        const busy = cycles(amount[o]);
        ops.set([op.compute, busy % 2 ** 31, Math.floor(busy / 2 ** 31)], at);
      }
    }
    firstMessage[r + 1] = messages;
  }
  const [cpu, nic] = [inRow(graph.cpu), inRow(graph.nic)];
  return {
    form: "program",
    ranks,
    terminalOf,
    first,
    ops,
    graph: {
      firstAfter,
      after: after.map((entry) => (entry >> 1) * whens + ((entry & 1) === 1 ? when.begun : when.ended)),
      cpu: cpu.of,
      nic: nic.of,
      cpus: cpu.count,
      nics: nic.count,
      ...boxes.senders(),
      ...takersOf(boxes),
    },
    sizes: sizes.all(),
    owner: boxes.owners(),
    turning: 0,
    firstMessage,
    packets,
    phases: [],
    tasks: [],
    host,
    rendezvous,
  };
}

/** Renumbers processors or adapters so that the used numbers are 0, 1, 2 …; and how many there are, at least 1. */
function inRow(numbers: Uint8Array): { readonly of: Uint8Array; readonly count: number } {
  const isThere = new Uint8Array(256);
  for (const each of numbers) isThere[each] = 1;
  let count = 0;
  const place = isThere.map((is) => (is === 1 ? count++ : 0));
  return { of: numbers.map((each) => place[each]), count: Math.max(1, count) };
}

/** For each mailbox, the mailboxes whose receives may take its messages: its own, and those that match any sender or any tag. */
function takersOf(boxes: Mailboxes): { readonly firstTaker: Int32Array; readonly takers: Int32Array } {
  const firstTaker = new Int32Array(boxes.count + 1);
  const takers: number[] = [];
  for (let box = 0; box < boxes.count; box++) {
    takers.push(box);
    const [to, from, tag] = [boxes.toAt(box), boxes.fromAt(box), boxes.tagAt(box)];
    // No message carries a wildcard, so nothing arrives in a mailbox of any sender or any tag.
    if (from !== any && tag !== any) {
      for (const [sender, mark] of [
        [any, tag],
        [from, any],
        [any, any],
      ]) {
        const wide = boxes.find(to, sender, mark);
        if (wide >= 0) takers.push(wide);
      }
    }
    firstTaker[box + 1] = takers.length;
  }
  return { firstTaker, takers: Int32Array.from(takers) };
}
