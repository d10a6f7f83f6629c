/**
 * A summary of what the ranks of a program do that does not depend on how their loops are written. The operations that a rank executes are
 * numbered 0, 1, 2 … in order; an entry of the summary is an operation together with the set of all its positions. Two ranks therefore have
 * equal summaries if they execute the same sequence, even if one rank writes two loops where the other writes one.
 *
 * A set of positions is represented by a hash: the sum of powers of a base, one power for each position, modulo the prime 2³¹ − 1, for two
 * bases (Karp, Rabin, IBM J. Res. Dev. 31, 1987). A loop therefore costs time in proportion to its operations, not to its iterations.
 */
import { codeAt, cyclesAt, mailboxAt, op, operandAt, opWords, type Program, sizeAt, noMessage } from "./program.ts";

const prime = 2 ** 31 - 1;
const bases = [1_220_703_125, 1_664_525_021] as const;

/** Entries of all ranks, in the order of the ranks. */
export interface OperationSummary {
  /** [R + 1] Index of each rank's first entry. */
  readonly firstEntry: Int32Array;
  /** Words as in {@link Program.ops}. Of sizes that take equally long to transmit, only the first occurs. */
  readonly code: Int32Array;
  readonly operand: Int32Array;
  readonly size: Int32Array;
  readonly mailbox: Int32Array;
  /** Two hashes of the set of positions. For an operation with rotating partners, of its position in the first iteration only. */
  readonly hash1: Int32Array;
  readonly hash2: Int32Array;
  /** Iterations of an operation with rotating partners; otherwise 1. */
  readonly iterations: Int32Array;
  /** [mailboxes] The rank that sends to the mailbox, −1 if none does; and the position of its first send. */
  readonly sender: Int32Array;
  readonly firstSendPosition: Float64Array;
}

/**
 * Summarizes what each rank of a program executes, independently of how its loops are written. An entry of the summary is an operation with
 * two hashes of all its positions in the executed sequence. Returns null if the program uses reduction trees, shared-medium broadcasts, or
 * a mailbox to which several ranks send. The program must not be a dependency graph.
 */
export function summarizeOperations(program: Program): OperationSummary | null {
  const { ranks, ops, owner } = program;
  const operations = ops.length / opWords;
  const column = () => new Int32Array(operations);
  const [code, operand, size, mailbox, hash1, hash2, iterations] = [column(), column(), column(), column(), column(), column(), column()];
  const firstEntry = new Int32Array(ranks + 1);
  const sender = new Int32Array(owner.length).fill(-1);
  const firstSendPosition = new Float64Array(owner.length);
  const equivalentSize = equivalentSizes(program);
  /** [2][operations] For each hash, the sum of the powers of an operation's positions. */
  const powers = bases.map(() => new Int32Array(operations));
  let entryCount = 0;
  for (let rank = 0; rank < ranks; rank++) {
    const [firstOperation, endOperation] = [program.first[rank], program.first[rank + 1]];
    const entryByKey = Array.from(Object.values(op), () => new Map<number, number>());
    const outerIterations = measureLoops(program, firstOperation, endOperation, powers, (i, position) => {
      const [opCode, mailboxIndex] = [codeAt(ops, i), mailboxAt(ops, i)];
      if (opCode !== op.send || sender[mailboxIndex] === rank) return;
      // A mailbox has one sender; `ranks` marks a mailbox with several.
      if (sender[mailboxIndex] >= 0) sender[mailboxIndex] = ranks;
      else [sender[mailboxIndex], firstSendPosition[mailboxIndex]] = [rank, position];
    });
    // Equal operations of the rank share an entry, to which the hashes of their positions are added.
    for (let i = firstOperation; i < endOperation; i++) {
      const opCode = codeAt(ops, i);
      if (opCode === op.repeat || opCode === op.end || opCode === op.task) continue;
      // Of sizes that take equally long to transmit, use the first.
      const firstSize = opCode === op.send || opCode === op.sendToPartner ? equivalentSize[sizeAt(ops, i)] : sizeAt(ops, i);
      if (opCode === op.sendToTree || (opCode === op.send && (firstSize === noMessage || sender[mailboxAt(ops, i)] !== rank))) return null;
      const key = keyOf(ops, i, firstSize, equivalentSize.length);
      // Operations with rotating partners never share an entry.
      const knownEntry = hasRotatingPartner(opCode) ? undefined : entryByKey[opCode].get(key);
      const entry = knownEntry ?? entryCount++;
      entryByKey[opCode].set(key, entry);
      hash1[entry] = (hash1[entry] + powers[0][i]) % prime;
      hash2[entry] = (hash2[entry] + powers[1][i]) % prime;
      if (knownEntry !== undefined) continue;
      [code[entry], operand[entry], size[entry], mailbox[entry]] = [opCode, operandAt(ops, i), firstSize, mailboxAt(ops, i)];
      iterations[entry] = hasRotatingPartner(opCode) ? outerIterations[i - firstOperation] : 1;
    }
    firstEntry[rank + 1] = entryCount;
  }
  return { firstEntry, code, operand, size, mailbox, hash1, hash2, iterations, sender, firstSendPosition };
}

