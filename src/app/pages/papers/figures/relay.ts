/**
 * Draws the shortest paths between two nodes of a torus: the nodes in their grid, and the channels of the paths by the traffic that they
 * carry.
 */
import { strongWeight } from "../../../../views/plot/text-width.ts";
import { isSame, type Place, relayOf, stepsOf } from "../../../../reproductions/torus/ways.ts";
import type { Theme } from "../../../../views/contract.ts";
import { palette, toneOf } from "../../../../views/marks/colour.ts";
import { circleMark, type Mark, pathMark, tenth, textMark } from "../../../../views/marks/marks.ts";
import type { Drawn, Room } from "./contract.ts";

/** The torus, the source and the destination, and whether messages go via the relay node. */
export interface RelayedPair {
  readonly grid: readonly [number, number];
  readonly from: Place;
  readonly to: Place;
  readonly isRelayed: boolean;
}

export interface RelayDrawing extends Drawn {
  /** Distance of adjacent nodes, in pixels. */
  readonly pitch: number;
}

/** Space beyond the outermost nodes for the stubs of wrap-around links, as a multiple of the pitch; and the maximum pitch, in px. */
const edge = 0.72;
const mostPitch = 86;
/** Minimum pitch, in px, for percentages next to channels: rounded, and in full. */
const legible = { whole: 38, fully: 56 } as const;
/** Height of the legend below the drawing, in px, and the shares that it shows. */
const keyHeight = 26;
const keyParts = [0.25, 0.5, 1] as const;

/** The position of a node, in px. */
export function pointOf(pitch: number, [x, y]: Place): readonly [number, number] {
  return [(edge + x) * pitch, (edge + y) * pitch];
}

/** The pitch for an available width, both in px. */
export function pitchIn([columns]: RelayedPair["grid"], width: number): number {
  return Math.min(mostPitch, width / (columns - 1 + 2 * edge));
}

/** The node closest to a point. */
export function placeAt(pitch: number, [columns, rows]: RelayedPair["grid"], x: number, y: number): Place {
  const nearest = (at: number, size: number) => Math.max(0, Math.min(size - 1, Math.round(at / pitch - edge)));
  return [nearest(x, columns), nearest(y, rows)];
}

/** Lays a pair of nodes out. */
export function layoutRelay(pair: RelayedPair, { width, theme }: Room): RelayDrawing {
  const { grid, from, to, isRelayed } = pair;
  const pitch = pitchIn(grid, width);
  const steps = stepsOf(grid, from, to, isRelayed);
  const relay = relayOf(grid, from, to);
  const isBlack = ([x]: Place) => x === from[0];
  const places = Array.from({ length: grid[0] * grid[1] }, (_, i): Place => [i % grid[0], Math.floor(i / grid[0])]);
  const hasRelay = isRelayed && !isSame(relay, from) && !isSame(relay, to);
  const size = Math.max(7, Math.min(12, pitch * 0.2));
  // Marked nodes; a relay that coincides with an end is not marked.
  const named: readonly (readonly [string, Place])[] = [...(hasRelay ? [["X", relay] as const] : []), ["S", from], ["D", to]];
  const isNamed = (place: Place) => named.some(([, at]) => isSame(at, place));
  const bottom = (grid[1] - 1 + 2 * edge) * pitch;
  return {
    width: tenth((grid[0] - 1 + 2 * edge) * pitch),
    height: tenth(bottom) + keyHeight,
    pitch,
    marks: [
      ...keyParts.flatMap((part, i): readonly Mark[] => {
        const [x, y, { colour, wide }] = [4 + i * 84, bottom + 14, looksOf(part, theme)];
        return [
          pathMark(`key ${part}`, `M${x} ${tenth(y)}h28`, { stroke: colour, "stroke-width": tenth(wide) }),
          textMark(`key name ${part}`, x + 35, y + 4, `${percentOf(part)}\u202f%`, { "font-size": 11, fill: theme.ink2 }),
        ];
      }),
      ...steps.map(({ nodes }, i) =>
        pathMark(`region ${i}`, nodes.map((place) => cell(pointOf(pitch, place), pitch)).join(""), {
          fill: hasRelay && i === 0 ? theme.accent : theme.ink,
          "fill-opacity": hasRelay && i === 0 ? 0.09 : 0.05,
        }),
      ),
      pathMark("links", wires(grid, pitch), { stroke: theme.wire, "stroke-width": 1 }),
      ...steps.flatMap(({ channels }, step) =>
        channels.flatMap(({ from: at, dimension, sign, part }) => {
          const key = `${step} ${at.join(" ")} ${dimension} ${sign}`;
          const [x, y] = pointOf(pitch, at);
          return carryingMarks(key, x, y, dimension, sign, part, { pitch, grid, at, theme });
        }),
      ),
      ...places
        .filter((place) => !isNamed(place))
        .map((place) => {
          const [x, y] = pointOf(pitch, place);
          const key = `node ${place.join(" ")}`;
          return isBlack(place)
            ? circleMark(key, x, y, tenth(size * 0.6), { fill: theme.ink })
            : circleMark(key, x, y, tenth(size * 0.4), { fill: theme.ground, stroke: theme.edge, "stroke-width": 1.2 });
        }),
      ...named.flatMap(([name, place]) => namedMarks(name, pointOf(pitch, place), size, theme)),
    ],
  };
}

/** Path data of the square around a node. */
function cell([x, y]: readonly [number, number], pitch: number): string {
  const side = tenth(pitch);
  return `M${tenth(x - pitch / 2)} ${tenth(y - pitch / 2)}h${side}v${side}h${-side}z`;
}

