/**
 * Executes a dependency graph with messages that arrive instantly: which message each receive takes, and the longest dependency chain of
 * messages.
 */
import { dependentsOf, type Dependents } from "../../programs/dependents.ts";
import { Matching } from "../../programs/matching.ts";
import { codeAt, mailboxAt, op, operandAt, type Program, sizeAt, when, whens } from "../../programs/program.ts";
import type { ListedMessages } from "../walk.ts";
import type { Stuck } from "./stuck.ts";

/** Largest number of ranks that are listed. */
const mostNamed = 20;

/** Executes a graph without barriers. A receive that may take any of several messages takes the first in the order of execution. */
export class GraphWalk {
  readonly listed: ListedMessages;
  taken = 0;
  sent = 0;
  private readonly dependents: Dependents;
  private readonly matching: Matching;
  /** [operations] Number of messages in the longest chain before each operation, and the last of these messages. */
  private readonly depth: Int32Array;
  private readonly last: Int32Array;
  private readonly rankOf: Int32Array;
  private readonly isOver: Uint8Array;
  /** [operations] Message number of a send; index of a receive among those of its rank. */
  private readonly numberOf: Int32Array;
  /** [M] Send operation of each message. */
  private readonly sender: Int32Array;
  private readonly ready: number[] = [];

  constructor(private readonly program: Program) {
    const { ranks, first, ops, firstMessage, owner, graph } = program;
    const [count, total] = [first[ranks], firstMessage[ranks]];
    const perMessage = () => new Int32Array(total);
    this.dependents = dependentsOf(graph!);
    this.matching = new Matching(owner.length, count, graph!.firstTaker, graph!.takers);
    [this.depth, this.last, this.rankOf, this.numberOf] = [0, -1, 0, 0].map((start) => new Int32Array(count).fill(start));
    this.isOver = new Uint8Array(count);
    this.sender = perMessage();
    const [from, to, mailbox, turn, step] = [perMessage(), perMessage(), perMessage(), perMessage(), perMessage()];
    const packets = new Float64Array(total);
    this.listed = { from, to, packets, mailbox, turn, step, after: perMessage().fill(-1), takenBy: perMessage().fill(-1) };
    for (let r = 0, m = 0; r < ranks; r++) {
      let receives = 0;
      for (let o = first[r]; o < first[r + 1]; o++) {
        const code = codeAt(ops, o);
        this.rankOf[o] = r;
        this.numberOf[o] = code === op.send ? m : receives;
        if (code === op.receive) receives++;
        if (code !== op.send) continue;
        [from[m], to[m], packets[m], mailbox[m]] = [r, operandAt(ops, o), program.sizes.packets[sizeAt(ops, o)], mailboxAt(ops, o)];
        this.sender[m++] = o;
      }
    }
  }

  run(): this {
    const { left } = this.dependents;
    for (let o = 0; o < left.length; o++) if (left[o] === 0) this.ready.push(o);
    for (let i = 0; i < this.ready.length; i++) this.follow(this.ready[i]);
    return this;
  }

  /** Ranks that are blocked forever. */
  stuck(): readonly Stuck[] {
    const { ranks, first, ops } = this.program;
    const found: Stuck[] = [];
    for (let rank = 0; rank < ranks && found.length < mostNamed; rank++) {
      const own = this.isOver.subarray(first[rank], first[rank + 1]);
      const waits = own.findIndex((isOver, i) => isOver === 0 && codeAt(ops, first[rank] + i) === op.receive);
      const operation = waits >= 0 ? waits : own.indexOf(0);
      if (operation >= 0) found.push({ rank, operation, why: `Rank ${rank} waits for a message that never comes.` });
    }
    return found;
  }

  /** Executes an operation whose dependencies are satisfied: posts a receive, or sends a message, which arrives instantly. */
  private follow(o: number): void {
    const { ops, sizes } = this.program;
    const code = codeAt(ops, o);
    this.release(o, when.begun);
    if (code === op.receive) {
      const m = this.matching.post(o, mailboxAt(ops, o));
      if (m >= 0) this.take(o, m);
      return;
    }
    this.release(o, when.left);
    if (code !== op.send) return this.end(o);
    const m = this.numberOf[o];
    this.sent++;
    this.listed.step[m] = this.depth[o] + 1;
    this.listed.after[m] = this.last[o];
    if (sizes.asks[sizeAt(ops, o)] === 0) this.end(o);
    [this.depth[o], this.last[o]] = [this.listed.step[m], m];
    this.release(o, when.arrived);
    const receive = this.matching.arrive(m, mailboxAt(ops, o));
    if (receive >= 0) this.take(receive, m);
  }

  /** A receive takes a message: the chains before both end here, and a send by rendezvous ends. */
  private take(o: number, m: number): void {
    this.taken++;
    this.listed.takenBy[m] = this.numberOf[o];
    this.deepen(o, this.listed.step[m], m);
    this.release(o, when.left);
    this.end(o);
    if (this.isOver[this.sender[m]] === 0) this.end(this.sender[m]);
  }

  private end(o: number): void {
    this.isOver[o] = 1;
    this.release(o, when.ended);
  }

  private deepen(o: number, depth: number, last: number): void {
    if (depth > this.depth[o]) [this.depth[o], this.last[o]] = [depth, last];
  }

  private release(o: number, what: number): void {
    const { first, waiting, left } = this.dependents;
    const at = o * whens + what;
    for (let i = first[at]; i < first[at + 1]; i++) {
      this.deepen(waiting[i], this.depth[o], this.last[o]);
      if (--left[waiting[i]] === 0) this.ready.push(waiting[i]);
    }
  }
}
