/** A family of networks by its shape. Shapes, not colours: tones already tell what is measured from what is bounded. */
import {
  symbol,
  symbolCircle,
  symbolCross,
  symbolDiamond,
  symbolSquare,
  symbolStar,
  symbolTriangle,
  type SymbolType,
  symbolWye,
} from "d3-shape";

/** A shape, turned by so many degrees. */
interface Shape {
  readonly type: SymbolType;
  readonly turn: number;
}

const shape = (type: SymbolType, turn = 0): Shape => ({ type, turn });

/** In the order in which families are listed: those that are told apart most easily go to those most often seen. */
const shapes: readonly Shape[] = [
  shape(symbolCircle),
  shape(symbolSquare),
  shape(symbolTriangle),
  shape(symbolDiamond),
  shape(symbolStar),
  shape(symbolCross),
  shape(symbolTriangle, 180),
  shape(symbolCross, 45),
  shape(symbolTriangle, 90),
  shape(symbolTriangle, -90),
  shape(symbolWye),
  shape(symbolWye, 180),
];

/**
 * The outline of a family's mark around the origin.
 * @param family its number among those in the picture
 * @param radius half the width of the circle, pixels; other shapes look as large
 */
export function outlineOf(family: number, radius: number): { readonly path: string; readonly turn: number } {
  const { type, turn } = shapes[family % shapes.length];
  const path = symbol(type, Math.PI * radius ** 2)() ?? "";
  return { path, turn };
}
