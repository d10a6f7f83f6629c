/** A placed matrix and its values → marks. Cells of one tone share one path, so that elements do not grow with the network. */
import { strongWeight } from "../plot/text-width.ts";
import { small } from "../plot/axes.ts";
import type { Network } from "../../core/network/network.ts";
import type { Canvas, Highlight } from "../contract.ts";
import { shades, tones, toneOf } from "../marks/colour.ts";
import { formatPercent } from "../../words/numbers.ts";
import { type Mark, pathMark, roundedRectangle, textMark } from "../marks/marks.ts";
import type { Matrix, Part } from "./place.ts";
import { mostOf, type Values } from "./values.ts";

/** The marks of a matrix: switches, ports, values, and outlines of highlighted cells. */
export function paintMatrix(matrix: Matrix, values: Values, network: Network, highlight: Highlight, { theme }: Canvas): readonly Mark[] {
  const { ports, switches, isNested, radius, font } = matrix;
  const colours = shades(theme);
  const part = (value: number, worst: number) => (worst > 0 ? value / worst : 0);
  const portPart = ({ of }: Part) => part(values.ofChannel[mostOf(of, values.ofChannel)], values.worstChannel);
  const switchPart = ({ of }: Part) =>
    part(values.ofSwitch[mostOf(of, values.ofSwitch, network.terminals) - network.terminals], values.worstSwitch);
  const edge =
    switches.length > 0 && switches[0].width >= 4 ? { stroke: theme.edge, "stroke-width": switches[0].width >= 12 ? 1 : 0.5 } : {};
  const marks: Mark[] = [];
  const tonesOf = (key: string, parts: readonly Part[], corner: number, of: (part: Part) => number, style: typeof edge) => {
    const byTone = Array.from({ length: tones + 1 }, () => "");
    for (const each of parts) byTone[toneOf(of(each))] += outline(each, corner);
    byTone.forEach((d, tone) => d !== "" && marks.push(pathMark(`${key} ${tone}`, d, { fill: colours.fill[tone], ...style })));
  };
  if (isNested)
    marks.push(pathMark("switches", switches.map((each) => outline(each, radius.switch)).join(""), { fill: theme.surface, ...edge }));
  else tonesOf("switches", switches, radius.switch, switchPart, ports.length > 0 ? {} : edge);
  tonesOf("ports", ports, radius.port, portPart, {});
  if (matrix.unplugged !== "") marks.push(pathMark("unplugged", matrix.unplugged, { stroke: theme.edge, "stroke-width": 1 }));
  marks.push(...outlinesOf(matrix, highlight, theme.accent));

  const number = (key: string, { x, y, width, height }: Part, value: number, size: number, style: Mark["attributes"]) =>
    marks.push(
      textMark(key, x + width / 2, y + height / 2 + size * 0.36, formatPercent(value), {
        // Three digits need a smaller font than two.
        "font-size": value > 0.995 && width < 26 ? size - 1.5 : size,
        "text-anchor": "middle",
        ...style,
      }),
    );
  const ink = (value: number) => ({ fill: colours.ink[toneOf(value)] });
  if (font.port > 0)
    ports.forEach((each, i) => {
      const value = portPart(each);
      number(`port ${i}`, each, value, font.port, { ...ink(value), "fill-opacity": value < 0.005 ? 0.7 : 1 });
    });
  if (font.switch > 0)
    switches.forEach((each, i) => {
      const value = switchPart(each);
      number(`switch ${i}`, each, value, font.switch, { ...(isNested ? { fill: theme.ink } : ink(value)), "font-weight": strongWeight });
    });
  return marks;
}

/** The labels of a placed matrix as marks. */
export function paintWords({ words }: Matrix, { theme }: Canvas): readonly Mark[] {
  return words.map(({ x, y, text, anchor }) => textMark(`word ${text} ${Math.round(y)}`, x, y, text, small(theme, anchor)));
}

/** Outlines of the ports and switches that belong to the selection. */
function outlinesOf({ ports, switches, radius }: Matrix, highlight: Highlight, accent: string): readonly Mark[] {
  const around = (key: string, parts: readonly Part[], corner: number, members: ReadonlySet<number>) => {
    const d = parts.filter(({ of }) => of.some((each) => members.has(each))).map((each) => outline(each, corner));
    return d.length === 0 ? [] : [pathMark(key, d.join(""), { stroke: accent, "stroke-width": 2 })];
  };
  return [
    ...around("highlighted switches", switches, radius.switch, highlight.switches),
    ...around("highlighted ports", ports, radius.port, highlight.channels),
  ];
}

const outlines = new WeakMap<Part, string>();

/** Outline of a cell. Cells do not move, so the path is cached. */
function outline(part: Part, corner: number): string {
  const known = outlines.get(part);
  if (known !== undefined) return known;
  const d = roundedRectangle(part.x, part.y, part.width, part.height, corner);
  outlines.set(part, d);
  return d;
}
