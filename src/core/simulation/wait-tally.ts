/** Waiting cycles by pair of flows: the flow that waited, and the flow that blocked it. */
import type { Ends, WaitFor } from "./contract.ts";

/** Flow number for waits without a blocking flow. */
const nobody = -1;

export class WaitTally {
  /** By number of the waiting flow, source × terminals + destination; then by number of the blocking flow. */
  private readonly cycles = new Map<number, Map<number, number>>();

  constructor(private readonly terminals: number) {}

  /** Adds cycles that a flow waited for another flow, or without a blocking flow. */
  add({ source, destination }: Ends, behind: Ends | null, cycles: number): void {
    const flow = source * this.terminals + destination;
    const other = behind === null ? nobody : behind.source * this.terminals + behind.destination;
    const own = this.cycles.get(flow) ?? new Map<number, number>();
    this.cycles.set(flow, own.set(other, (own.get(other) ?? 0) + cycles));
  }

  /** Adds other waits with a factor; −1 subtracts them. */
  addAll(all: readonly WaitFor[], times = 1): void {
    for (const { source, destination, behind, cycles } of all) this.add({ source, destination }, behind, times * cycles);
  }

  /** All waits, in the order of their first occurrence. */
  list(): readonly WaitFor[] {
    const endsOf = (flow: number): Ends => ({ source: Math.floor(flow / this.terminals), destination: flow % this.terminals });
    return [...this.cycles].flatMap(([flow, own]) =>
      [...own].map(([other, cycles]) => ({ ...endsOf(flow), behind: other === nobody ? null : endsOf(other), cycles })),
    );
  }
}
