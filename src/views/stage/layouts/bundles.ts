/** What joins closed units: all channels between two boxes as one line each way. */
import type { Box } from "../scene.ts";

/** Channels of links between the same two boxes where one of them is a closed unit: they share a line. */
export interface Bundle {
  readonly from: Box;
  readonly to: Box;
  readonly out: number[];
  readonly back: number[];
}

/** The bundles so far, found by their boxes in either order. Neighbouring channels mostly join the same two. */
export class Pairs {
  private readonly found = new Map<Box, Map<Box, Bundle>>();
  private last: Bundle | undefined;

  /** The bundle between two boxes, in either order; undefined where there is none yet. */
  of(from: Box, to: Box): Bundle | undefined {
    const { last } = this;
    if (last !== undefined && ((last.from === from && last.to === to) || (last.from === to && last.to === from))) return last;
    return (this.last = this.found.get(from)?.get(to) ?? this.found.get(to)?.get(from));
  }

  /** Begins one with a channel from one box to the other and the one back. */
  add(from: Box, to: Box, out: number, back: number): Bundle {
    const bundle = { from, to, out: [out], back: [back] };
    const own = this.found.get(from) ?? new Map<Box, Bundle>();
    this.found.set(from, own.set(to, bundle));
    return (this.last = bundle);
  }
}
