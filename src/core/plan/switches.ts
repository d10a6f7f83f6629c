/** What the switches of a network are like where they are not plain. Terminals that pass packets on have nothing of this. */
export interface SwitchRules {
  /** Cycles that a header spends in a switch before it may ask for an output. */
  readonly pipeline: number;
  /** Cycles that a credit takes in addition to its way back. */
  readonly creditDelay: number;
  /** Phits per cycle that an input passes through the switch, and an output takes; 0 where every virtual channel has a way of its own. */
  readonly speedup: number;
  /** Phits that find a place behind the crossbar, at each virtual channel of an output; 0 for none. */
  readonly outputBuffer: number;
  /** Where packets wait: behind each other at their input, at their input in a queue for each output, or at their output. */
  readonly queues: "input" | "virtual-output" | "output";
  /** Rounds of matching in a cycle, where inputs have a queue for each output. */
  readonly iterations: number;
}

/** Nothing but queues at the inputs, and a way for each through the switch. */
export const plainSwitch: SwitchRules = { pipeline: 0, creditDelay: 0, speedup: 0, outputBuffer: 0, queues: "input", iterations: 1 };
