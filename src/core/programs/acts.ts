/**
 * A summary of what the ranks of a program do that does not depend on how their loops are written. The operations that a rank executes are
 * numbered 0, 1, 2 … in order; an entry of the summary is an operation together with the set of all its positions. Two ranks therefore have
 * equal summaries if they execute the same sequence, even if one rank writes two loops where the other writes one.
 *
 * A set of positions is represented by a hash: the sum of powers of a base, one power for each position, modulo the prime 2³¹ − 1, for two
 * bases (Karp, Rabin, IBM J. Res. Dev. 31, 1987). A loop therefore costs time in proportion to its operations, not to its iterations.
 */
import { codeAt, cyclesAt, mailboxAt, op, operandAt, opWords, type Program, sizeAt, unsent } from "./program.ts";

const prime = 2 ** 31 - 1;
const bases = [1_220_703_125, 1_664_525_021] as const;

/** Entries of all ranks, in the order of the ranks. */
export interface Acts {
  /** [R + 1] Index of each rank's first entry. */
  readonly first: Int32Array;
  /** Words as in {@link Program.ops}. Sizes that take equally long to transmit are replaced by the first of them. */
  readonly code: Int32Array;
  readonly operand: Int32Array;
  readonly size: Int32Array;
  readonly mailbox: Int32Array;
  /** Two hashes of the set of positions. For an operation with rotating partners, of its position in the first iteration only. */
  readonly low: Int32Array;
  readonly high: Int32Array;
  /** Iterations of an operation with rotating partners; otherwise 1. */
  readonly turns: Int32Array;
  /** [mailboxes] The rank that sends to the mailbox, −1 if none does; and the position of its first send. */
  readonly sender: Int32Array;
  readonly firstSent: Float64Array;
}

/**
 * The summary of a program without a graph. Null if the program uses reduction trees, shared-medium broadcasts, or mailboxes with several
 * senders.
 */
export function actsOf(program: Program): Acts | null {
  const { ranks, ops, owner } = program;
  const most = ops.length / opWords;
  const column = () => new Int32Array(most);
  const [code, operand, size, mailbox, low, high, turns] = [column(), column(), column(), column(), column(), column(), column()];
  const first = new Int32Array(ranks + 1);
  const sender = new Int32Array(owner.length).fill(-1);
  const firstSent = new Float64Array(owner.length);
  const sizes = sizesOf(program);
  /** [2][operations] For each hash, the sum of the powers of an operation's positions. */
  const powers = bases.map(() => new Int32Array(most));
  let count = 0;
  for (let r = 0; r < ranks; r++) {
    const [from, to] = [program.first[r], program.first[r + 1]];
    const known = Array.from(Object.values(op), () => new Map<number, number>());
    const outer = turnsOf(program, from, to, powers, (i, place) => {
      const [does, box] = [codeAt(ops, i), mailboxAt(ops, i)];
      if (does !== op.send || sender[box] === r) return;
      // A mailbox has one sender; `ranks` marks a mailbox with several.
      if (sender[box] >= 0) sender[box] = ranks;
      else [sender[box], firstSent[box]] = [r, place];
    });
    for (let i = from; i < to; i++) {
      const does = codeAt(ops, i);
      if (does === op.repeat || does === op.end || does === op.task) continue;
      const firstSize = does === op.send || does === op.sendInTurn ? sizes[sizeAt(ops, i)] : sizeAt(ops, i);
      if (does === op.sendToTree || (does === op.send && (firstSize === unsent || sender[mailboxAt(ops, i)] !== r))) return null;
      const key = keyOf(ops, i, firstSize, sizes.length);
      const same = isInTurn(does) ? undefined : known[does].get(key);
      const act = same ?? count++;
      known[does].set(key, act);
      low[act] = (low[act] + powers[0][i]) % prime;
      high[act] = (high[act] + powers[1][i]) % prime;
      if (same !== undefined) continue;
      [code[act], operand[act], size[act], mailbox[act]] = [does, operandAt(ops, i), firstSize, mailboxAt(ops, i)];
      turns[act] = isInTurn(does) ? outer[i - from] : 1;
    }
    first[r + 1] = count;
  }
  return { first, code, operand, size, mailbox, low, high, turns, sender, firstSent };
}

