/** What every way of running cut-through shares: the log of what is under way. */
import { growth, powerOfTwo } from "../../base/arrays.ts";
import type { Plan } from "../../plan/plan.ts";
import type { CutThroughRules } from "./rules.ts";
import { PacketClock } from "../packet-clock.ts";

export abstract class CutThroughClock extends PacketClock {
  /** [words of an entry × a power of two] What ends L cycles after its grant, in order of time. */
  log: Int32Array<ArrayBuffer>;
  logMask = powerOfTwo(growth.initial(256)) - 1;
  /** Entries written and read so far. */
  written = 0;
  completed = 0;
  /** The sum of all that was read ahead: compilers leave out what goes nowhere. */
  protected readAhead = 0;

  /** @param logWords numbers of an entry of the log */
  constructor(
    { injectionSlots }: CutThroughRules,
    plan: Plan,
    readonly logWords: number,
  ) {
    super(injectionSlots, plan);
    this.log = new Int32Array(logWords * (this.logMask + 1));
  }

  /** Makes the log twice as long. */
  protected growLog(completed: number, written: number): Int32Array<ArrayBuffer> {
    const { log, logMask, logWords } = this;
    const long = new Int32Array(2 * log.length);
    const mask = 2 * logMask + 1;
    for (let i = completed; i !== written; i = (i + 1) | 0) {
      for (let w = 0; w < logWords; w++) long[(i & mask) * logWords + w] = log[(i & logMask) * logWords + w];
    }
    this.log = long;
    this.logMask = mask;
    return long;
  }
}
