/**
 * Where packets wait, without the links. Each input port has a value for the packets that arrive by it, and each switch the sum of its
 * ports; both in % of the worst of their kind. Trees have the matrix of QsNET: a cell for each port above and below, the switch's own value
 * in the center. Any other network has a row for each class of channels and direction, and a column for each switch. The paper's values are
 * delay since injection: they grow along the path even where no packet waits, as its complement traffic shows. (Petrini et al. (QsNET),
 * §5.4, Fig. 15)
 */
import { select } from "d3-selection";
import { insideOf } from "../../core/network/inside.ts";
import { idOfNode, isTree, nameOfChannel, nameOfNode, type Network } from "../../core/network/network.ts";
import { type Canvas, choiceOf, type View, type ViewData, type ViewOption } from "../contract.ts";
import { type Along, alongTheWay } from "./along.ts";
import { cellKeys, takeCells } from "./cell-hand.ts";
import { needsFrame } from "./needs.ts";
import { paintMatrix, paintWords } from "./paint.ts";
import { partAt, type Target } from "./pick.ts";
import { placeMatrix, roomOf } from "./place.ts";
import { mostOf, valuesOf, type Values } from "./values.ts";
import { linesOf } from "./who-waited.ts";
import { formatCount, formatMeasure, formatPercent, formatRatio, sayPercent, withUnit } from "../../words/numbers.ts";
import type { Units } from "../../words/units.ts";
import { endColumns, endsOf } from "../readings/channel-table.ts";
import { countedIn, type Loads, loadsOf } from "../readings/loads.ts";
import { type Drawing, drawMarks, type Mark, pathMark, roundedRectangle, tenth } from "../marks/marks.ts";
import { drawPointed, type Finder, inSight } from "../marks/pointing.ts";

/** A measure of the congestion of a port. */
export interface Metric {
  readonly id: string;
  readonly title: string;
  readonly unit: string;
  /** Formats a value; the usual format of the unit when absent. */
  write?(value: number): string;
  /** The value of a channel. */
  of(loads: Loads, channel: number): number;
  /** Whether channels to terminals have a value, too. */
  hasExits(network: Network): boolean;
  /** The sentence shown while all values are 0. */
  readonly none: string;
  say(where: string, value: string): string;
  /** Whether the summary describes how the values grow along a path. */
  readonly growsAlong?: true;
}

/** The metrics that the reader can choose; the first is the default. */
const metrics: readonly Metric[] = [
  {
    id: "waiting",
    title: "Waiting",
    unit: "cycles",
    of: (loads, c) => loads.waiting(c),
    hasExits: ({ forwards }) => forwards,
    none: "No packet has waited yet.",
    say: (where) => `Packets wait longest in ${where}`,
  },
  {
    id: "delay",
    title: "Delay since injection (Fig. 15)",
    unit: "cycles",
    of: (loads, c) => loads.sinceInjection(c),
    hasExits: () => true,
    none: "No packet has arrived anywhere yet.",
    say: (where, value) => `Time since injection, added up at every arrival, is most in ${where}, ${value}`,
    growsAlong: true,
  },
  {
    id: "load",
    title: "Load",
    unit: "phits/cycle",
    of: (loads, c) => loads.of(c),
    hasExits: () => true,
    none: "Nothing moves yet.",
    say: (where, value) => `Most arrives at ${where}, ${value}`,
  },
];

const options: readonly ViewOption[] = [
  { id: "metric", title: "Metric", among: Object.fromEntries(metrics.map(({ id, title }) => [id, title])) },
];

/** Load where links have different rates: utilization relative to the rate. */
const share: Metric = {
  id: "load",
  title: "Load",
  unit: "of its own rate",
  write: formatRatio,
  of: (loads, c) => loads.share(c),
  hasExits: () => true,
  none: "Nothing moves yet.",
  say: (where, value) => `The links into ${where} are the fullest, together ${value.split(/\s/)[0]} full ones`,
};

const metricOf = ({ choices, links }: ViewData) => {
  const chosen = choiceOf({ options }, choices, "metric");
  if (chosen === share.id && links !== undefined) return share;
  return metrics.find(({ id }) => id === chosen) ?? metrics[0];
};

