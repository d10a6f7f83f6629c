/** What a frame says of each terminal's time. */
import { type Frame, scalar } from "../../core/simulation/frame.ts";

/** Time of every terminal, cycles. */
export interface Times {
  /** Cycles the times are parts of, and whether these are the measured window. */
  readonly cycles: number;
  readonly measured: boolean;
  readonly sending: Float64Array;
  readonly blocked: Float64Array;
}

/** Times of a frame: within the window once it has begun, since cycle 0 before. */
export function timesOf(frame: Frame): Times {
  const measured = frame.scalars[scalar.windowCycles] > 0;
  return {
    measured,
    cycles: frame.scalars[measured ? scalar.windowCycles : scalar.now],
    sending: measured ? frame.sendingCycles : frame.sendingSoFar,
    blocked: measured ? frame.blockedCycles : frame.blockedSoFar,
  };
}
