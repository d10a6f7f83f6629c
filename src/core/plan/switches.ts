/** Properties of switches that are not plain. They do not apply to terminals that forward packets. */
export interface SwitchRules {
  /** Cycles of a header in the switch before it can request an output. */
  readonly pipeline: number;
  /** Cycles of a credit in addition to the channel delay. */
  readonly creditDelay: number;
  /**
   * Phits per cycle that an input sends through the crossbar, and that an output receives; 0 if every virtual channel has its own path
   * through the switch.
   */
  readonly speedup: number;
  /** Phits of buffer behind the crossbar, for each virtual channel of an output; 0 for none. */
  readonly outputBuffer: number;
  /** Where packets queue: in one queue per input, in a queue per output at each input (virtual output queues), or at the output. */
  readonly queues: "input" | "virtual-output" | "output";
  /** Iterations of the allocator in a cycle, with virtual output queues. */
  readonly iterations: number;
}

/** A switch with input queues only, and a separate path through the switch for each virtual channel. */
export const plainSwitch: SwitchRules = { pipeline: 0, creditDelay: 0, speedup: 0, outputBuffer: 0, queues: "input", iterations: 1 };
