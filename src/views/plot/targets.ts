/** Hover targets of marks. */
import type { NetworkSelection } from "../contract.ts";
import { type Mark, pathMark } from "../marks/marks.ts";
import type { HoverTarget } from "../marks/hover-target.ts";

/** All hover targets of marks, in the order of painting. */
export function hoverTargetsOf(marks: readonly Mark[]): readonly HoverTarget[] {
  return marks.flatMap(({ targets = [] }) => targets);
}

/** A mark whose targets are computed at the first access, because most drawings are never hovered. */
export function withLazyTargets(mark: Mark, createTargets: () => readonly HoverTarget[]): Mark {
  let created: readonly HoverTarget[] | undefined;
  return {
    ...mark,
    get targets() {
      return (created ??= createTargets());
    },
  };
}

/** An invisible mark that only carries targets, for drawings in which one path shows many elements. */
export function targetMark(createTargets: () => readonly HoverTarget[]): Mark {
  return withLazyTargets(pathMark("targets", "", {}), createTargets);
}

/** Center and size of a target that fills a rectangle, pixels, and its row. */
type TargetBox = Required<Pick<HoverTarget, "x" | "y" | "width" | "height">> & Pick<HoverTarget, "row">;

/** Center and size of a target, from the edges of the rectangle that it fills. */
export function targetBoxBetween(left: number, right: number, top: number, bottom: number): TargetBox {
  return { x: (left + right) / 2, y: (top + bottom) / 2, width: right - left, height: bottom - top };
}

/** Texts and outline of a target. */
type TargetText = Required<Pick<HoverTarget, "value" | "name" | "outline">>;

/** A hover target whose texts are computed at access, for drawings with thousands of targets. */
export class LazyHoverTarget implements HoverTarget {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly row?: string;
  readonly clickSelection: NetworkSelection;
  private readonly describe: () => TargetText;

  constructor({ x, y, width, height, row }: TargetBox, picks: NetworkSelection, describe: () => TargetText) {
    this.x = x;
    this.y = y;
    this.width = width;
    this.height = height;
    if (row !== undefined) this.row = row;
    this.clickSelection = picks;
    this.describe = describe;
  }

  get value() {
    return this.describe().value;
  }

  get name() {
    return this.describe().name;
  }

  get outline() {
    return this.describe().outline;
  }
}
