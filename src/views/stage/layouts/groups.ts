/**
 * Dragonflies: groups on a circle, the switches of a group together with its local links, global links as arcs between. Groups of two tiers
 * have two rows: leaves face outwards, spines the other groups.
 */
import { once } from "../../../core/base/once.ts";
import { axisOf, coordinate, type Network } from "../../../core/network/network.ts";
import { type Viewport, whole } from "../viewport.ts";
import { bent, fan, type Point, sceneAt } from "./placed.ts";
import type { Scene, StageLayout, Word } from "../scene.ts";
import { mostSwitches, type Units, unitsAlong } from "../units.ts";

/** A large network's groups. */
const unitsOf = once((network: Network): Units | null =>
  network.switches <= mostSwitches ? null : unitsAlong(network, [axisOf(network, "group")]),
);

export const groups: StageLayout = {
  fits: (axes) => axes.some((axis) => axis.kind === "group"),
  units: unitsOf,
  place,
};

/** Room for terminals outside the groups, pixels. */
const margin = 26;

function place(network: Network, width: number, height: number, viewport: Viewport = whole): Scene {
  const { terminals, switches } = network;
  const axis = axisOf(network, "group");
  const count = network.axes[axis].size;
  const groupOf = (n: number) => coordinate(network, n, axis);
  /** [S] Which of its group a switch is, and how many a group has. */
  const place = new Int32Array(switches);
  const size = new Int32Array(count);
  for (let s = 0; s < switches; s++) place[s] = size[groupOf(terminals + s)]++;
  const each = size.reduce((most, own) => Math.max(most, own), 1);
  const [tier, position] = [axisOf(network, "tier"), axisOf(network, "position")];
  const isTiered = tier >= 0;

  const outerY = Math.max(24, height / 2 - margin);
  const outerX = Math.max(24, Math.min(width / 2 - margin, outerY * 1.9));
  const shorter = Math.min(outerX, outerY);
  let radius = count === 1 ? shorter * 0.86 : 0;
  if (count > 1) {
    // The larger the groups, the shorter the way round on which they stand.
    for (let i = 0; i < 8; i++) {
      const wayRound = 2 * Math.PI * Math.hypot(outerX - radius, outerY - radius) * Math.SQRT1_2;
      radius = Math.min((wayRound / count) * 0.34, shorter * 0.36);
    }
  }
  radius *= viewport.zoom;
  const centre: Point = [(width / 2) * viewport.zoom + viewport.x, (height / 2) * viewport.zoom + viewport.y];
  const isWide = width > height;
  const middles =
    count === 1
      ? [centre]
      : around(
          count,
          outerX * viewport.zoom - radius,
          outerY * viewport.zoom - radius,
          count === 2 && isWide ? Math.PI : -Math.PI / 2,
          centre,
        );
  const outwards = middles.map(([x, y]) => (count === 1 ? Math.PI / (isTiered ? 2 : -2) : Math.atan2(y - centre[1], x - centre[0])));
  const places = isTiered ? network.axes[position].size : each;
  const pitch = isTiered
    ? (2 * radius * 0.84) / Math.max(2, places)
    : each === 1
      ? radius * 2
      : 2 * radius * 0.8 * Math.sin(Math.PI / each);
  const box = Math.max(1, Math.min(34, pitch * 0.5));
  // The circle of a group is the one of the whole drawing, only larger: boxes stop growing, places do not stop moving.
  const boxAtFirst = Math.max(1, Math.min(34, (pitch / viewport.zoom) * 0.5));
  const inner = each === 1 ? 0 : Math.max(1, radius / viewport.zoom - boxAtFirst * 0.6) * viewport.zoom;
  /** Which way a switch faces: where its terminals are. */
  const angleOf = (n: number) =>
    outwards[groupOf(n)] + (isTiered || each === 1 ? 0 : (Math.PI * (2 * place[n - terminals] + 1)) / size[groupOf(n)]);
  const at = (n: number): Point => {
    const [x, y] = middles[groupOf(n)];
    const [cos, sin] = [Math.cos(angleOf(n)), Math.sin(angleOf(n))];
    if (!isTiered) return [x + inner * cos, y + inner * sin];
    const ahead = coordinate(network, n, tier) === 0 ? inner * 0.55 : -inner * 0.55;
    const aside = (coordinate(network, n, position) - (places - 1) / 2) * pitch;
    return [x + ahead * cos - aside * sin, y + ahead * sin + aside * cos];
  };
  const reach = box * 0.62 + Math.min(11, pitch * 0.2);
  return sceneAt(
    network,
    {
      at,
      boxWidth: box,
      boxHeight: box * 0.8,
      pitch: Math.min(pitch, 60) * 0.8,
      terminalAt: (_, home, i, count) => {
        const angle = angleOf(home);
        return pitch < 12 ? null : fan(at(home), [Math.cos(angle), Math.sin(angle)], reach, i, count);
      },
      course: (tail, head) => {
        const [a, b] = [at(tail), at(head)];
        // Neighbours are joined nearly straight, opposites by way of the middle.
        const pull = groupOf(tail) === groupOf(head) ? 0 : Math.hypot(a[0] - b[0], a[1] - b[1]) / (4.4 * outerX * viewport.zoom);
        return bent(a, b, centre, Math.min(0.45, pull));
      },
      units: unitsOf(network),
      words: each > 1 && radius > 26 && count > 1 ? names(middles, outwards, inner) : [],
    },
    width,
    height,
    viewport,
  );
}

/** Points on an ellipse at equal steps along it. */
function around(count: number, radiusX: number, radiusY: number, start: number, [x, y]: Point): readonly Point[] {
  const fine = Math.max(720, count * 8);
  const point = (i: number): Point => {
    const angle = start + (2 * Math.PI * i) / fine;
    return [x + radiusX * Math.cos(angle), y + radiusY * Math.sin(angle)];
  };
  const lengths = [0];
  for (let i = 1; i <= fine; i++) {
    const [[ax, ay], [bx, by]] = [point(i - 1), point(i)];
    lengths.push(lengths[i - 1] + Math.hypot(bx - ax, by - ay));
  }
  const found: Point[] = [];
  for (let i = 0; found.length < count && i <= fine; i++) {
    if (lengths[i] >= (lengths[fine] * found.length) / count - 1e-9) found.push(point(i));
  }
  return found;
}

/** The number of each group, beside it where it faces outwards. */
function names(middles: readonly Point[], outwards: readonly number[], radius: number): readonly Word[] {
  return middles.map(([x, y], i) => ({
    x: x + Math.cos(outwards[i]) * (radius + 6),
    y: y + Math.sin(outwards[i]) * (radius + 6) + 4,
    text: String(i),
    anchor: "middle",
    bold: false,
    size: 11,
  }));
}
