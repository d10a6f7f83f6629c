/** How terminals spend their time, read from a frame. */
import { type Frame, scalar } from "../../core/simulation/frame.ts";

/** Times by terminal, cycles. */
export interface TerminalTimes {
  /** Cycles over which the times are counted, and whether these are the measurement window. */
  readonly cycles: number;
  readonly isMeasured: boolean;
  readonly sending: Float64Array;
  readonly blocked: Float64Array;
}

/** Times in a frame: within the measurement window once it has begun, before that since cycle 0. */
export function terminalTimesOf(frame: Frame): TerminalTimes {
  const measured = frame.scalars[scalar.windowCycles] > 0;
  return {
    isMeasured: measured,
    cycles: frame.scalars[measured ? scalar.windowCycles : scalar.now],
    sending: measured ? frame.sendingCycles : frame.sendingSoFar,
    blocked: measured ? frame.blockedCycles : frame.blockedSoFar,
  };
}
