/** Draws a network from a file as the stage does, with its irregularities marked by the numbers that the text uses. */
import { strongWeight } from "../plot/text-width.ts";
import { coordinate, nameOfNode, type Network } from "../../core/network/network.ts";
import type { Irregularity } from "../../formats/recognition/contract.ts";
import type { Theme, View } from "../contract.ts";
import { circleMark, type Mark, pathMark, roundedRectangle, tenth, textMark } from "../marks/marks.ts";
import { linesOf } from "../stage/paint/lines-of.ts";
import { aside, type Box, type Curve, pathOf, pointAt, type Scene, straight, vertical } from "../stage/scene.ts";
import { stage, type StageMarks } from "../stage/stage.ts";

/** Maximum number of objects drawn for one irregularity; the text gives the full count. */
const mostDrawn = 48;
/** Maximum number of number labels in the drawing, and minimum for each irregularity. */
const [mostNumbers, fewNumbers] = [60, 3];
/** Radius of a number label, pixels. */
const disc = 8;

/** View of a network with its irregularities, numbered from 1. The choice `pointed` is the number of the hovered irregularity. */
export function fabricOf(irregular: readonly Irregularity[], title = "The network in the file"): View<StageMarks | null> {
  return {
    ...stage,
    id: "fabric",
    title,
    // Nothing in this view can be selected.
    keys: "Arrow keys move, plus and minus zoom, F shows all.",
    layout(data, canvas) {
      const drawn = stage.layout(data, canvas);
      if (drawn === null || data.network === null) return drawn;
      const found = irregular.map((each, i) => traced(each, i + 1, drawn.scene, data.network!));
      return {
        ...drawn,
        marks: [
          ...drawn.marks,
          ...namesOf(drawn.scene, data.network, canvas.theme),
          ...marksOf(found, Number(data.choices.pointed), canvas.theme, drawn.scene),
        ],
      };
    },
    table: () => ({
      columns: ["Number", "Kind", "Count", "What"].map((title) => ({ title, unit: "" })),
      rows: irregular.map(({ kind, count, said }, i) => [i + 1, kind, count, said]),
    }),
  };
}

/** Geometry of an irregularity in the drawing. */
interface Traced {
  readonly number: number;
  /** Path data of missing links, of existing links, and of outlines of nodes. */
  readonly lacking: string;
  readonly standing: string;
  readonly outlined: string;
  /** Possible positions of its number. */
  readonly spots: readonly (readonly [x: number, y: number])[];
}

/** Locates an irregularity in a placed network. */
export function traced({ channels, nodes, between }: Irregularity, number: number, scene: Scene, network: Network): Traced {
  const boxOf = new Map<number, Box>(scene.boxes.flatMap((box) => box.switches.map((n) => [n, box] as const)));
  const lacking = between.slice(0, mostDrawn).flatMap(([a, b]) => curvesBetween(a, b, boxOf, scene, network));
  const standing = linesOf(scene, channels.slice(0, mostDrawn)).map(({ curve }) => curve);
  // A link within one box is not drawn, so the boxes are outlined instead.
  const isDrawn = lacking.length + standing.length > 0;
  const boxes = isDrawn ? [] : [...new Set(nodes.slice(0, mostDrawn).flatMap((n) => boxOf.get(n) ?? []))];
  const outlined = boxes.map(({ x, y, width, height }) => roundedRectangle(x - 3, y - 3, width + 6, height + 6, scene.boxRadius + 3));
  const spots = [...[...lacking, ...standing].map(spotOn), ...boxes.map(({ x, width, y }) => [x + width, y] as const)];
  return { number, lacking: lacking.map(pathOf).join(""), standing: standing.map(pathOf).join(""), outlined: outlined.join(""), spots };
}

/** Position of a number on a line: off its middle, where links of neighbors cross, or beside a line that the label would cover. */
function spotOn(curve: Curve): readonly [x: number, y: number] {
  const isShort = Math.hypot(curve[6] - curve[0], curve[7] - curve[1]) < 5 * disc;
  return isShort ? pointAt(aside(curve, disc + 5), 0.5) : pointAt(curve, 0.42);
}

/**
 * Course of a missing link between two switches: like other links of the drawing, around a box in between, or as two stubs for a wraparound
 * link.
 */
