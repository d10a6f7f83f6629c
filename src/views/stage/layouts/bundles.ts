/** Links of collapsed switch groups: all channels between two boxes share one line in each direction. */
import type { Box } from "../scene.ts";

/** All channels between two boxes of which at least one is a collapsed group. */
export interface Bundle {
  readonly from: Box;
  readonly to: Box;
  readonly out: number[];
  readonly back: number[];
}

/**
 * Bundles by their two boxes, in either order. The last bundle is cached, because channels with neighboring numbers mostly join the same
 * boxes.
 */
export class Pairs {
  private readonly found = new Map<Box, Map<Box, Bundle>>();
  private last: Bundle | undefined;

  /** The bundle between two boxes, in either order; undefined where there is none yet. */
  of(from: Box, to: Box): Bundle | undefined {
    const { last } = this;
    if (last !== undefined && ((last.from === from && last.to === to) || (last.from === to && last.to === from))) return last;
    return (this.last = this.found.get(from)?.get(to) ?? this.found.get(to)?.get(from));
  }

  /** Adds a bundle with its first channel in each direction. */
  add(from: Box, to: Box, out: number, back: number): Bundle {
    const bundle = { from, to, out: [out], back: [back] };
    const own = this.found.get(from) ?? new Map<Box, Bundle>();
    this.found.set(from, own.set(to, bundle));
    return (this.last = bundle);
  }
}