/** A value of a metric with its unit. */
const sayIn = (units: Units, { unit, write = units.writerOf(unit) }: Metric, value: number) => units.sayOf(value, unit, write);

/** All values of the matrix in the selected metric. */
function measure(data: ViewData, network: Network): Values {
  const metric = metricOf(data);
  const loads = loadsOf(data);
  return valuesOf(network, metric.hasExits(network), (channel) => metric.of(loads, channel));
}

export interface MatrixMarks extends Drawing {
  readonly target: Target | null;
  readonly metric: Metric;
  readonly words: readonly Mark[];
  readonly waits: ViewData["waits"];
  /** Cycle up to which the values are counted, or the end of the span. */
  readonly to: number;
}

/** Hit test: the port or switch under the pointer, with its value, its part of the worst, its name, and the packets that waited there. */
const find: Finder<MatrixMarks> = ({ target, metric, waits, to }, x, y, _within, { units, theme }) => {
  const found = target === null ? null : partAt(target, x, y);
  if (target === null || found === null) return null;
  const { network, values } = target;
  const { part, selected } = found;
  const told = (value: number, worst: number, kind: string) =>
    `${sayIn(units, metric, value)}${worst > 0 ? `, ${sayPercent(value / worst)} of the worst ${kind}` : ""}`;
  const place = { x: part.x + part.width / 2, y: part.y + part.height / 2 };
  const outline = [
    pathMark("hover", roundedRectangle(part.x, part.y, part.width, part.height, 2), { stroke: theme.ink, "stroke-width": 1.5 }),
  ];
  if (selected.is === "channel") {
    const { channel } = selected;
    // The waits may still be those of the channel hovered before.
    const own = waits !== null && waits !== "sought" && waits.channel !== channel ? "sought" : waits;
    return {
      ...place,
      value: told(values.ofChannel[channel], values.worstChannel, "link"),
      name: nameOfChannel(network, channel),
      more: linesOf(units, own, to, network),
      outline,
      asks: channel,
      picks: selected,
    };
  }
  if (selected.is !== "switch") return null;
  const own = values.channels.filter((c) => network.head[c] === selected.node);
  const most = own.length === 0 ? -1 : mostOf(own, values.ofChannel);
  return {
    ...place,
    value: told(values.ofSwitch[selected.node - network.terminals], values.worstSwitch, "switch"),
    name: nameOfNode(network, selected.node),
    more: most >= 0 && values.ofChannel[most] > 0 ? [`Most of it from ${nameOfNode(network, network.tail[most])}.`] : [],
    outline,
    picks: selected,
  };
};

/** A sentence on the growth of values along a path, relative to the worst link. */
function sayAlong({ parts, isEven }: Along): string {
  const numbers = withUnit(parts.map(formatPercent).join(", "), "%");
  return isEven
    ? ` It is the same on all links of a level, and grows along the way: ${numbers} of that.`
    : ` It grows along the way, on average ${numbers} of that.`;
}

/** Draws the names of the rows. In a scrolled matrix they stay at the visible left edge. */
function drawWords({ words, target }: MatrixMarks, into: SVGGElement, canvas: Canvas): void {
  const layer = select(into).selectChildren<SVGGElement, unknown>("g.words").data([0]).join("g").attr("class", "words");
  const node = layer.node();
  if (node === null) return;
  drawMarks(words, node);
  if (target?.matrix.wordsStay !== true) return;
  const stay = () => node.setAttribute("transform", `translate(${tenth(inSight(into, canvas).left)} 0)`);
  stay();
  // Several networks may be drawn in one box: each layer has exactly one scroll listener.
  const box = into.closest(".view-box");
  const before = staying.get(node);
  if (before !== undefined) box?.removeEventListener("scroll", before);
  staying.set(node, stay);
  box?.addEventListener("scroll", stay, { passive: true });
}

const staying = new WeakMap<Element, () => void>();

