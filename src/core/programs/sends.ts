/** What programs send, read from their operations. This module is loaded with the first program. */
import { ScenarioError } from "../base/errors.ts";
import { Cursor, partnerOf } from "./cursor.ts";
import { jobOfRanks, jobsOfProgram, op, operandAt, type Program } from "./program.ts";

/** A send as it is written in the program of a rank. */
interface WrittenSend {
  readonly source: number;
  /** Packets of one message. */
  readonly packets: number;
  /** How often it is executed. */
  readonly executions: number;
  /** The destination rank in an iteration. */
  destinationOf(turn: number): number;
}

/**
 * All sends of a program as written, rank by rank. A send in a loop is listed once, with the number of its executions and a function that
 * gives the destination rank in each iteration, because partners may rotate.
 */
export function writtenSends(program: Program): readonly WrittenSend[] {
  const { ranks, ops, sizes } = program;
  const [jobs, jobOf] = [jobsOfProgram(program), jobOfRanks(program)];
  const cursor = new Cursor(program);
  const sends: WrittenSend[] = [];
  for (let source = 0; source < ranks; source++) {
    const job = jobs[jobOf[source]];
    while (cursor.nextWritten(source)) {
      cursor.skipPartners();
      const { code, index, operand, size, executions, partnerCount } = cursor;
      if (code !== op.send) continue;
      const destinationOf =
        partnerCount > 1 ? (iteration: number) => partnerOf(operandAt(ops, index), source, iteration, job.first, job.ranks) : () => operand;
      sends.push({ source, packets: sizes.packets[size], executions: executions * partnerCount, destinationOf });
    }
  }
  return sends;
}

/** Visits all sends; those with rotating partners once for each partner. */
export function visitSends(program: Program, visit: (from: number, to: number, packets: number, times: number) => void): void {
  const cursor = new Cursor(program);
  for (let from = 0; from < program.ranks; from++)
    while (cursor.nextWritten(from))
      if (cursor.code === op.send) visit(from, cursor.operand, program.sizes.packets[cursor.size], cursor.executions);
}

/** Maximum number of ranks that a rank sends to; each tree counts as one. */
export function maxPartners(program: Program): number {
  const trees = program.trees?.length ?? 0;
  if (trees > 0 && writtenSends(program).length === 0) return trees;
  return trees + jobsOfProgram(program).reduce((max, { ranks }) => Math.max(max, ranks - 1), 1);
}

/**
 * Checks that there is a path from every sender to its receiver.
 * @param isDraft whether the terminals are unconnected because the network is still being drawn
 * @throws ScenarioError with the first two ranks without a path
 */
export function checkPaths(program: Program, reaches: (from: number, to: number) => boolean, isDraft: boolean): void {
  const { terminalOf } = program;
  visitSends(program, (from, to) => {
    if (reaches(terminalOf[from], terminalOf[to])) return;
    throw new ScenarioError([
      {
        path: "workload",
        message: `rank ${from} sends to rank ${to}, but there is no path from terminal ${terminalOf[from]} to terminal ${terminalOf[to]}.`,
        remedy: isDraft
          ? "Connect the two terminals, or use fewer ranks, or another mapping."
          : "Use fewer faults or ranks, or another mapping.",
      },
    ]);
  });
}
