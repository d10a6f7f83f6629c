/** Links of collapsed switch groups: all channels between two boxes share one line in each direction. */
import type { SwitchBox } from "../scene.ts";

/** All channels between two boxes of which at least one is a collapsed group. */
export interface LinkBundle {
  readonly from: SwitchBox;
  readonly to: SwitchBox;
  readonly out: number[];
  readonly back: number[];
}

/**
 * Bundles by their two boxes, in either order. The last bundle is cached, because channels with neighboring numbers mostly join the same
 * boxes.
 */
export class BundleMap {
  private readonly bundles = new Map<SwitchBox, Map<SwitchBox, LinkBundle>>();
  private last: LinkBundle | undefined;

  /** The bundle between two boxes, in either order; undefined where there is none yet. */
  between(from: SwitchBox, to: SwitchBox): LinkBundle | undefined {
    const { last } = this;
    if (last !== undefined && ((last.from === from && last.to === to) || (last.from === to && last.to === from))) return last;
    return (this.last = this.bundles.get(from)?.get(to) ?? this.bundles.get(to)?.get(from));
  }

  /** Adds a bundle with its first channel in each direction. */
  add(from: SwitchBox, to: SwitchBox, forwardChannel: number, backwardChannel: number): LinkBundle {
    const bundle = { from, to, out: [forwardChannel], back: [backwardChannel] };
    const bundlesFrom = this.bundles.get(from) ?? new Map<SwitchBox, LinkBundle>();
    this.bundles.set(from, bundlesFrom.set(to, bundle));
    return (this.last = bundle);
  }
}