export const congestionMatrix: View<MatrixMarks> = {
  id: "congestion-matrix",
  title: "Congestion matrix",
  options,

  room: (data, width) =>
    data.network === null ? { width, height: 160 } : roomOf(data.network, width, metricOf(data).hasExits(data.network)),

  keys: cellKeys,

  needs: needsFrame,

  summary(data) {
    const { network } = data;
    if (network === null) return "No network yet.";
    const metric = metricOf(data);
    const values = measure(data, network);
    const { ofSwitch, worstSwitch, ofChannel, worstChannel, channels } = values;
    if (worstSwitch === 0) return metric.none;
    const hottest = [...ofSwitch.keys()].filter((s) => ofSwitch[s] >= worstSwitch * 0.95);
    const free = ofSwitch.reduce((count, own) => count + (own < worstSwitch * 0.005 ? 1 : 0), 0);
    const others = hottest.length > 1 ? ` and ${hottest.length - 1} more like it` : "";
    const inside = insideOf(network)?.switches ?? 0;
    // Elsewhere switches within hosts are not counted, but here they have columns.
    const those = inside > 0 ? ", those within hosts included" : "";
    const idle = free > 0 ? `, hardly at all in ${formatCount(free)} of ${formatCount(network.switches)} switches${those}` : "";
    const value = sayIn(data.units, metric, ofSwitch[hottest[0]]);
    const worst = channels.find((c) => ofChannel[c] === worstChannel) ?? channels[0];
    const link = `The hottest link is ${nameOfChannel(network, worst)}, ${sayIn(data.units, metric, worstChannel)}.`;
    const along = metric.growsAlong === true && isTree(network.axes) ? alongTheWay(network, values) : null;
    return `${metric.say(nameOfNode(network, network.terminals + hottest[0]) + others, value)}${idle}. ${link}${along === null ? "" : sayAlong(along)}`;
  },

  layout(data, canvas) {
    const { network } = data;
    const metric = metricOf(data);
    const to = data.span?.to ?? (data.frame === null ? 0 : countedIn(data.frame).to);
    const shown = { metric, waits: data.waits, to };
    if (network === null || canvas.width < 1 || canvas.height < 1) return { marks: [], words: [], target: null, ...shown };
    const own = measure(data, network);
    const [worstChannel = 0, worstSwitch = 0] = data.reach;
    // In a comparison all matrices share the worst values.
    const values = {
      ...own,
      worstChannel: Math.max(own.worstChannel, worstChannel),
      worstSwitch: Math.max(own.worstSwitch, worstSwitch),
    };
    const matrix = placeMatrix(network, canvas.width, canvas.height, metric.hasExits(network));
    const target = { matrix, values, network };
    return { marks: paintMatrix(matrix, values, network, data.highlight, canvas), words: paintWords(matrix, canvas), target, ...shown };
  },

  reach(data) {
    if (data.network === null) return [];
    const { worstChannel, worstSwitch } = measure(data, data.network);
    return [worstChannel, worstSwitch];
  },

  draw(drawn, into, canvas, act) {
    drawWords(drawn, into, canvas);
    drawPointed(drawn, into, canvas, act, find);
    if (drawn.target !== null) takeCells(drawn.target.matrix, into, act);
  },

  table(data) {
    const { network } = data;
    const { title, unit } = metricOf(data);
    const columns = [
      { title: "Switch", unit: "" },
      { title: "Channel", unit: "" },
      { title, unit },
      { title: "Of the worst", unit: "%" },
      ...endColumns,
    ];
    if (network === null) return { columns, rows: [] };
    const { ofSwitch, ofChannel, worstSwitch, worstChannel, channels } = measure(data, network);
    const part = (value: number, worst: number) => (worst > 0 ? Number(formatMeasure((100 * value) / worst).replace("−", "-")) : 0);
    return {
      columns,
      rows: [
        ...Array.from(ofSwitch, (value, s) => [
          nameOfNode(network, network.terminals + s),
          "all that lead to it",
          value,
          part(value, worstSwitch),
          "",
          "",
          idOfNode(network, network.terminals + s),
          nameOfNode(network, network.terminals + s),
        ]),
        ...channels.map((c) => [
          nameOfNode(network, network.head[c] < network.terminals ? network.tail[c] : network.head[c]),
          nameOfChannel(network, c),
          ofChannel[c],
          part(ofChannel[c], worstChannel),
          ...endsOf(network, c),
        ]),
      ],
    };
  },
};
