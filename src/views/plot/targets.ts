/** How marks say what can be pointed at. */
import type { Selected } from "../contract.ts";
import { type Mark, pathMark } from "../marks/marks.ts";
import type { Spot } from "../marks/pointing.ts";

/** All that can be pointed at, in the order of painting. */
export function targetsOf(marks: readonly Mark[]): readonly Spot[] {
  return marks.flatMap(({ targets = [] }) => targets);
}

/** A mark whose targets are made when they are first read: most drawings are never pointed at. */
export function withLazyTargets(mark: Mark, make: () => readonly Spot[]): Mark {
  let made: readonly Spot[] | undefined;
  return {
    ...mark,
    get targets() {
      return (made ??= make());
    },
  };
}

/** A mark that is nothing but what can be pointed at, where one path draws many things. */
export function targetMark(make: () => readonly Spot[]): Mark {
  return withLazyTargets(pathMark("targets", "", {}), make);
}

/** Where a target that fills a box is: the middle of that, and its size, pixels. */
type Place = Required<Pick<Spot, "x" | "y" | "width" | "height">> & Pick<Spot, "row">;

/** The same by the edges of the box. */
export function boxBetween(left: number, right: number, top: number, bottom: number): Place {
  return { x: (left + right) / 2, y: (top + bottom) / 2, width: right - left, height: bottom - top };
}

/** The words about a target, and its outline. */
type TargetWords = Required<Pick<Spot, "value" | "name" | "outline">>;

/** One of thousands of targets, of which few are ever pointed at: its words are made when they are read. */
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
