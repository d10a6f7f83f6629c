/** Hover targets of marks. */
import type { Selected } from "../contract.ts";
import { type Mark, pathMark } from "../marks/marks.ts";
import type { Spot } from "../marks/pointing.ts";

/** All hover targets of marks, in the order of painting. */
export function targetsOf(marks: readonly Mark[]): readonly Spot[] {
  return marks.flatMap(({ targets = [] }) => targets);
}

/** A mark whose targets are computed at the first access, because most drawings are never hovered. */
export function withLazyTargets(mark: Mark, make: () => readonly Spot[]): Mark {
  let made: readonly Spot[] | undefined;
  return {
    ...mark,
    get targets() {
      return (made ??= make());
    },
  };
}

/** An invisible mark that only carries targets, for drawings in which one path shows many elements. */
export function targetMark(make: () => readonly Spot[]): Mark {
  return withLazyTargets(pathMark("targets", "", {}), make);
}

/** Center and size of a target that fills a rectangle, pixels, and its row. */
type Place = Required<Pick<Spot, "x" | "y" | "width" | "height">> & Pick<Spot, "row">;

/** The same from the edges of the rectangle. */
export function boxBetween(left: number, right: number, top: number, bottom: number): Place {
  return { x: (left + right) / 2, y: (top + bottom) / 2, width: right - left, height: bottom - top };
}

/** Texts and outline of a target. */
type TargetWords = Required<Pick<Spot, "value" | "name" | "outline">>;

/** A hover target whose texts are computed at access, for drawings with thousands of targets. */
export class LazyTarget implements Spot {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly row?: string;
  readonly picks: Selected;
  private readonly say: () => TargetWords;

  constructor({ x, y, width, height, row }: Place, picks: Selected, say: () => TargetWords) {
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
