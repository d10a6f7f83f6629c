/** What programs send, read out of their operations; fetched with the first of them. */
import { ScenarioError } from "../base/errors.ts";
import { jobOfRanks, jobsOf, op, opWords, partnerTo, type Program } from "./program.ts";

/** What a rank sends in one place of its program. */
interface WrittenSend {
  readonly from: number;
  /** Packets of one message. */
  readonly packets: number;
  /** How many times it is sent. */
  readonly times: number;
  /** Whether it goes to another rank in every turn of its loop. */
  readonly isInTurn: boolean;
  /** The rank that it goes to in a turn. */
  to(turn: number): number;
}

/** Goes through all sends of a program as they are written, rank by rank: as many as it has operations, however often they are done. */
function eachWrittenSend(program: Program, visit: (send: WrittenSend) => void): void {
  const { ranks, first, ops, sizes } = program;
  const [jobs, jobOf] = [jobsOf(program), jobOfRanks(program)];
  for (let from = 0; from < ranks; from++) {
    let times = 1;
    for (let i = first[from] * opWords; i < first[from + 1] * opWords; i += opWords) {
      const [code, a, b] = [ops[i], ops[i + 1], ops[i + 2]];
      if (code === op.repeat) times *= a;
      else if (code === op.end) times /= a;
      else if (code === op.send) visit({ from, packets: sizes.packets[b], times, isInTurn: false, to: () => a });
      else if (code === op.sendInTurn)
        visit({ from, packets: sizes.packets[b], times, isInTurn: true, to: (turn) => partnerTo(a, from, turn, jobs[jobOf[from]]) });
    }
  }
}

/** The same as a list. */
export function writtenSends(program: Program): readonly WrittenSend[] {
  const sends: WrittenSend[] = [];
  eachWrittenSend(program, (send) => sends.push(send));
  return sends;
}

/** Goes through all sends, those in turn one by one. */
export function eachSend(program: Program, visit: (from: number, to: number, packets: number, times: number) => void): void {
  eachWrittenSend(program, ({ from, packets, times, isInTurn, to }) => {
    if (isInTurn) for (let turn = 0; turn < times; turn++) visit(from, to(turn), packets, 1);
    else visit(from, to(0), packets, times);
  });
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

/** The same as a list: not for programs of millions of messages. */
export function sendsOf(program: Program): readonly Send[] {
  const sends: Send[] = [];
  eachSend(program, (from, to, packets, times) => sends.push({ from, to, packets, times }));
  return sends;
}

/** Ranks that a rank sends to, at most; each tree counts as one. */
export function mostPartners(program: Program): number {
  const trees = program.trees?.length ?? 0;
  if (trees > 0 && writtenSends(program).length === 0) return trees;
  return trees + jobsOf(program).reduce((most, { ranks }) => Math.max(most, ranks - 1), 1);
}

/**
 * Makes sure that whoever sends has a path.
 * @param isDraft whether terminals are not connected because somebody draws the network
 * @throws ScenarioError about the first ranks of which one sends to the other in vain
 */
export function checkPaths(program: Program, reaches: (from: number, to: number) => boolean, isDraft: boolean): void {
  const { terminalOf } = program;
  eachSend(program, (from, to) => {
    if (reaches(terminalOf[from], terminalOf[to])) return;
    throw new ScenarioError([
      {
        path: "workload",
        message: `rank ${from} sends to rank ${to}, but there is no path from terminal ${terminalOf[from]} to terminal ${terminalOf[to]}.`,
        remedy: isDraft ? "Connect the two, or use fewer ranks, or another mapping." : "Use fewer faults or ranks, or another mapping.",
      },
    ]);
  });
}
