/** Where the switches of a grid stand: planes of two dimensions, as many side by side as use the room best. */
import type { Axis } from "../../../core/network/network.ts";
import type { Viewport } from "../viewport.ts";

export interface Arrangement {
  /** Distance of neighbours, pixels. */
  readonly pitchX: number;
  readonly pitchY: number;
  /** True when the network is one ring, drawn as a closed curve. */
  readonly closed: boolean;
  /** Middle of the room. */
  readonly centre: readonly [number, number];
  /** Middle of the switch at those coordinates. */
  at(coordinates: readonly number[]): readonly [number, number];
}

/** Steps of the pitch left free around every plane: for the stubs of closing links and the coordinates. */
const margin = 1;
/** Neighbours in a row stand at most so much further apart than neighbours in a column. */
const widest = 1.7;

/** The arrangement as it is looked at: neighbours are further apart, and everything is shifted. */
export function seen({ pitchX, pitchY, closed, centre, at }: Arrangement, { zoom, x, y }: Viewport): Arrangement {
  const moved = (point: readonly [number, number]) => [point[0] * zoom + x, point[1] * zoom + y] as const;
  return { pitchX: pitchX * zoom, pitchY: pitchY * zoom, closed, centre: moved(centre), at: (coordinates) => moved(at(coordinates)) };
}

/** Arranges a grid of any number of dimensions. */
export function arrange(axes: readonly Axis[], width: number, height: number): Arrangement {
  const sizes = axes.map((axis) => axis.size);
  if (axes.filter((axis) => axis.size > 1).length === 1 && axes[0].kind === "ring") return closedCurve(sizes[0], width, height);
  const [nx, ny = 1, ...further] = sizes;
  const planes = further.reduce((product, size) => product * size, 1);
  const unit = further.length > 1 ? further[0] : 1;
  let best = { pitchX: 0, pitchY: 0, columns: 1 };
  for (let columns = unit; columns <= planes; columns += unit) {
    const rows = Math.ceil(planes / columns);
    const x = width / (columns * (nx - 1 + 2 * margin));
    const y = height / (rows * (ny - 1 + 2 * margin));
    const pitchX = Math.min(x, y * widest, 130);
    const pitchY = Math.min(y, x * 1.2, 100);
    if (Math.min(pitchX, pitchY) > Math.min(best.pitchX, best.pitchY) + 1e-9) best = { pitchX, pitchY, columns };
  }
  const { pitchX, pitchY, columns } = best;
  const rows = Math.ceil(planes / columns);
  const planeWidth = Math.min(width / columns, pitchX * (nx - 1 + 2 * margin) * 1.12);
  const planeHeight = Math.min(height / rows, pitchY * (ny - 1 + 2 * margin) * 1.12);
  const left = (width - planeWidth * columns) / 2 + (planeWidth - pitchX * (nx - 1)) / 2;
  const top = (height - planeHeight * rows) / 2 + (planeHeight - pitchY * (ny - 1)) / 2;
  return {
    pitchX,
    pitchY,
    closed: false,
    centre: [width / 2, height / 2],
    at(coordinates) {
      let plane = 0;
      for (let d = sizes.length - 1; d >= 2; d--) plane = plane * sizes[d] + coordinates[d];
      return [
        left + (plane % columns) * planeWidth + coordinates[0] * pitchX,
        top + Math.floor(plane / columns) * planeHeight + (coordinates[1] ?? 0) * pitchY,
      ];
    },
  };
}

/** A ring as a stadium: two straight sides and two half circles, equal steps along it. */
function closedCurve(size: number, width: number, height: number): Arrangement {
  // Few switches do not need the whole stage.
  const aim = size * 124;
  const radius = Math.max(10, Math.min(height / 2 - 46, aim / (2 * Math.PI)));
  const side = Math.max(0, Math.min(width - 2 * radius - 100, (aim - 2 * Math.PI * radius) / 2));
  const length = 2 * side + 2 * Math.PI * radius;
  const pitch = length / size;
  const [cx, cy] = [width / 2, height / 2];
  const at = (i: number): readonly [number, number] => {
    let s = (i * pitch) % length;
    if (s < side) return [cx - side / 2 + s, cy - radius];
    s -= side;
    if (s < Math.PI * radius) return [cx + side / 2 + radius * Math.sin(s / radius), cy - radius * Math.cos(s / radius)];
    s -= Math.PI * radius;
    if (s < side) return [cx + side / 2 - s, cy + radius];
    s -= side;
    return [cx - side / 2 - radius * Math.sin(s / radius), cy + radius * Math.cos(s / radius)];
  };
  const straightLine = Math.hypot(at(1)[0] - at(0)[0], at(1)[1] - at(0)[1]);
  return {
    pitchX: Math.min(pitch, straightLine),
    pitchY: Math.min(pitch, straightLine),
    closed: true,
    centre: [cx, cy],
    at: (coordinates) => at(coordinates[0]),
  };
}
