/** Compiles a graph of operations into a program, with mailboxes, packets and cycles. */
import { any, graphOp, type ProgramGraph } from "./graph.ts";
import { type HostRules, idealHost } from "./hosts.ts";
import { MailboxTable } from "./mailboxes.ts";
import { op, opWords, type Program, dependencyKind, dependencyKinds } from "./program.ts";
import { SizeTable } from "./sizes.ts";

/** What a program needs in addition to the graph. */
export interface ProgramSetting {
  /** [R] Terminal of each rank, all distinct. */
  readonly terminalOf: Int32Array;
  /** Bytes that a packet carries. */
  readonly packetBytes: number;
  readonly host?: HostRules | undefined;
  /** Cycles, a whole number, of a compute of the given nanoseconds; when absent, one cycle per nanosecond. */
  readonly cyclesOf?: (nanoseconds: number) => number;
}

/**
 * Compiles a dependency graph of sends, receives and computes into a program that engines execute: each pair of sender, receiver and tag
 * becomes a mailbox, bytes become packets, and nanoseconds become cycles. The cycles of a compute take two words of 31 bits. Processors and
 * adapters are renumbered from 0 without gaps. No rank may send to itself.
 */
export function programOfGraph(
  graph: ProgramGraph,
  { terminalOf, packetBytes, host = idealHost, cyclesOf = (n) => n }: ProgramSetting,
): Program {
  const { ranks, first, code, peer, amount, tag, firstDependency, dependencies } = graph;
  const operations = first[ranks];
  const ops = new Int32Array(operations * opWords);
  const firstMessage = new Int32Array(ranks + 1);
  const sizes = new SizeTable(packetBytes, host);
  const mailboxes = new MailboxTable();
  let [messages, packets, rendezvous] = [0, 0, 0];
  // Translate the operations, rank by rank; mailboxes and sizes are numbered as they occur.
  for (let rank = 0; rank < ranks; rank++) {
    for (let operation = first[rank]; operation < first[rank + 1]; operation++) {
      const word = operation * opWords;
      if (code[operation] === graphOp.send) {
        const size = sizes.indexOf(amount[operation]);
        ops.set([op.send, peer[operation], size, mailboxes.getOrCreate(peer[operation], rank, tag[operation])], word);
        messages++;
        packets += sizes.packetsAt(size);
        if (sizes.isRendezvousAt(size)) rendezvous++;
      } else if (code[operation] === graphOp.receive)
        ops.set([op.receive, 0, 0, mailboxes.getOrCreate(rank, peer[operation], tag[operation])], word);
      else {
        const busyCycles = cyclesOf(amount[operation]);
        ops.set([op.compute, busyCycles % 2 ** 31, Math.floor(busyCycles / 2 ** 31)], word);
      }
    }
    firstMessage[rank + 1] = messages;
  }
  // The graph keeps its dependencies; only the numbers of its processors and adapters change.
  const [processors, adapters] = [renumber(graph.cpu), renumber(graph.nic)];
  return {
    form: "program",
    ranks,
    terminalOf,
    first,
    ops,
    graph: {
      firstDependency,
      dependencies: dependencies.map(
        (entry) => (entry >> 1) * dependencyKinds + ((entry & 1) === 1 ? dependencyKind.begun : dependencyKind.ended),
      ),
      cpu: processors.newNumbers,
      nic: adapters.newNumbers,
      cpus: processors.count,
      nics: adapters.count,
      ...mailboxes.senders(),
      ...takersOf(mailboxes),
    },
    sizes: sizes.all(),
    owner: mailboxes.owners(),
    partnerMailboxes: 0,
    firstMessage,
    packets,
    phases: [],
    tasks: [],
    host,
    rendezvous,
  };
}

/** Renumbers processors or adapters so that the used numbers are 0, 1, 2 …; also returns how many are used, at least 1. */
function renumber(numbers: Uint8Array): { readonly newNumbers: Uint8Array; readonly count: number } {
  const isUsed = new Uint8Array(256);
  for (const number of numbers) isUsed[number] = 1;
  let count = 0;
  const newNumberOf = isUsed.map((used) => (used === 1 ? count++ : 0));
  return { newNumbers: numbers.map((number) => newNumberOf[number]), count: Math.max(1, count) };
}

/**
 * For each mailbox (receiver, sender and tag), the mailboxes whose receives may take its messages: its own, and the mailboxes of the same
 * receiver that match any sender or any tag. The takers of mailbox m are entries `firstTaker[m]` … `firstTaker[m + 1]` − 1 of `takers`.
 */
function takersOf(mailboxes: MailboxTable): { readonly firstTaker: Int32Array; readonly takers: Int32Array } {
  const firstTaker = new Int32Array(mailboxes.count + 1);
  const takers: number[] = [];
  for (let mailbox = 0; mailbox < mailboxes.count; mailbox++) {
    takers.push(mailbox);
    const [receiver, sender, tag] = [mailboxes.receiverAt(mailbox), mailboxes.senderAt(mailbox), mailboxes.tagAt(mailbox)];
    // No message carries a wildcard, so nothing arrives in a mailbox of any sender or any tag.
    if (sender !== any && tag !== any) {
      for (const [wildcardSender, wildcardTag] of [
        [any, tag],
        [sender, any],
        [any, any],
      ]) {
        const wildcardMailbox = mailboxes.find(receiver, wildcardSender, wildcardTag);
        if (wildcardMailbox >= 0) takers.push(wildcardMailbox);
      }
    }
    firstTaker[mailbox + 1] = takers.length;
  }
  return { firstTaker, takers: Int32Array.from(takers) };
}
