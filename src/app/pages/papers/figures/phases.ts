/**
 * Draws a phase of an exchange: processors as dots in their grid, a curve for each message, and the messages of the selected processor
 * highlighted.
 */
import { strongWeight } from "../../../../views/plot/text-width.ts";
import type { ExchangePhase, ProcessorGrid } from "../../../../reproductions/contract.ts";
import { circleMark, type Mark, pathMark, textMark } from "../../../../views/marks/marks.ts";
import type { Drawn, Room } from "./contract.ts";

/** Space for the numbers of rows and of columns, and the maximum and minimum width of a cell, in px. */
const [left, top, mostCell, leastCell] = [34, 30, 62, 18];
/** Distance of a curve's control point from the straight line, as a fraction of the distance between the dots. */
const bend = 0.16;

/** The name of a processor: its row and column. */
export const processName = (rank: number, columns: number) => `(${Math.floor(rank / columns)}, ${rank % columns})`;

/** Lays a phase out. The message that the selected processor sends has the accent color, the message that it receives the text color. */
export function layoutPhase({ P, Q }: ProcessorGrid, phase: ExchangePhase, picked: number, { width, theme }: Room): Drawn {
  const cell = Math.max(leastCell, Math.min(mostCell, Math.floor((width - left - 4) / Q)));
  const radius = cell > 30 ? 5 : cell > 22 ? 4 : 3;
  const at = Array.from({ length: P * Q }, (_, rank): readonly [number, number] => [
    left + ((rank % Q) + 0.5) * cell,
    top + (Math.floor(rank / Q) + 0.5) * cell,
  ]);
  const source = phase.from[picked];
  const printed = phase.printedFrom[picked];
  const ends = (from: number, to: number) => curve(at[from], at[to], radius + 3);
  const isSelf = (rank: number) => phase.to[rank] === rank;
  const name = (key: string, x: number, y: number, text: number, isOwn: boolean) =>
    textMark(key, x, y, String(text), {
      "font-size": 11,
      "text-anchor": "middle",
      fill: isOwn ? theme.ink : theme.ink2,
      "font-weight": isOwn ? strongWeight : 400,
    });
  // Messages other than those of the selected processor.
  const sends = at.flatMap((_, rank) => (isSelf(rank) || rank === picked || rank === source ? [] : [rank]));
  const targets = at.map(([x, y], rank) => ({
    x,
    y,
    width: cell,
    height: cell,
    value: processName(rank, Q),
    name: isSelf(rank) ? "keeps what it has" : `sends to ${processName(phase.to[rank], Q)}`,
    outline: [circleMark("hover", x, y, radius + 4, { fill: "none", stroke: theme.ink })],
    picks: { is: "terminal", terminal: rank } as const,
  }));
  return {
    width: left + Q * cell + 4,
    height: top + P * cell + 4,
    marks: [
      textMark("p", 10, top - 10, "p", { "font-size": 12, "font-style": "italic", fill: theme.ink2 }),
      textMark("q", left - 8, 12, "q", { "font-size": 12, "font-style": "italic", fill: theme.ink2 }),
      ...Array.from({ length: Q }, (_, q) => name(`column ${q}`, left + (q + 0.5) * cell, 14, q, q === picked % Q)),
      ...Array.from({ length: P }, (_, p) => name(`row ${p}`, 14, top + (p + 0.5) * cell + 4, p, p === Math.floor(picked / Q))),
      ...sends.map((rank) =>
        pathMark(`send ${rank}`, ends(rank, phase.to[rank]).path, { stroke: theme.wire, "stroke-width": 1, "stroke-opacity": 0.8 }),
      ),
      ...at.map(([x, y], rank) => ({
        ...circleMark(`processor ${rank}`, x, y, radius, { fill: rank === picked ? theme.accent : theme.edge }),
        targets: [targets[rank]],
      })),
      ...at.flatMap(([x, y], rank) =>
        isSelf(rank)
          ? [circleMark(`keeps ${rank}`, x, y, radius + 3, { fill: "none", stroke: rank === picked ? theme.accent : theme.edge })]
          : [],
      ),
      ...(source === picked ? [] : arrow("received", ends(source, picked), theme.ink)),
      ...(isSelf(picked) ? [] : arrow("sent", ends(picked, phase.to[picked]), theme.accent)),
      // Mark the processor that the printed program would wait for, if it is not the sender.
      ...(printed === source
        ? []
        : [circleMark("printed", ...at[printed], radius + 5, { fill: "none", stroke: theme.ink, "stroke-dasharray": "2 3" })]),
    ],
  };
}

interface Curve {
  readonly path: string;
  readonly tip: readonly [number, number];
  /** Direction of the curve at its tip, in radians. */
  readonly angle: number;
}

/** A curve between two dots, bent to the left, that ends `gap` pixels before each dot. */
function curve([x0, y0]: readonly [number, number], [x1, y1]: readonly [number, number], gap: number): Curve {
  const [dx, dy] = [x1 - x0, y1 - y0];
  const [cx, cy] = [(x0 + x1) / 2 + dy * bend, (y0 + y1) / 2 - dx * bend];
  const towards = (fromX: number, fromY: number): readonly [number, number] => {
    const length = Math.hypot(cx - fromX, cy - fromY) || 1;
    return [fromX + ((cx - fromX) * gap) / length, fromY + ((cy - fromY) * gap) / length];
  };
  const [begin, tip] = [towards(x0, y0), towards(x1, y1)];
  const text = (x: number, y: number) => `${x.toFixed(1)} ${y.toFixed(1)}`;
  return { path: `M${text(...begin)}Q${text(cx, cy)} ${text(...tip)}`, tip, angle: Math.atan2(y1 - cy, x1 - cx) };
}

/** A curve with an arrowhead. */
function arrow(key: string, { path, tip: [x, y], angle }: Curve, colour: string): readonly Mark[] {
  const corner = (turn: number) => `L${(x - 9 * Math.cos(angle + turn)).toFixed(1)} ${(y - 9 * Math.sin(angle + turn)).toFixed(1)}`;
  return [
    pathMark(key, path, { stroke: colour, "stroke-width": 2 }),
    pathMark(`${key} head`, `M${x.toFixed(1)} ${y.toFixed(1)}${corner(0.42)}${corner(-0.42)}z`, { fill: colour }),
  ];
}
