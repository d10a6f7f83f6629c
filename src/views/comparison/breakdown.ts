/** What terminals did with their time: how long each sent, was held back, and had nothing to send. */
import { type Frame, scalar } from "../../core/simulation/frame.ts";

/** Time of one terminal, or the mean of several, cycles; the three parts together are {@link Breakdown.cycles}. */
export interface Times {
  readonly sending: number;
  readonly idle: number;
  readonly blocked: number;
}

export interface Breakdown {
  /** Cycles that every terminal has had: those of the window once it has begun, of the run before; 0 without a run. */
  readonly cycles: number;
  of(terminals: readonly number[]): Times;
}

/**
 * Reads a frame's breakdown.
 * @param keep true to copy what is read: a frame that is drawn is lent to the next slice and gone
 */
export function breakdownOf(frame: Frame | null, keep = false): Breakdown {
  if (frame === null) return { cycles: 0, of: () => ({ sending: 0, idle: 0, blocked: 0 }) };
  const windowCycles = frame.scalars[scalar.windowCycles];
  const cycles = windowCycles > 0 ? windowCycles : frame.scalars[scalar.now];
  const column = (inWindow: Float64Array, soFar: Float64Array) => {
    const values = windowCycles > 0 ? inWindow : soFar;
    return keep ? values.slice() : values;
  };
  const sending = column(frame.sendingCycles, frame.sendingSoFar);
  const blocked = column(frame.blockedCycles, frame.blockedSoFar);
  const mean = (terminals: readonly number[], values: Float64Array) => terminals.reduce((sum, t) => sum + values[t], 0) / terminals.length;
  return {
    cycles,
    of(terminals) {
      const [sent, held] = [mean(terminals, sending), mean(terminals, blocked)];
      return { sending: sent, blocked: held, idle: Math.max(0, cycles - sent - held) };
    },
  };
}
