/**
 * What the ranks of a program do, whatever its loops look like. Done one after the other, the operations of a rank have places 0, 1, 2 … in
 * its program; an act is an operation with all its places. So two ranks do the same when they have the same acts, although one of them may do
 * in two loops what the other does in one.
 *
 * A set of places is told apart by a hash: the sum of powers of a base, one for each place, modulo the prime 2³¹ − 1, for two bases (Karp,
 * Rabin, IBM J. Res. Dev. 31, 1987). So a loop of any number of turns costs no more than its operations.
 */
import { codeAt, cyclesAt, mailboxAt, op, operandAt, opWords, type Program, sizeAt, unsent } from "./program.ts";

const prime = 2 ** 31 - 1;
const bases = [1_220_703_125, 1_664_525_021] as const;

/** Acts, those of a rank one after the other. */
export interface Acts {
  /** [R + 1] */
  readonly first: Int32Array;
  /** Words as in {@link Program.ops}; sizes by the first one that is as long on the way. */
  readonly code: Int32Array;
  readonly operand: Int32Array;
  readonly size: Int32Array;
  readonly mailbox: Int32Array;
  /** Hashes of its places; with partners in turn, of that in the first turn. */
  readonly low: Int32Array;
  readonly high: Int32Array;
  /** Turns of an act with partners in turn; else 1. */
  readonly turns: Int32Array;
  /** [mailboxes] Who sends to it, −1 for nobody; and at which place first. */
  readonly sender: Int32Array;
  readonly firstSent: Float64Array;
}

/** The acts of a program without a graph; null where it does something else than what ranks do for themselves and for each other. */
export function actsOf(program: Program): Acts | null {
  const { ranks, ops, owner } = program;
  const most = ops.length / opWords;
  const column = () => new Int32Array(most);
  const [code, operand, size, mailbox, low, high, turns] = [column(), column(), column(), column(), column(), column(), column()];
  const first = new Int32Array(ranks + 1);
  const sender = new Int32Array(owner.length).fill(-1);
  const firstSent = new Float64Array(owner.length);
  const sizes = sizesOf(program);
  /** Places of the operations of the rank at hand, lane by lane. */
  const powers = bases.map(() => new Int32Array(most));
  let count = 0;
  for (let r = 0; r < ranks; r++) {
    const [from, to] = [program.first[r], program.first[r + 1]];
    const known = Array.from(Object.values(op), () => new Map<number, number>());
    const outer = turnsOf(program, from, to, powers, (i, place) => {
      const [does, box] = [codeAt(ops, i), mailboxAt(ops, i)];
      if (does !== op.send || sender[box] === r) return;
      // A mailbox has one sender.
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

/** What tells an operation from the others of its code that a rank does. */
function keyOf(ops: Int32Array, o: number, size: number, sizes: number): number {
  const code = codeAt(ops, o);
  if (code === op.send || code === op.receive) return mailboxAt(ops, o) * sizes + size;
  return code === op.compute ? cyclesAt(ops, o) : operandAt(ops, o);
}

/** For each size the first that is as long on the way, and for hosts that take a time for each byte. */
function sizesOf({ sizes: { packets, bytes }, host }: Program): Int32Array {
  const first = new Map<string, number>();
  return Int32Array.from(packets, (each, i) => {
    const key = host.overheadPerByte > 0 ? `${each} ${bytes[i]}` : `${each}`;
    if (!first.has(key)) first.set(key, i);
    return first.get(key)!;
  });
}

/**
 * Writes for each operation of a rank the sum of the powers of its places, and says where it is done first.
 * @returns for each operation the turns of the outermost loop that it stands in
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

/** Modulo the prime, exact. */
function product(x: number, y: number): number {
  return (((x * (y >>> 16)) % prime) * 65536 + x * (y & 65535)) % prime;
}

function power(base: number, exponent: number): number {
  let result = 1;
  for (let square = base; exponent > 0; exponent = Math.floor(exponent / 2), square = product(square, square))
    if (exponent % 2 === 1) result = product(result, square);
  return result;
}

/** 1 + x + x² + … of so many terms. */
function powerSum(x: number, terms: number): number {
  // Of twice as many terms it is the same once more, times the power reached.
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
