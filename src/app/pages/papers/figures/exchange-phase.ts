/**
 * Draws a phase of an exchange: processors as dots in their grid, a curve for each message, and the messages of the selected processor
 * highlighted.
 */
import { strongWeight } from "../../../../views/plot/text-width.ts";
import type { ExchangePhase, ProcessorGrid } from "../../../../reproductions/contract.ts";
import { circleMark, type Mark, pathMark, textMark } from "../../../../views/marks/marks.ts";
import type { FigureDrawing, FigureContext } from "./contract.ts";

/** Space for the numbers of rows and of columns, and the maximum and minimum width of a cell, in px. */
const [left, top, maxCell, minCell] = [34, 30, 62, 18];
/** Distance of a curve's control point from the straight line, as a fraction of the distance between the dots. */
const curveBend = 0.16;

/** The name of a processor: its row and column. */
export const processName = (rank: number, columns: number) => `(${Math.floor(rank / columns)}, ${rank % columns})`;

/** Lays a phase out. The message that the selected processor sends has the accent color, the message that it receives the text color. */
export function layoutPhase(
  { P, Q }: ProcessorGrid,
  phase: ExchangePhase,
  selectedRank: number,
  { width, theme }: FigureContext,
): FigureDrawing {
  const cell = Math.max(minCell, Math.min(maxCell, Math.floor((width - left - 4) / Q)));
  const radius = cell > 30 ? 5 : cell > 22 ? 4 : 3;
  const positions = Array.from({ length: P * Q }, (_, rank): readonly [number, number] => [
    left + ((rank % Q) + 0.5) * cell,
    top + (Math.floor(rank / Q) + 0.5) * cell,
  ]);
  const source = phase.sources[selectedRank];
  const printedSource = phase.printedSources[selectedRank];
  const curveOf = (from: number, to: number) => curveBetween(positions[from], positions[to], radius + 3);
  const isIdle = (rank: number) => phase.destinations[rank] === rank;
  const indexMark = (key: string, x: number, y: number, text: number, isSelected: boolean) =>
    textMark(key, x, y, String(text), {
      "font-size": 11,
      "text-anchor": "middle",
      fill: isSelected ? theme.ink : theme.ink2,
      "font-weight": isSelected ? strongWeight : 400,
    });
  // Messages other than those of the selected processor.
  const otherSenders = positions.flatMap((_, rank) => (isIdle(rank) || rank === selectedRank || rank === source ? [] : [rank]));
  const targets = positions.map(([x, y], rank) => ({
    x,
    y,
    width: cell,
    height: cell,
    value: processName(rank, Q),
    name: isIdle(rank) ? "keeps its data" : `sends to ${processName(phase.destinations[rank], Q)}`,
    outline: [circleMark("hover", x, y, radius + 4, { fill: "none", stroke: theme.ink })],
    clickSelection: { is: "terminal", terminal: rank } as const,
  }));
  return {
    width: left + Q * cell + 4,
    height: top + P * cell + 4,
    marks: [
      textMark("p", 10, top - 10, "p", { "font-size": 12, "font-style": "italic", fill: theme.ink2 }),
      textMark("q", left - 8, 12, "q", { "font-size": 12, "font-style": "italic", fill: theme.ink2 }),
      ...Array.from({ length: Q }, (_, q) => indexMark(`column ${q}`, left + (q + 0.5) * cell, 14, q, q === selectedRank % Q)),
      ...Array.from({ length: P }, (_, p) => indexMark(`row ${p}`, 14, top + (p + 0.5) * cell + 4, p, p === Math.floor(selectedRank / Q))),
      ...otherSenders.map((rank) =>
        pathMark(`send ${rank}`, curveOf(rank, phase.destinations[rank]).path, {
          stroke: theme.wire,
          "stroke-width": 1,
          "stroke-opacity": 0.8,
        }),
      ),
      ...positions.map(([x, y], rank) => ({
        ...circleMark(`processor ${rank}`, x, y, radius, { fill: rank === selectedRank ? theme.accent : theme.edge }),
        targets: [targets[rank]],
      })),
      ...positions.flatMap(([x, y], rank) =>
        isIdle(rank)
          ? [circleMark(`keeps ${rank}`, x, y, radius + 3, { fill: "none", stroke: rank === selectedRank ? theme.accent : theme.edge })]
          : [],
      ),
      ...(source === selectedRank ? [] : arrowMarks("received", curveOf(source, selectedRank), theme.ink)),
      ...(isIdle(selectedRank) ? [] : arrowMarks("sent", curveOf(selectedRank, phase.destinations[selectedRank]), theme.accent)),
      // Mark the processor that the printed program would wait for, if it is not the sender.
      ...(printedSource === source
        ? []
        : [circleMark("printed", ...positions[printedSource], radius + 5, { fill: "none", stroke: theme.ink, "stroke-dasharray": "2 3" })]),
    ],
  };
}

interface MessageCurve {
  readonly path: string;
  readonly tip: readonly [number, number];
  /** Direction of the curve at its tip, in radians. */
  readonly angle: number;
}

/** A curve between two dots, bent to the left, that ends `gap` pixels before each dot. */
function curveBetween([x0, y0]: readonly [number, number], [x1, y1]: readonly [number, number], gap: number): MessageCurve {
  const [dx, dy] = [x1 - x0, y1 - y0];
  const [cx, cy] = [(x0 + x1) / 2 + dy * curveBend, (y0 + y1) / 2 - dx * curveBend];
  const endNear = (fromX: number, fromY: number): readonly [number, number] => {
    const length = Math.hypot(cx - fromX, cy - fromY) || 1;
    return [fromX + ((cx - fromX) * gap) / length, fromY + ((cy - fromY) * gap) / length];
  };
  const [start, tip] = [endNear(x0, y0), endNear(x1, y1)];
  const formatPoint = (x: number, y: number) => `${x.toFixed(1)} ${y.toFixed(1)}`;
  return { path: `M${formatPoint(...start)}Q${formatPoint(cx, cy)} ${formatPoint(...tip)}`, tip, angle: Math.atan2(y1 - cy, x1 - cx) };
}

/** A curve with an arrowhead. */
function arrowMarks(key: string, { path, tip: [x, y], angle }: MessageCurve, color: string): readonly Mark[] {
  const corner = (angleOffset: number) =>
    `L${(x - 9 * Math.cos(angle + angleOffset)).toFixed(1)} ${(y - 9 * Math.sin(angle + angleOffset)).toFixed(1)}`;
  return [
    pathMark(key, path, { stroke: color, "stroke-width": 2 }),
    pathMark(`${key} head`, `M${x.toFixed(1)} ${y.toFixed(1)}${corner(0.42)}${corner(-0.42)}z`, { fill: color }),
  ];
}
