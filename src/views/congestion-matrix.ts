/**
 * Where packets wait, without the links: a number for every port and one for its switch, each in % of the worst of its
 * kind. Trees have the matrix of QsNET, a cell per port above and below and the switch's own number in the centre; any
 * other network has a row per class of channels and direction, and a column per switch.
 * (Petrini et al. (QsNET), §5.4, Fig. 15)
 */
import { nameOfChannel, nameOfNode, type Network } from "../core/network/network.ts";
import { choiceOf, type View, type ViewData, type ViewOption } from "./contract.ts";
import { needsFrame } from "./matrix/needs.ts";
import { paintMatrix } from "./matrix/paint.ts";
import { partAt, type Target } from "./matrix/pick.ts";
import { placeMatrix, roomOf } from "./matrix/place.ts";
import { valuesOf, type Values } from "./matrix/values.ts";
import { formatCount, formatLoad, formatMeasure, formatTime, sayOf } from "./shared/format.ts";
import { type Loads, loadsOf } from "./shared/loads.ts";
import { type Drawing, pathMark, roundedRectangle } from "./shared/marks.ts";
import { drawPointed, type Finder } from "./shared/pointing.ts";

/** One way of telling how congested a port is. */
export interface Metric {
  readonly id: string;
  readonly title: string;
  readonly unit: string;
  /** What the number is of one channel. */
  of(loads: Loads, channel: number): number;
  /** Whether channels that lead to terminals have a number too. */
  hasExits(network: Network): boolean;
  write(value: number, most?: number): string;
  /** While there is nothing to tell. */
  readonly none: string;
  say(where: string, value: string): string;
}

const metrics: readonly Metric[] = [
  {
    id: "waiting",
    title: "Waiting",
    unit: "cycles",
    of: (loads, c) => loads.waiting(c),
    hasExits: ({ forwards }) => forwards,
    write: formatTime,
    none: "No packet has waited yet.",
    say: (where) => `Packets wait longest in ${where}`,
  },
  {
    id: "delay",
    title: "Cumulative delay",
    unit: "cycles",
    of: (loads, c) => loads.sinceInjection(c),
    hasExits: () => true,
    write: formatTime,
    none: "No packet has arrived anywhere yet.",
    say: (where, value) => `Time since injection, added up at every arrival, is most in ${where}, ${value}`,
  },
  {
    id: "load",
    title: "Load",
    unit: "phits/cycle",
    of: (loads, c) => loads.of(c),
    hasExits: () => true,
    write: formatLoad,
    none: "Nothing moves yet.",
    say: (where, value) => `Most comes to ${where}, ${value}`,
  },
];

const options: readonly ViewOption[] = [{ id: "metric", title: "Metric", among: metrics.map(({ id, title }) => ({ id, title })) }];

const metricOf = ({ choices }: ViewData) => {
  const chosen = choiceOf({ options }, choices, "metric");
  return metrics.find(({ id }) => id === chosen) ?? metrics[0];
};

/** Every number of the matrix, in the chosen metric. */
function measure(data: ViewData, network: Network): Values {
  const metric = metricOf(data);
  const loads = loadsOf(data.frame);
  return valuesOf(network, metric.hasExits(network), (channel) => metric.of(loads, channel));
}

export interface MatrixMarks extends Drawing {
  readonly target: Target | null;
  readonly metric: Metric;
}

/** The port or switch under a pointer, with its number and name. */
const find: Finder<MatrixMarks> = ({ target, metric }, x, y, _within, { theme }) => {
  const found = target === null ? null : partAt(target, x, y);
  if (target === null || found === null) return null;
  const { network, values } = target;
  const { part, selected } = found;
  const [value, name] =
    selected.is === "channel"
      ? [values.ofChannel[selected.channel], nameOfChannel(network, selected.channel)]
      : selected.is === "switch"
        ? [values.ofSwitch[selected.node - network.terminals], nameOfNode(network, selected.node)]
        : [0, ""];
  return {
    x: part.x + part.width / 2,
    y: part.y + part.height / 2,
    value: sayOf(value, metric.unit, metric.write),
    name,
    outline: [pathMark("hover", roundedRectangle(part.x, part.y, part.width, part.height, 2), { stroke: theme.ink, "stroke-width": 1.5 })],
    picks: selected,
  };
};

export const congestionMatrix: View<MatrixMarks> = {
  id: "congestion-matrix",
  title: "Congestion matrix",
  standsForStage: true,
  options,

  room: (data, width) =>
    data.network === null ? { width, height: 160 } : roomOf(data.network, width, metricOf(data).hasExits(data.network)),

  needs: needsFrame,

  summary(data) {
    const { network } = data;
    if (network === null) return "No network yet.";
    const metric = metricOf(data);
    const { ofSwitch, worstSwitch } = measure(data, network);
    if (worstSwitch === 0) return metric.none;
    const hottest = [...ofSwitch.keys()].filter((s) => ofSwitch[s] >= worstSwitch * 0.95);
    const free = ofSwitch.reduce((count, own) => count + (own < worstSwitch * 0.005 ? 1 : 0), 0);
    const others = hottest.length > 1 ? ` and ${hottest.length - 1} more like it` : "";
    const idle = free > 0 ? `, hardly at all in ${formatCount(free)} of ${formatCount(network.switches)} switches` : "";
    const value = sayOf(ofSwitch[hottest[0]], metric.unit, metric.write);
    return `${metric.say(nameOfNode(network, network.terminals + hottest[0]) + others, value)}${idle}.`;
  },

  layout(data, canvas) {
    const { network } = data;
    const metric = metricOf(data);
    if (network === null || canvas.width < 1 || canvas.height < 1) return { marks: [], target: null, metric };
    const own = measure(data, network);
    const [worstChannel = 0, worstSwitch = 0] = data.reach;
    // Beside each other, the worst is that of all.
    const values = {
      ...own,
      worstChannel: Math.max(own.worstChannel, worstChannel),
      worstSwitch: Math.max(own.worstSwitch, worstSwitch),
    };
    const matrix = placeMatrix(network, canvas.width, canvas.height, metric.hasExits(network));
    return { marks: paintMatrix(matrix, values, network, data.lit, canvas), target: { matrix, values, network }, metric };
  },

  reach(data) {
    if (data.network === null) return [];
    const { worstChannel, worstSwitch } = measure(data, data.network);
    return [worstChannel, worstSwitch];
  },

  draw: (drawn, into, canvas, act) => drawPointed(drawn, into, canvas, act, find),

  table(data) {
    const { network } = data;
    const { title, unit } = metricOf(data);
    const columns = [
      { title: "Switch", unit: "" },
      { title: "Channel", unit: "" },
      { title, unit },
      { title: "Of the worst", unit: "%" },
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
        ]),
        ...channels.map((c) => [
          nameOfNode(network, network.head[c] < network.terminals ? network.tail[c] : network.head[c]),
          nameOfChannel(network, c),
          ofChannel[c],
          part(ofChannel[c], worstChannel),
        ]),
      ],
    };
  },
};