function curvesBetween(a: number, b: number, boxOf: ReadonlyMap<number, Box>, scene: Scene, network: Network): readonly Curve[] {
  const [from, to] = [boxOf.get(a), boxOf.get(b)];
  if (from === undefined || to === undefined || from === to) return [];
  const [p, q] = [middleOf(from), middleOf(to)];
  const around = network.axes.findIndex(({ kind, size }, axis) => {
    return kind === "ring" && size > 2 && Math.abs(coordinate(network, a, axis) - coordinate(network, b, axis)) === size - 1;
  });
  if (around >= 0) return [stub(from, q), stub(to, p)];
  if (scene.axis !== null && from.y !== to.y) {
    const [low, high] = from.y > to.y ? [from, to] : [to, from];
    return [vertical(middleOf(low)[0], low.y, middleOf(high)[0], high.y + high.height)];
  }
  const direct = straight(...edgeOf(from, q), ...edgeOf(to, p));
  const inTheWay = scene.boxes.find((box) => box !== from && box !== to && crosses(direct, box));
  return [inTheWay === undefined ? direct : bow(from, to, inTheWay)];
}

const middleOf = ({ x, y, width, height }: Box) => [x + width / 2, y + height / 2] as const;

/** Point where the line from the center of a box to another point leaves the box. */
function edgeOf(box: Box, [x, y]: readonly [number, number]): readonly [x: number, y: number] {
  const [cx, cy] = middleOf(box);
  const [dx, dy] = [x - cx, y - cy];
  const part = 1 / Math.max((2 * Math.abs(dx)) / box.width, (2 * Math.abs(dy)) / box.height, 1e-9);
  return [cx + dx * part, cy + dy * part];
}

/** A short line out of a box, away from a point. */
function stub(box: Box, [ox, oy]: readonly [number, number]): Curve {
  const [cx, cy] = middleOf(box);
  const [x, y] = edgeOf(box, [2 * cx - ox, 2 * cy - oy]);
  return straight(x, y, cx + 2.2 * (x - cx), cy + 2.2 * (y - cy));
}

/** Number of sample points for the intersection test of a line. */
const samples = 24;

const crosses = (line: Curve, { x, y, width, height }: Box) =>
  Array.from({ length: samples }, (_, i) => pointAt(line, i / (samples - 1))).some(
    ([px, py]) => px > x && px < x + width && py > y && py < y + height,
  );

/** A curve around a box in between, above it or on its left. */
function bow(from: Box, to: Box, { width, height }: Box): Curve {
  const [p, q] = [middleOf(from), middleOf(to)];
  const length = Math.hypot(q[0] - p[0], q[1] - p[1]);
  const side = q[0] - p[0] > 0 || (q[0] === p[0] && q[1] < p[1]) ? 1 : -1;
  const [nx, ny] = [(side * (q[1] - p[1])) / length, (side * (p[0] - q[0])) / length];
  // A cubic curve reaches three quarters of the way to its control points.
  const by = (Math.abs(nx) * width + Math.abs(ny) * height) / 2 / 0.75 + 2 * disc;
  const at = (part: number) => [p[0] + (q[0] - p[0]) * part + nx * by, p[1] + (q[1] - p[1]) * part + ny * by] as const;
  return [...edgeOf(from, at(0.25)), ...at(0.25), ...at(0.75), ...edgeOf(to, at(0.75))];
}

