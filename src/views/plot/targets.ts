/** How marks say what can be pointed at. */
import type { Mark } from "../marks/marks.ts";
import type { Spot } from "../marks/pointing.ts";

/** A mark with targets that are made when they are first asked for: most drawings are never pointed at. */
export function withTargets(mark: Mark, find: () => readonly Spot[]): Mark {
  let found: readonly Spot[] | undefined;
  return {
    ...mark,
    get targets() {
      return (found ??= find());
    },
  };
}

/** The place of a target that fills a box, by the edges of that, pixels. */
export function boxBetween(left: number, right: number, top: number, bottom: number) {
  return { x: (left + right) / 2, y: (top + bottom) / 2, width: right - left, height: bottom - top };
}
