/** Dependency graphs for tests: written by hand, as a list of operations per rank with their dependencies; and random ones. */
import * as fc from "fast-check";
import { any, graphOp, type ProgramGraph } from "../../src/core/programs/graph.ts";

/** One operation of a rank; `after` and `afterBegin` are indices in its list. */
export interface TestOperation {
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

export const send = (peer: number, amount: number, more: Partial<TestOperation> = {}): TestOperation => ({
  is: "send",
  peer,
  amount,
  ...more,
});
export const receive = (peer: number, more: Partial<TestOperation> = {}): TestOperation => ({ is: "receive", peer, ...more });
export const compute = (amount: number, more: Partial<TestOperation> = {}): TestOperation => ({ is: "compute", amount, ...more });

/** The graph of operations that are written rank by rank. */
export function programGraphOf(ranks: readonly (readonly TestOperation[])[]): ProgramGraph {
  const operations = ranks.flat();
  const starts = ranks.map((_, r) => ranks.slice(0, r).reduce((sum, { length }) => sum + length, 0));
  const dependencies = ranks.map((ofRank, r) =>
    ofRank.map((each) => [
      ...(each.after ?? []).map((p) => 2 * (starts[r] + p)),
      ...(each.afterBegin ?? []).map((p) => 2 * (starts[r] + p) + 1),
    ]),
  );
  const entries = dependencies.flat();
  let sum = 0;
  return {
    ranks: ranks.length,
    first: Int32Array.from([...starts, operations.length]),
    code: Uint8Array.from(operations, ({ is }) => graphOp[is]),
    peer: Int32Array.from(operations, ({ peer = any }) => peer),
    amount: Float64Array.from(operations, ({ amount = 0 }) => amount),
    tag: Int32Array.from(operations, ({ tag = 0 }) => tag),
    cpu: Uint8Array.from(operations, ({ cpu = 0 }) => cpu),
    nic: Uint8Array.from(operations, ({ nic = 0 }) => nic),
    firstDependency: Int32Array.from([0, ...entries.map(({ length }) => (sum += length))]),
    dependencies: Int32Array.from(entries.flat()),
  };
}

/** Bounds of a random graph. */
export interface GraphBounds {
  readonly ranks: number;
  readonly bytes: fc.Arbitrary<number>;
  readonly nanoseconds: fc.Arbitrary<number>;
  /** Processors and adapters of a rank. */
  readonly cpus: number;
  readonly nics: number;
  /** Whether receives may accept messages from any rank or with any tag. */
  readonly isWild: boolean;
  /** Whether receives, too, depend on earlier operations, so that ranks may wait forever. */
  readonly mayDeadlock?: boolean;
}

/**
 * Random graphs of messages and computes, in which every rank posts as many receives as messages are sent to it. An operation depends on
 * some of the earlier operations of its rank. A receive depends on no operation that waits for a message, so that all receives are posted,
 * unless `mayDeadlock`.
 */
export function anyGraph({ ranks, bytes, nanoseconds, cpus, nics, isWild, mayDeadlock = false }: GraphBounds): fc.Arbitrary<ProgramGraph> {
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
      const operationsOf: TestOperation[][] = Array.from({ length: ranks }, () => []);
      /** Whether the begin and the end of each operation wait for a message. */
      const waitsForMessage: { readonly begin: boolean; readonly end: boolean }[][] = Array.from({ length: ranks }, () => []);
      /** Adds an operation to a rank, with dependencies on earlier operations that lie `picks` places back. */
      const add = (r: number, written: TestOperation, picks: readonly number[], isBegin: boolean) => {
        const before = operationsOf[r].length;
        const all = [...new Set(picks.flatMap((back) => (back < before ? [before - 1 - back] : [])))];
        const mayWait = mayDeadlock || written.is !== "receive";
        const begins = all.filter((p, k) => isBegin && k === 0 && (mayWait || !waitsForMessage[r][p].begin));
        const ends = all.filter((p, k) => (!isBegin || k > 0) && (mayWait || !waitsForMessage[r][p].end));
        operationsOf[r].push({ ...written, after: ends, afterBegin: begins });
        const begin = ends.some((p) => waitsForMessage[r][p].end) || begins.some((p) => waitsForMessage[r][p].begin);
        waitsForMessage[r].push({ begin, end: begin || written.is !== "compute" });
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
      return programGraphOf(operationsOf);
    });
}