/** Marks of all irregularities: the hovered one in the accent color, number labels above lines. */
function marksOf(found: readonly Traced[], pointed: number, theme: Theme, { width, height }: Scene): readonly Mark[] {
  const colour = (number: number) => (number === pointed ? theme.accent : theme.ink);
  const round = { "stroke-linecap": "round", "stroke-linejoin": "round" };
  const lines = found.flatMap(({ number, lacking, standing, outlined }) => {
    const own = { ...round, stroke: colour(number), "stroke-width": number === pointed ? 3 : 2 };
    const under = { ...round, stroke: theme.ground, "stroke-width": 5 };
    return [
      ...pathIf(`under lacking ${number}`, lacking, under),
      ...pathIf(`lacking ${number}`, lacking, { ...own, "stroke-dasharray": "0.5 5" }),
      ...pathIf(`under standing ${number}`, standing, under),
      ...pathIf(`standing ${number}`, standing, { ...own, "stroke-dasharray": "7 4" }),
      ...pathIf(`outlined ${number}`, outlined, own),
    ];
  });
  const each = Math.max(fewNumbers, Math.floor(mostNumbers / Math.max(1, found.length)));
  const inside = (at: number, most: number) => Math.max(disc + 2, Math.min(most - disc - 2, at));
  const numbers = apart(found.flatMap(({ number, spots }) => spots.slice(0, each).map(([x, y]) => ({ number, x, y })))).flatMap(
    ({ number, x, y }, i) => {
      const [cx, cy] = [inside(x, width), inside(y, height)];
      return [
        circleMark(`disc ${i}`, cx, cy, disc, { fill: colour(number), stroke: theme.ground, "stroke-width": 2 }),
        textMark(`number ${i}`, cx, cy + 3.5, String(number), {
          fill: theme.ground,
          "text-anchor": "middle",
          "font-size": 10,
          "font-weight": strongWeight,
        }),
      ];
    },
  );
  return [...lines, ...numbers];
}

/** Approximate width of a character and font size of a name, pixels. */
const [letter, size] = [6.2, 11];

/**
 * Names cut below the first number of characters mean nothing and are omitted. Ellipsis and digits take the width of the second number of
 * characters.
 */
const [fewestLetters, wide] = [6, 3];

/** Names of switches where they fit. Long names are cut to their end, or to their beginning, whichever keeps them distinct. */
function namesOf({ boxes }: Scene, network: Network, theme: Theme): readonly Mark[] {
  const named = boxes.flatMap((box) => {
    const text = box.unit ?? (box.switches.length === 1 ? shortNameOf(network, box.switches[0]) : "");
    const room = box.height < size + 2 ? 0 : Math.floor((box.width - 6) / letter);
    return text === "" ? [] : [{ box, signs: Array.from(text), room }];
  });
  const cut = (part: (signs: readonly string[], room: number) => string) =>
    named.map(({ signs, room }) => (signs.length <= room ? signs.join("") : room < fewestLetters ? "" : part(signs, room - wide)));
  const ways = [cut((signs, room) => `…${signs.slice(-room).join("")}`), cut((signs, room) => `${signs.slice(0, room).join("")}…`)];
  const areAlike = (texts: readonly string[], i: number) => texts.some((text, other) => other !== i && text === texts[i]);
  const texts = named.map(({ signs, room }, i) =>
    signs.length <= room ? signs.join("") : (ways.find((way) => !areAlike(way, i))?.[i] ?? ""),
  );
  return named.flatMap(({ box: { switches, x, y, width, height } }, i) => {
    const text = texts[i];
    if (text === "") return [];
    return [
      textMark(`name ${switches[0]}`, x + width / 2, y + height / 2 + 4, text, {
        fill: theme.ink,
        "text-anchor": "middle",
        "font-size": size,
        "font-weight": strongWeight,
      }),
    ];
  });
}

/** Name of a switch without the word `switch`: its given name, its number or its coordinates. */
const shortNameOf = (network: Network, node: number) =>
  network.look?.names.get(node) ?? nameOfNode(network, node).replace(/^switch \(?([^()]*)\)?$/, "$1");

const pathIf = (key: string, d: string, attributes: Record<string, string | number>): readonly Mark[] =>
  d === "" ? [] : [pathMark(key, d, attributes)];

interface Spot {
  readonly number: number;
  readonly x: number;
  readonly y: number;
}

/** Merges equal numbers that would overlap, and moves different ones side by side. */
function apart(spots: readonly Spot[]): readonly Spot[] {
  const placed: Spot[] = [];
  for (const spot of spots) {
    const near = (at: Spot) => placed.find(({ x, y }) => Math.hypot(x - at.x, y - at.y) < 2 * disc + 1);
    if (placed.some(({ number, x, y }) => number === spot.number && Math.hypot(x - spot.x, y - spot.y) < 2 * disc + 1)) continue;
    let at = spot;
    for (let tries = 0; near(at) !== undefined && tries < 8; tries++) at = { ...at, x: tenth(at.x + 2 * disc + 2) };
    placed.push(at);
  }
  return placed;
}