/** A key that distinguishes an operation from the others of the same rank with the same code. */
function keyOf(ops: Int32Array, o: number, size: number, sizes: number): number {
  const code = codeAt(ops, o);
  if (code === op.send || code === op.receive) return mailboxAt(ops, o) * sizes + size;
  return code === op.compute ? cyclesAt(ops, o) : operandAt(ops, o);
}

/** For each size, the first size with the same number of packets, and with the same bytes where hosts need time for each byte. */
function sizesOf({ sizes: { packets, bytes }, host }: Program): Int32Array {
  const first = new Map<string, number>();
  return Int32Array.from(packets, (each, i) => {
    const key = host.overheadPerByte > 0 ? `${each} ${bytes[i]}` : `${each}`;
    if (!first.has(key)) first.set(key, i);
    return first.get(key)!;
  });
}

/**
 * Computes for each operation of a rank the sum of the powers of its positions, and reports the position of its first execution.
 * @param report called for each operation with the position of its first execution
 * @returns for each operation, the iterations of its outermost loop; 1 outside of loops
 */
function turnsOf(
  { ops }: Program,
  from: number,
  to: number,
  powers: readonly Int32Array[],
  say: (operation: number, place: number) => void,
): Int32Array {
  const turns = new Int32Array(to - from).fill(1);
  const loops: { readonly begin: number; readonly place: number }[] = [];
  let place = 0;
  const now = bases.map(() => 1);
  for (let i = from; i < to; i++) {
    const code = codeAt(ops, i);
    if (code === op.repeat) loops.push({ begin: i, place });
    else if (code === op.end) {
      const { begin, place: start } = loops.pop()!;
      const times = operandAt(ops, begin);
      const length = place - start;
      bases.forEach((base, lane) => {
        const sum = powerSum(power(base, length), times);
        for (let j = begin + 1; j < i; j++) if (!isInTurn(codeAt(ops, j))) powers[lane][j] = product(powers[lane][j], sum);
        now[lane] = product(now[lane], power(base, length * (times - 1)));
      });
      if (loops.length === 0) turns.fill(times, begin - from, i - from);
      place += length * (times - 1);
    } else if (code !== op.task) {
      say(i, place++);
      for (let lane = 0; lane < bases.length; lane++) {
        powers[lane][i] = now[lane];
        now[lane] = product(now[lane], bases[lane]);
      }
    }
  }
  return turns;
}

const isInTurn = (code: number) => code === op.sendInTurn || code === op.receiveInTurn;

/** x · y modulo the prime, exact. */
function product(x: number, y: number): number {
  return (((x * (y >>> 16)) % prime) * 65536 + x * (y & 65535)) % prime;
}

function power(base: number, exponent: number): number {
  let result = 1;
  for (let square = base; exponent > 0; exponent = Math.floor(exponent / 2), square = product(square, square))
    if (exponent % 2 === 1) result = product(result, square);
  return result;
}

/** 1 + x + x² + …, with the given number of terms, modulo the prime. */
function powerSum(x: number, terms: number): number {
  // Doubling the number of terms adds the same sum again, multiplied by the power reached.
  let [sum, reached] = [0, 1];
  for (let bit = 2 ** Math.floor(Math.log2(Math.max(1, terms))); bit >= 1; bit /= 2) {
    sum = (sum + product(sum, reached)) % prime;
    reached = product(reached, reached);
    if (Math.floor(terms / bit) % 2 === 0) continue;
    sum = (sum + reached) % prime;
    reached = product(reached, x);
  }
  return sum;
}
