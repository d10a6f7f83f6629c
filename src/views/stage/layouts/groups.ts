/**
 * Dragonflies: groups on an ellipse, the switches of a group close together with their local links, global links as arcs between groups.
 * Groups of two tiers have two rows: leaves face outwards, spines face the other groups.
 */
import { once } from "../../../core/base/once.ts";
import { axisOf, coordinate, type Network } from "../../../core/network/network.ts";
import { type Viewport, whole } from "../viewport.ts";
import { fitToRoom, type Reach } from "./fit.ts";
import { bent, fan, type Point, sceneAt } from "./placed.ts";
import type { Scene, StageLayout, Word } from "../scene.ts";
import { mostSwitches, type Units, unitsAlong } from "../units.ts";

/** The Dragonfly groups of a large network as switch groups; null in small networks, whose switches are all drawn. */
const unitsOf = once((network: Network): Units | null =>
  network.switches <= mostSwitches ? null : unitsAlong(network, [axisOf(network, "group")]),
);

export const groups: StageLayout = {
  fits: (axes) => axes.some((axis) => axis.kind === "group"),
  units: unitsOf,
  place,
};

/** Margin for terminals outside the groups, pixels. */
const terminalRoom = 12;
/** Range of the ratio of width to height of the ellipse. */
const ellipse = { narrowest: 0.5, widest: 2.2 } as const;
/** Maximum radius of a group: as a part of the distance to its neighbor, and of the shorter semi-axis of the ellipse. */
const ofWay = 0.34;
const ofHalf = 0.56;

/** Lays out groups on an ellipse: centers of groups, sizes, positions of switches within a group, and arcs between groups. */
function place(network: Network, width: number, height: number, viewport: Viewport = whole): Scene {
  const { terminals, switches } = network;
  const axis = axisOf(network, "group");
  const count = network.axes[axis].size;
  const groupOf = (n: number) => coordinate(network, n, axis);
  /** [S] Index of a switch within its group, and number of switches in each group. */
  const place = new Int32Array(switches);
  const size = new Int32Array(count);
  for (let s = 0; s < switches; s++) place[s] = size[groupOf(terminals + s)]++;
  const each = size.reduce((most, own) => Math.max(most, own), 1);
  const [tier, position] = [axisOf(network, "tier"), axisOf(network, "position")];
  const isTiered = tier >= 0;

  // A step of the layout is the height semi-axis of the ellipse, or the radius if there is a single group.
  const wide = Math.max(ellipse.narrowest, Math.min(ellipse.widest, width / height));
  const start = count === 2 && width > height ? Math.PI : -Math.PI / 2;
  const unit: readonly Point[] = count === 1 ? [[0, 0]] : around(count, wide, start);
  // The larger the groups, the smaller the ellipse that carries their centers.
  const share = count === 1 ? 1 : Math.min(ofHalf * Math.min(wide, 1), (ofWay * 2 * Math.PI * Math.hypot(wide, 1) * Math.SQRT1_2) / count);
  const [xs, ys] = [unit.map(([x]) => x), unit.map(([, y]) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const reachOf = (step: number): Reach => {
    // A group with one switch is drawn no larger than a switch of a larger group.
    const all = Math.min(share * step, each === 1 ? 24 : Infinity) + terminalRoom;
    return [all, all, all, all];
  };
  const extent: Point = [Math.max(...xs) - left, Math.max(...ys) - top];
  const fit = fitToRoom({ extent, stretch: [1, 1], reach: reachOf }, width, height, viewport);
  const radius = share * fit.step[0];
  const centre = fit.at(-left, -top);
  const middles = unit.map(([x, y]) => fit.at(x - left, y - top));
  const outwards = middles.map(([x, y]) => (count === 1 ? Math.PI / (isTiered ? 2 : -2) : Math.atan2(y - centre[1], x - centre[0])));
  const places = isTiered ? network.axes[position].size : each;
  const pitch = isTiered
    ? (2 * radius * 0.84) / Math.max(2, places)
    : each === 1
      ? radius * 2
      : 2 * radius * 0.8 * Math.sin(Math.PI / each);
  const box = Math.max(1, Math.min(34, pitch * 0.5));
  // Boxes stop growing at a maximum size, but their centers keep moving apart: the circle of a group is that of the full view, enlarged.
  const boxAtFirst = Math.max(1, Math.min(34, (pitch / viewport.zoom) * 0.5));
  const inner = each === 1 ? 0 : Math.max(1, radius / viewport.zoom - boxAtFirst * 0.6) * viewport.zoom;
  /** Direction that a switch faces, radians: the side of its terminals. */
  const angleOf = (n: number) =>
    outwards[groupOf(n)] + (isTiered || each === 1 ? 0 : (Math.PI * (2 * place[n - terminals] + 1)) / size[groupOf(n)]);
  const at = (n: number): Point => {
    const [x, y] = middles[groupOf(n)];
    const [cos, sin] = [Math.cos(angleOf(n)), Math.sin(angleOf(n))];
    if (!isTiered) return [x + inner * cos, y + inner * sin];
    const depth = inner * (count === 1 ? 0.9 : 0.55);
    const ahead = coordinate(network, n, tier) === 0 ? depth : -depth;
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
        // Arcs between neighboring groups are nearly straight, those between opposite groups pass near the center.
        const pull = groupOf(tail) === groupOf(head) ? 0 : Math.hypot(a[0] - b[0], a[1] - b[1]) / (4.4 * (wide * fit.step[0] + radius));
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

/** Points at equal arc lengths along an ellipse with half width `halfWidth` and half height 1. */
function around(count: number, wide: number, start: number): readonly Point[] {
  const fine = Math.max(720, count * 8);
  const point = (i: number): Point => {
    const angle = start + (2 * Math.PI * i) / fine;
    return [wide * Math.cos(angle), Math.sin(angle)];
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

/** The number of each group, outside it. */
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