/** Path data of all links. Wrap-around links are two stubs. */
function wires([columns, rows]: RelayedPair["grid"], pitch: number): string {
  const far = (size: number) => tenth((size - 1 + 2 * edge) * pitch - pitch * stub);
  const near = tenth(pitch * stub);
  const across = Array.from({ length: rows }, (_, y) => `M${near} ${tenth((edge + y) * pitch)}H${far(columns)}`);
  const down = Array.from({ length: columns }, (_, x) => `M${tenth((edge + x) * pitch)} ${near}V${far(rows)}`);
  return [...across, ...down].join("");
}

/** Distance of the outer ends of stubs from the edge of the drawing, as a multiple of the pitch. */
const stub = 0.12;

interface Around {
  readonly pitch: number;
  readonly grid: RelayedPair["grid"];
  readonly at: Place;
  readonly theme: Theme;
}

/** Color and width of a channel by its share of the data. Both are offset so that a small share is visible. */
function looksOf(part: number, theme: Theme): { readonly colour: string; readonly wide: number } {
  return { colour: palette(theme, "ground").fill[toneOf(0.16 + 0.84 * part)], wide: 2.4 + 4.6 * part };
}

/**
 * A channel with its share. It is drawn on the right-hand side of its link, so that both directions are visible, and cut if it wraps
 * around.
 */
function carryingMarks(key: string, x: number, y: number, dimension: 0 | 1, sign: 1 | -1, part: number, around: Around): readonly Mark[] {
  const { pitch, grid, at, theme } = around;
  const { colour, wide } = looksOf(part, theme);
  const aside = (1.5 + wide / 2) * sign;
  const point = (along: number): readonly [number, number] =>
    dimension === 0 ? [x + along * sign, y + aside] : [x - aside, y + along * sign];
  const line = (a: number, b: number) => {
    const [[x1, y1], [x2, y2]] = [point(a), point(b)];
    return `M${tenth(x1)} ${tenth(y1)}L${tenth(x2)} ${tenth(y2)}`;
  };
  const next = at[dimension] + sign;
  const isCut = next < 0 || next >= grid[dimension];
  const room = pitch * 0.17;
  const reach = isCut ? pitch * (edge - stub) : pitch - room;
  // The second stub is at the opposite end of the row.
  const other = isCut ? line(-(grid[dimension] - 1 + edge - stub) * pitch, -(grid[dimension] - 1) * pitch - room) : "";
  const [middleX, middleY] = point(isCut ? reach * 0.62 : pitch / 2);
  return [
    pathMark(`way ${key}`, line(room, reach) + other, { stroke: colour, "stroke-width": tenth(wide), "stroke-linecap": "butt" }),
    pathMark(`head ${key}`, arrow(middleX, middleY, dimension, sign, 3 + wide / 2), { fill: colour }),
    ...(pitch < legible.whole ? [] : [partMark(key, middleX, middleY, dimension, sign, wide, part, pitch < legible.fully, theme)]),
  ];
}

/** An arrowhead centered at a point. */
function arrow(x: number, y: number, dimension: 0 | 1, sign: 1 | -1, size: number): string {
  const [dx, dy] = dimension === 0 ? [sign, 0] : [0, sign];
  const at = (along: number, aside: number) => `${tenth(x + dx * along - dy * aside)} ${tenth(y + dy * along + dx * aside)}`;
  return `M${at(size, 0)}L${at(-size * 0.7, size * 0.85)}L${at(-size * 0.7, -size * 0.85)}z`;
}

/**
 * The share in percent, on the outer side of its channel. If columns are close, the labels of opposite directions are at different heights.
 */
function partMark(
  key: string,
  x: number,
  y: number,
  dimension: 0 | 1,
  sign: 1 | -1,
  wide: number,
  part: number,
  isNarrow: boolean,
  theme: Theme,
): Mark {
  const away = 5 + wide / 2;
  const down = isNarrow && sign > 0 ? 12 : 4;
  const [dx, dy, anchor] = dimension === 0 ? [0, sign > 0 ? away + 7 : -away, "middle"] : [-sign * away, down, sign > 0 ? "end" : "start"];
  return textMark(`part ${key}`, x + dx, y + dy, isNarrow ? (100 * part).toFixed(0) : percentOf(part), {
    "font-size": 11,
    "text-anchor": anchor,
    fill: theme.ink2,
  });
}

/** A share in percent, with a decimal only where it is needed: `12.5`, `100`. */
export function percentOf(part: number): string {
  const percent = 100 * part;
  return percent < 20 && Math.abs(percent - Math.round(percent)) > 0.05 ? percent.toFixed(1) : percent.toFixed(0);
}

/** The marker of a source (S), a destination (D) or a relay (X), with its letter. */
function namedMarks(name: string, [x, y]: readonly [number, number], size: number, theme: Theme): readonly Mark[] {
  const style =
    name === "S"
      ? { fill: theme.ink, stroke: theme.ground }
      : name === "D"
        ? { fill: theme.ground, stroke: theme.ink }
        : { fill: theme.accent, stroke: theme.ground };
  return [
    circleMark(`named ${name}`, x, y, size, { ...style, "stroke-width": 1.6 }),
    textMark(`name ${name}`, x, y + size * 0.36, name, {
      "font-size": Math.round(size * 1.1),
      "font-weight": strongWeight,
      "text-anchor": "middle",
      fill: name === "D" ? theme.ink : theme.ground,
    }),
  ];
}
