/** How marks say what can be pointed at. */
import type { Selected } from "../contract.ts";
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

/** Where a target that fills a box is: the middle of that, and its size, pixels. */
type Place = Required<Pick<Spot, "x" | "y" | "width" | "height">> & Pick<Spot, "row">;

/** The same by the edges of the box. */
export function boxBetween(left: number, right: number, top: number, bottom: number): Place {
  return { x: (left + right) / 2, y: (top + bottom) / 2, width: right - left, height: bottom - top };
}

/** What is said of a target. */
type Said = Required<Pick<Spot, "value" | "name" | "outline">>;

/** A target of thousands, of which few are ever pointed at: what is said of it is made when it is read. */
export class LateTarget implements Spot {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly row?: string;
  readonly picks: Selected;
  private readonly say: () => Said;

  constructor({ x, y, width, height, row }: Place, picks: Selected, say: () => Said) {
    this.x = x;
    this.y = y;
    this.width = width;
    this.height = height;
    if (row !== undefined) this.row = row;
    this.picks = picks;
    this.say = say;
  }

  get value() {
    return this.say().value;
  }

  get name() {
    return this.say().name;
  }

  get outline() {
    return this.say().outline;
  }
}
