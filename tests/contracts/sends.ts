/** The sends of a program as a list. */
import type { Program } from "../../src/core/programs/program.ts";
import { visitSends } from "../../src/core/programs/sends.ts";

/** The messages of one send operation to one rank, and the number of times that they are sent. */
export interface ProgramSend {
  readonly from: number;
  readonly to: number;
  /** Packets of one message. */
  readonly packets: number;
  readonly times: number;
}

export function sendsOf(program: Program): readonly ProgramSend[] {
  const sends: ProgramSend[] = [];
  visitSends(program, (from, to, packets, times) => sends.push({ from, to, packets, times }));
  return sends;
}
