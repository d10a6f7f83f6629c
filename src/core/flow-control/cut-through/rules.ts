/** Rules of virtual cut-through and store-and-forward, by name. */

export interface CutThroughRules {
  /** Packets per queue. */
  readonly queue: number;
  readonly selection: keyof typeof selections;
  readonly ties: "first" | "random";
  readonly arbitration: "random" | "round-robin" | "oldest-first";
  /** `network-first`: packets from terminals wait until no other packet requests the output. */
  readonly priority: "equal" | "network-first";
  /** Packets of a source queue that may request at the same time. */
  readonly injectionSlots: number;
  /** Whether a packet requests its next channel only after its tail has arrived. */
  readonly storeAndForward: boolean;
}

/**
 * Properties of the selections. `freeOnly`: only outputs with a free channel and a credit count. `keeps`: a packet waits for its first
 * choice. `by`: what makes an output the best: fewest phits behind the whole channel and then in the queue, fewest phits in the queue, the
 * order of the routing, or chance. With `shared` outputs are allocated by a maximal matching; with the others packets request them.
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
