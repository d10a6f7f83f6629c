/** Waiting cycles by pair of flows: the flow that waited, and the flow that blocked it. */
import type { FlowEnds, FlowWait } from "./contract.ts";

/** Flow number for waits without a blocking flow. */
const noFlow = -1;

export class WaitTally {
  /** By number of the waiting flow, source × terminals + destination; then by number of the blocking flow. */
  private readonly cycles = new Map<number, Map<number, number>>();

  constructor(private readonly terminals: number) {}

  /** Adds cycles that a flow waited for another flow, or without a blocking flow. */
  add({ source, destination }: FlowEnds, blocker: FlowEnds | null, cycles: number): void {
    const flow = source * this.terminals + destination;
    const blockerFlow = blocker === null ? noFlow : blocker.source * this.terminals + blocker.destination;
    const cyclesByBlocker = this.cycles.get(flow) ?? new Map<number, number>();
    this.cycles.set(flow, cyclesByBlocker.set(blockerFlow, (cyclesByBlocker.get(blockerFlow) ?? 0) + cycles));
  }

  /** Adds the given waits, multiplied by a factor; the factor −1 subtracts the waits. */
  addAll(waits: readonly FlowWait[], factor = 1): void {
    for (const { source, destination, behind: blocker, cycles } of waits) this.add({ source, destination }, blocker, factor * cycles);
  }

  /** All waits, in the order of their first occurrence. */
  list(): readonly FlowWait[] {
    const endsOf = (flow: number): FlowEnds => ({ source: Math.floor(flow / this.terminals), destination: flow % this.terminals });
    return [...this.cycles].flatMap(([flow, cyclesByBlocker]) =>
      [...cyclesByBlocker].map(([blockerFlow, cycles]) => ({
        ...endsOf(flow),
        behind: blockerFlow === noFlow ? null : endsOf(blockerFlow),
        cycles,
      })),
    );
  }
}
