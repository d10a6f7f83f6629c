/** The rules of virtual cut-through and store-and-forward, by name. */

export interface CutThroughRules {
  /** Packets per input queue. */
  readonly queue: number;
  readonly selection: keyof typeof selections;
  readonly ties: "first" | "random";
  readonly arbitration: "random" | "round-robin" | "oldest-first";
  /** Whether packets from terminals wait until no other asks for the output. */
  readonly priority: "equal" | "network-first";
  /** Packets of a source queue that ask at the same time. */
  readonly injectionSlots: number;
  /** True when a packet asks for the next channel only once its tail is in. */
  readonly storeAndForward: boolean;
}

/**
 * How a selection works: whether only outputs that are free and have room count, whether a packet waits for what it chose first,
 * and what makes one the best: fewest phits behind all of its channel and then in its own queue, fewest in its own queue, the
 * routing's order, or chance. With `shared`, outputs are allocated by a matching; with the others, packets request them.
 */
export const selections = {
  shared: { freeOnly: true, keeps: false, by: "channel" },
  "most-credits": { freeOnly: false, keeps: false, by: "channel" },
  "queue-credits": { freeOnly: false, keeps: false, by: "queue" },
  "best-free": { freeOnly: true, keeps: false, by: "queue" },
  sticky: { freeOnly: false, keeps: true, by: "queue" },
  first: { freeOnly: false, keeps: true, by: "order" },
  random: { freeOnly: true, keeps: false, by: "chance" },
  oblivious: { freeOnly: false, keeps: true, by: "chance" },
} as const;