/** A key that distinguishes an operation from the others of the same rank with the same code. */
function keyOf(ops: Int32Array, operation: number, size: number, sizeCount: number): number {
  const code = codeAt(ops, operation);
  if (code === op.send || code === op.receive) return mailboxAt(ops, operation) * sizeCount + size;
  return code === op.compute ? cyclesAt(ops, operation) : operandAt(ops, operation);
}

/** For each size, the first size with the same number of packets, and with the same bytes where hosts need time for each byte. */
function equivalentSizes({ sizes: { packets, bytes }, host }: Program): Int32Array {
  const first = new Map<string, number>();
  return Int32Array.from(packets, (packetCount, i) => {
    const key = host.overheadPerByte > 0 ? `${packetCount} ${bytes[i]}` : `${packetCount}`;
    if (!first.has(key)) first.set(key, i);
    return first.get(key)!;
  });
}

/**
 * Computes the hashes of the operations of one rank, `firstOperation` … `endOperation` − 1: for each operation and both bases, the sum of
 * `base ** position` over all positions at which it is executed, modulo `prime`. A position is the number of operations that the rank has
 * executed before. The sum over a loop's iterations is computed in closed form.
 * @param powers [2][operations] filled with the sums, one array for each base
 * @param onFirstExecution called for each operation with the position of its first execution
 * @returns [operations of the rank] the iterations of the outermost loop around each operation; 1 outside of loops
 */
function measureLoops(
  { ops }: Program,
  firstOperation: number,
  endOperation: number,
  powers: readonly Int32Array[],
  onFirstExecution: (operation: number, position: number) => void,
): Int32Array {
  const iterations = new Int32Array(endOperation - firstOperation).fill(1);
  /** The loops around the current operation, each with its begin and the position at which it was reached. */
  const loops: { readonly begin: number; readonly position: number }[] = [];
  let position = 0;
  /** [2] base ** `position` */
  const currentPower = bases.map(() => 1);
  for (let i = firstOperation; i < endOperation; i++) {
    const code = codeAt(ops, i);
    if (code === op.repeat) loops.push({ begin: i, position });
    else if (code === op.end) {
      const { begin: beginIndex, position: startPosition } = loops.pop()!;
      const iterationCount = operandAt(ops, beginIndex);
      // One iteration has been measured; add the positions of all others.
      const length = position - startPosition;
      bases.forEach((base, hashIndex) => {
        const factor = powerSum(power(base, length), iterationCount);
        for (let j = beginIndex + 1; j < i; j++)
          if (!hasRotatingPartner(codeAt(ops, j))) powers[hashIndex][j] = product(powers[hashIndex][j], factor);
        currentPower[hashIndex] = product(currentPower[hashIndex], power(base, length * (iterationCount - 1)));
      });
      if (loops.length === 0) iterations.fill(iterationCount, beginIndex - firstOperation, i - firstOperation);
      position += length * (iterationCount - 1);
    } else if (code !== op.task) {
      // An operation inside all current loops, in their first iterations.
      onFirstExecution(i, position++);
      for (let hashIndex = 0; hashIndex < bases.length; hashIndex++) {
        powers[hashIndex][i] = currentPower[hashIndex];
        currentPower[hashIndex] = product(currentPower[hashIndex], bases[hashIndex]);
      }
    }
  }
  return iterations;
}

const hasRotatingPartner = (code: number) => code === op.sendToPartner || code === op.receiveFromPartner;

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
  let [sum, reachedPower] = [0, 1];
  for (let bit = 2 ** Math.floor(Math.log2(Math.max(1, terms))); bit >= 1; bit /= 2) {
    sum = (sum + product(sum, reachedPower)) % prime;
    reachedPower = product(reachedPower, reachedPower);
    if (Math.floor(terms / bit) % 2 === 0) continue;
    sum = (sum + reachedPower) % prime;
    reachedPower = product(reachedPower, x);
  }
  return sum;
}
