/** Graphs for tests: written by hand, a rank a list of operations with what each waits for; and drawn. */
import * as fc from "fast-check";
import { any, graphOp, type ProgramGraph } from "../../src/core/programs/graph.ts";

/** One operation of a rank; `after` and `afterBegin` are places in its list. */
export interface Written {
  readonly is: "send" | "receive" | "compute";
  readonly peer?: number;
  /** Bytes, or nanoseconds. */
  readonly amount?: number;
  readonly tag?: number;
  readonly cpu?: number;
  readonly nic?: number;
  readonly after?: readonly number[];
  readonly afterBegin?: readonly number[];
}

export const send = (peer: number, amount: number, more: Partial<Written> = {}): Written => ({ is: "send", peer, amount, ...more });
export const receive = (peer: number, more: Partial<Written> = {}): Written => ({ is: "receive", peer, ...more });
export const compute = (amount: number, more: Partial<Written> = {}): Written => ({ is: "compute", amount, ...more });

export function graphOf(ranks: readonly (readonly Written[])[]): ProgramGraph {
  const all = ranks.flat();
  const starts = ranks.map((_, r) => ranks.slice(0, r).reduce((sum, { length }) => sum + length, 0));
  const after = ranks.map((own, r) =>
    own.map((each) => [
      ...(each.after ?? []).map((p) => 2 * (starts[r] + p)),
      ...(each.afterBegin ?? []).map((p) => 2 * (starts[r] + p) + 1),
    ]),
  );
  const entries = after.flat();
  let sum = 0;
  return {
    ranks: ranks.length,
    first: Int32Array.from([...starts, all.length]),
    code: Uint8Array.from(all, ({ is }) => graphOp[is]),
    peer: Int32Array.from(all, ({ peer = any }) => peer),
    amount: Float64Array.from(all, ({ amount = 0 }) => amount),
    tag: Int32Array.from(all, ({ tag = 0 }) => tag),
    cpu: Uint8Array.from(all, ({ cpu = 0 }) => cpu),
    nic: Uint8Array.from(all, ({ nic = 0 }) => nic),
    firstAfter: Int32Array.from([0, ...entries.map(({ length }) => (sum += length))]),
    after: Int32Array.from(entries.flat()),
  };
}

/** What a graph is drawn within. */
export interface Drawn {
  readonly ranks: number;
  readonly bytes: fc.Arbitrary<number>;
  readonly nanoseconds: fc.Arbitrary<number>;
  /** Processors and adapters of a rank. */
  readonly cpus: number;
  readonly nics: number;
  /** Whether receives may take messages from every rank or with every tag. */
  readonly isWild: boolean;
  /** Whether receives, too, wait for what comes before them, so that ranks may wait for ever. */
  readonly mayDeadlock?: boolean;
}

/**
 * Graphs of messages and computes in any order, in which every rank posts as many receives as it is sent messages. An operation waits for some of those
 * before it in its rank. A receive waits for nothing that waits for a message, so that all are posted, unless ranks may deadlock.
 */
export function anyGraph({ ranks, bytes, nanoseconds, cpus, nics, isWild, mayDeadlock = false }: Drawn): fc.Arbitrary<ProgramGraph> {
  const rank = fc.nat({ max: ranks - 1 });
  const parts = {
    cpu: fc.nat({ max: cpus - 1 }),
    nic: fc.nat({ max: nics - 1 }),
    picks: fc.array(fc.nat({ max: 7 }), { maxLength: 3 }),
    isBegin: fc.boolean(),
  };
  const message = fc.record({
    is: fc.constant("message" as const),
    from: rank,
    by: fc.integer({ min: 1, max: ranks - 1 }),
    bytes,
    tag: fc.nat({ max: 1 }),
    wild: isWild ? fc.nat({ max: 3 }) : fc.constant(0),
    ...parts,
    toCpu: parts.cpu,
    toPicks: parts.picks,
  });
  const work = fc.record({ is: fc.constant("work" as const), rank, nanoseconds, ...parts });
  return fc
    .array(fc.oneof({ weight: 3, arbitrary: message }, { weight: 2, arbitrary: work }), { minLength: 1, maxLength: 24 })
    .map((steps) => {
      const own: Written[][] = Array.from({ length: ranks }, () => []);
      /** Whether the beginning and the end of each operation wait for a message. */
      const waits: { readonly begin: boolean; readonly end: boolean }[][] = Array.from({ length: ranks }, () => []);
      const add = (r: number, written: Written, picks: readonly number[], isBegin: boolean) => {
        const before = own[r].length;
        const all = [...new Set(picks.flatMap((back) => (back < before ? [before - 1 - back] : [])))];
        const mayWait = mayDeadlock || written.is !== "receive";
        const begins = all.filter((p, k) => isBegin && k === 0 && (mayWait || !waits[r][p].begin));
        const ends = all.filter((p, k) => (!isBegin || k > 0) && (mayWait || !waits[r][p].end));
        own[r].push({ ...written, after: ends, afterBegin: begins });
        const begin = ends.some((p) => waits[r][p].end) || begins.some((p) => waits[r][p].begin);
        waits[r].push({ begin, end: begin || written.is !== "compute" });
      };
      for (const each of steps) {
        const { cpu, nic, picks, isBegin } = each;
        if (each.is === "work") {
          add(each.rank, compute(each.nanoseconds, { cpu, nic }), picks, isBegin);
          continue;
        }
        const to = (each.from + each.by) % ranks;
        add(each.from, send(to, each.bytes, { tag: each.tag, cpu, nic }), picks, isBegin);
        const [peer, tag] = [(each.wild & 1) === 1 ? any : each.from, (each.wild & 2) === 2 ? any : each.tag];
        add(to, receive(peer, { tag, cpu: each.toCpu, nic }), each.toPicks, isBegin);
      }
      return graphOf(own);
    });
}
