/** Cycles waited, by the flow that waited and the one it waited for. */
import type { Ends, WaitFor } from "./contract.ts";

/** Number of what was nobody's, among pairs of terminals. */
const nobody = -1;

export class WaitTally {
  /** By the number of the flow that waited: source × terminals + destination; in it by that of the one it waited for. */
  private readonly cycles = new Map<number, Map<number, number>>();

  constructor(private readonly terminals: number) {}

  /** Adds cycles that a flow waited for another one, or for nobody in particular. */
  add({ source, destination }: Ends, behind: Ends | null, cycles: number): void {
    const flow = source * this.terminals + destination;
    const other = behind === null ? nobody : behind.source * this.terminals + behind.destination;
    const own = this.cycles.get(flow) ?? new Map<number, number>();
    this.cycles.set(flow, own.set(other, (own.get(other) ?? 0) + cycles));
  }

  /** Adds all of another one, so many times: −1 takes it away. */
  addAll(all: readonly WaitFor[], times = 1): void {
    for (const { source, destination, behind, cycles } of all) this.add({ source, destination }, behind, times * cycles);
  }

  /** Everything, in the order in which it was first met. */
  list(): readonly WaitFor[] {
    const endsOf = (flow: number): Ends => ({ source: Math.floor(flow / this.terminals), destination: flow % this.terminals });
    return [...this.cycles].flatMap(([flow, own]) =>
      [...own].map(([other, cycles]) => ({ ...endsOf(flow), behind: other === nobody ? null : endsOf(other), cycles })),
    );
  }
}
