/** Who waited behind a channel, and for whom: what a number of the congestion matrix is made of. */
import type { Ends, WaitFor } from "../simulation/contract.ts";

export interface Waits {
  readonly channel: number;
  /** Counted are packets that were granted their next channel from this cycle on, and before that one; all that they waited. */
  readonly from: number;
  readonly to: number;
  /** All together, cycles. */
  readonly cycles: number;
  /** Those that waited longest first. */
  readonly flows: readonly WaitingFlow[];
}

/** The packets of one source for one destination, as far as they waited. */
export interface WaitingFlow extends Ends {
  readonly cycles: number;
  /** For whom, those it waited for longest first; what was for nobody in particular is left out. */
  readonly behind: readonly (Ends & { readonly cycles: number })[];
}

/** What is lost when times are added and taken away again, cycles. */
const crumb = 1e-6;

/** Sorts what was noted of a channel by flows. */
export function waitsOf(channel: number, from: number, to: number, noted: readonly WaitFor[]): Waits {
  const flows = new Map<string, { source: number; destination: number; cycles: number; behind: WaitFor[] }>();
  for (const wait of noted) {
    if (wait.cycles <= crumb) continue;
    const { source, destination, cycles } = wait;
    const key = `${source} ${destination}`;
    const own = flows.get(key) ?? { source, destination, cycles: 0, behind: [] };
    own.cycles += cycles;
    own.behind.push(wait);
    flows.set(key, own);
  }
  const longestFirst = (a: Ends & { cycles: number }, b: Ends & { cycles: number }) =>
    b.cycles - a.cycles || a.source - b.source || a.destination - b.destination;
  const sorted = [...flows.values()].sort(longestFirst).map(({ behind, ...flow }) => ({
    ...flow,
    behind: behind.flatMap(({ behind: other, cycles }) => (other === null ? [] : [{ ...other, cycles }])).sort(longestFirst),
  }));
  return { channel, from, to, cycles: sorted.reduce((sum, { cycles }) => sum + cycles, 0), flows: sorted };
}
