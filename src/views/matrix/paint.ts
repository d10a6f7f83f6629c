/** A placed matrix and its values → marks. Cells of one tone share one path, so that elements do not grow with the network. */
import { strongWeight } from "../plot/text-width.ts";
import { smallText } from "../plot/vertical-axis.ts";
import type { Network } from "../../core/network/network.ts";
import type { Canvas, Highlight } from "../contract.ts";
import { inkPalette, toneCount, toneOf } from "../marks/color.ts";
import { formatPercent } from "../../words/numbers.ts";
import { type Mark, pathMark, roundedRectanglePath, textMark } from "../marks/marks.ts";
import type { CongestionMatrix, MatrixCell } from "./layout.ts";
import { memberWithMost, type MatrixValues } from "./values.ts";

/**
 * Marks of the matrix: cells of switches and ports, darker the larger their value is relative to the largest one of all switches or ports;
 * outlines of highlighted cells; and values as numbers. A cell of several switches or ports shows their largest value.
 */
export function matrixMarks(
  matrix: CongestionMatrix,
  values: MatrixValues,
  network: Network,
  highlight: Highlight,
  { theme }: Canvas,
): readonly Mark[] {
  const { ports, switches, isNested, radius, font } = matrix;
  const palette = inkPalette(theme);
  const relativeTo = (value: number, worst: number) => (worst > 0 ? value / worst : 0);
  const relativePortValue = ({ members }: MatrixCell) =>
    relativeTo(values.ofChannel[memberWithMost(members, values.ofChannel)], values.worstChannel);
  const relativeSwitchValue = ({ members }: MatrixCell) =>
    relativeTo(values.ofSwitch[memberWithMost(members, values.ofSwitch, network.terminals) - network.terminals], values.worstSwitch);
  const edge =
    switches.length > 0 && switches[0].width >= 4 ? { stroke: theme.edge, "stroke-width": switches[0].width >= 12 ? 1 : 0.5 } : {};
  const marks: Mark[] = [];
  const addTonedCells = (
    key: string,
    cells: readonly MatrixCell[],
    cornerRadius: number,
    valueOf: (cell: MatrixCell) => number,
    style: typeof edge,
  ) => {
    const byTone = Array.from({ length: toneCount + 1 }, () => "");
    for (const cell of cells) byTone[toneOf(valueOf(cell))] += outlineOf(cell, cornerRadius);
    byTone.forEach((d, tone) => d !== "" && marks.push(pathMark(`${key} ${tone}`, d, { fill: palette.fill[tone], ...style })));
  };
  // The cells. Where cells of ports lie within those of switches, only the ports have tones.
  if (isNested)
    marks.push(pathMark("switches", switches.map((cell) => outlineOf(cell, radius.switch)).join(""), { fill: theme.surface, ...edge }));
  else addTonedCells("switches", switches, radius.switch, relativeSwitchValue, ports.length > 0 ? {} : edge);
  addTonedCells("ports", ports, radius.port, relativePortValue, {});
  if (matrix.unpluggedRings !== "") marks.push(pathMark("unplugged", matrix.unpluggedRings, { stroke: theme.edge, "stroke-width": 1 }));
  marks.push(...highlightOutlines(matrix, highlight, theme.accent));

  // The values as numbers.
  const addValue = (key: string, { x, y, width, height }: MatrixCell, value: number, size: number, style: Mark["attributes"]) =>
    marks.push(
      textMark(key, x + width / 2, y + height / 2 + size * 0.36, formatPercent(value), {
        // Three digits need a smaller font than two.
        "font-size": value > 0.995 && width < 26 ? size - 1.5 : size,
        "text-anchor": "middle",
        ...style,
      }),
    );
  const inkFor = (value: number) => ({ fill: palette.ink[toneOf(value)] });
  if (font.port > 0)
    ports.forEach((cell, i) => {
      const value = relativePortValue(cell);
      addValue(`port ${i}`, cell, value, font.port, { ...inkFor(value), "fill-opacity": value < 0.005 ? 0.7 : 1 });
    });
  if (font.switch > 0)
    switches.forEach((cell, i) => {
      const value = relativeSwitchValue(cell);
      addValue(`switch ${i}`, cell, value, font.switch, {
        ...(isNested ? { fill: theme.ink } : inkFor(value)),
        "font-weight": strongWeight,
      });
    });
  return marks;
}

/** The labels of a placed matrix as marks. */
export function matrixLabelMarks({ labels }: CongestionMatrix, { theme }: Canvas): readonly Mark[] {
  return labels.map(({ x, y, text, anchor }) => textMark(`word ${text} ${Math.round(y)}`, x, y, text, smallText(theme, anchor)));
}

/** Outlines of the ports and switches that belong to the selection. */
function highlightOutlines({ ports, switches, radius }: CongestionMatrix, highlight: Highlight, accent: string): readonly Mark[] {
  const outlineMembers = (key: string, cells: readonly MatrixCell[], cornerRadius: number, highlighted: ReadonlySet<number>) => {
    const d = cells.filter(({ members }) => members.some((member) => highlighted.has(member))).map((cell) => outlineOf(cell, cornerRadius));
    return d.length === 0 ? [] : [pathMark(key, d.join(""), { stroke: accent, "stroke-width": 2 })];
  };
  return [
    ...outlineMembers("highlighted switches", switches, radius.switch, highlight.switches),
    ...outlineMembers("highlighted ports", ports, radius.port, highlight.channels),
  ];
}

const cachedOutlines = new WeakMap<MatrixCell, string>();

/** Outline of a cell. Cells do not move, so the path is cached. */
function outlineOf(cell: MatrixCell, cornerRadius: number): string {
  const cached = cachedOutlines.get(cell);
  if (cached !== undefined) return cached;
  const d = roundedRectanglePath(cell.x, cell.y, cell.width, cell.height, cornerRadius);
  cachedOutlines.set(cell, d);
  return d;
}
