/**
 * The congestion matrix shows where packets wait, without drawing links. Each input port has a value for the packets that arrive there, and
 * each switch has the sum of its ports; both are percentages of the worst port or switch. Trees have the matrix of QsNET: each switch is a
 * box with a cell for each upper and lower port, and its own value in the center. Any other network has a row for each class and direction
 * of channels, and a column for each switch. The paper's values are delays since injection: they grow along a path even where no packet
 * waits, as the paper shows for complement traffic. (Petrini et al. (QsNET), §5.4, Fig. 15)
 */
import { select } from "d3-selection";
import { hostInternalsOf } from "../../core/network/host-internals.ts";
import { idOfNode, isTree, nameOfChannel, nameOfNode, type Network } from "../../core/network/network.ts";
import { type Canvas, choiceOf, type View, type ViewData, type ViewOption } from "../contract.ts";
import { type PathGrowth, growthAlongPath } from "./growth-along-path.ts";
import { cellKeysHelp, bindCellKeys } from "./keyboard.ts";
import { emptyMatrixMessage } from "./empty-message.ts";
import { matrixMarks, matrixLabelMarks } from "./paint.ts";
import { cellAt, type MatrixHitTestData } from "./hit-test.ts";
import { layoutCongestionMatrix, preferredMatrixSize } from "./layout.ts";
import { memberWithMost, matrixValuesOf, type MatrixValues } from "./values.ts";
import { waitLines } from "./waits-text.ts";
import { countOf, formatCount, formatMeasure, formatPercent, formatRatio, sayPercent, withUnit } from "../../words/numbers.ts";
import type { Units } from "../../words/units.ts";
import { endColumns, endCells } from "../readings/channel-table.ts";
import { countedSpan, type FrameLoads, frameLoads } from "../readings/loads.ts";
import { type MarksDrawing, drawMarks, type Mark, pathMark, roundedRectanglePath, toTenths } from "../marks/marks.ts";
import { drawWithHover, type HitTest, visibleRange } from "../marks/hover-target.ts";

/** A measure of the congestion of a port. */
export interface CongestionMetric {
  readonly id: string;
  readonly title: string;
  readonly unit: string;
  /** Formats a value; the usual format of the unit when absent. */
  write?(value: number): string;
  /** The value of a channel. */
  valueOf(loads: FrameLoads, channel: number): number;
  /** Whether channels to terminals have a value, too. */
  hasExits(network: Network): boolean;
  /** The sentence shown while all values are 0. */
  readonly emptySentence: string;
  /** The measured quantity as a noun: switches have almost no “utilization”. */
  readonly noun: string;
  say(where: string, value: string): string;
  /** Whether the summary describes how the values grow along a path. */
  readonly describesGrowth?: true;
}

/** The metrics that the reader can choose; the first is the default. */
const metrics: readonly CongestionMetric[] = [
  {
    id: "waiting",
    title: "Waiting",
    unit: "cycles",
    valueOf: (loads, channel) => loads.waiting(channel),
    hasExits: ({ forwards }) => forwards,
    emptySentence: "No packet has waited yet.",
    noun: "waiting time",
    say: (where) => `Packets wait longest in ${where}`,
  },
  {
    id: "delay",
    title: "Delay since injection (Fig. 15)",
    unit: "cycles",
    valueOf: (loads, channel) => loads.sinceInjection(channel),
    hasExits: () => true,
    emptySentence: "No packet has arrived at a switch yet.",
    noun: "delay",
    say: (where, value) => `The delay since injection, summed over all arriving packets, is largest in ${where}, ${value}`,
    describesGrowth: true,
  },
  {
    id: "load",
    title: "Load",
    unit: "phits/cycle",
    valueOf: (loads, channel) => loads.loadOf(channel),
    hasExits: () => true,
    emptySentence: "No packet has moved yet.",
    noun: "load",
    say: (where, value) => `The input load is highest in ${where}, ${value}`,
  },
];

const options: readonly ViewOption[] = [
  { id: "metric", title: "Metric", choices: Object.fromEntries(metrics.map(({ id, title }) => [id, title])) },
];

/** The metric “load” of a network whose links have different rates: each load is relative to the rate of its link. */
const utilization: CongestionMetric = {
  id: "load",
  title: "Load",
  unit: "of its own rate",
  write: formatRatio,
  valueOf: (loads, channel) => loads.share(channel),
  hasExits: () => true,
  emptySentence: "No packet has moved yet.",
  noun: "utilization",
  say: (where, value) => `The links into ${where} have the highest utilization, together as much as ${value.split(/\s/)[0]} full links`,
};

const selectedMetric = ({ choices, links }: ViewData) => {
  const chosen = choiceOf({ options }, choices, "metric");
  if (chosen === utilization.id && links !== undefined) return utilization;
  return metrics.find(({ id }) => id === chosen) ?? metrics[0];
};

/** A value of a metric with its unit. */
const sayIn = (units: Units, { unit, write = units.writerOf(unit) }: CongestionMetric, value: number) => units.sayOf(value, unit, write);

/** All values of the matrix in the selected metric. */
function measureValues(data: ViewData, network: Network): MatrixValues {
  const metric = selectedMetric(data);
  const loads = frameLoads(data);
  return matrixValuesOf(network, metric.hasExits(network), (channel) => metric.valueOf(loads, channel));
}

export interface CongestionMatrixMarks extends MarksDrawing {
  readonly hitTestData: MatrixHitTestData | null;
  readonly metric: CongestionMetric;
  readonly labels: readonly Mark[];
  readonly waits: ViewData["waits"];
  /** Cycle up to which the values are counted, or the end of the span. */
  readonly endCycle: number;
}

/**
 * Hit test: the cell at a point as a hover target. Its text gives the value of the cell, also relative to the worst port or switch, and for
 * a port the flows that waited there, which the page computes ("sought" until they are known).
 */
const hitTestMatrix: HitTest<CongestionMatrixMarks> = ({ hitTestData, metric, waits, endCycle }, x, y, _tolerance, { units, theme }) => {
  const hit = hitTestData === null ? null : cellAt(hitTestData, x, y);
  if (hitTestData === null || hit === null) return null;
  const { network, values } = hitTestData;
  const { cell, selected } = hit;
  const describeValue = (value: number, worst: number, kind: string) =>
    `${sayIn(units, metric, value)}${worst > 0 ? `, ${sayPercent(value / worst)} of the worst ${kind}` : ""}`;
  const center = { x: cell.x + cell.width / 2, y: cell.y + cell.height / 2 };
  const outline = [
    pathMark("hover", roundedRectanglePath(cell.x, cell.y, cell.width, cell.height, 2), { stroke: theme.ink, "stroke-width": 1.5 }),
  ];
  if (selected.is === "channel") {
    const { channel } = selected;
    // The waits may still belong to the channel that was hovered before.
    const channelWaits = waits !== null && waits !== "sought" && waits.channel !== channel ? "sought" : waits;
    return {
      ...center,
      value: describeValue(values.ofChannel[channel], values.worstChannel, "link"),
      name: nameOfChannel(network, channel),
      more: waitLines(units, channelWaits, endCycle, network),
      outline,
      hoveredChannel: channel,
      clickSelection: selected,
    };
  }
  if (selected.is !== "switch") return null;
  const inputs = values.channels.filter((channel) => network.head[channel] === selected.node);
  const worstInput = inputs.length === 0 ? -1 : memberWithMost(inputs, values.ofChannel);
  return {
    ...center,
    value: describeValue(values.ofSwitch[selected.node - network.terminals], values.worstSwitch, "switch"),
    name: nameOfNode(network, selected.node),
    more:
      worstInput >= 0 && values.ofChannel[worstInput] > 0
        ? [`Most of it comes from ${nameOfNode(network, network.tail[worstInput])}.`]
        : [],
    outline,
    clickSelection: selected,
  };
};

/** A sentence on the growth of values along a path, relative to the worst link. */
function sayGrowth({ relativeValues, isEven }: PathGrowth): string {
  const numbers = withUnit(relativeValues.map(formatPercent).join(", "), "%");
  return isEven
    ? ` The delay is the same on all links of a level and grows along the path: ${numbers} of the worst.`
    : ` The delay grows along the path, on average ${numbers} of the worst.`;
}

/** Draws the names of the rows. In a scrolled matrix they stay at the visible left edge. */
function drawLabels({ labels, hitTestData }: CongestionMatrixMarks, group: SVGGElement, canvas: Canvas): void {
  const layer = select(group).selectChildren<SVGGElement, unknown>("g.words").data([0]).join("g").attr("class", "words");
  const node = layer.node();
  if (node === null) return;
  drawMarks(labels, node);
  if (hitTestData?.matrix.hasStickyLabels !== true) return;
  const keepVisible = () => node.setAttribute("transform", `translate(${toTenths(visibleRange(group, canvas).left)} 0)`);
  keepVisible();
  // Several networks may be drawn in one box: each layer has exactly one scroll listener.
  const viewBox = group.closest(".view-box");
  const previousListener = scrollListeners.get(node);
  if (previousListener !== undefined) viewBox?.removeEventListener("scroll", previousListener);
  scrollListeners.set(node, keepVisible);
  viewBox?.addEventListener("scroll", keepVisible, { passive: true });
}

const scrollListeners = new WeakMap<Element, () => void>();

export const congestionMatrix: View<CongestionMatrixMarks> = {
  id: "congestion-matrix",
  title: "Congestion matrix",
  options,

  preferredSize: (data, width) =>
    data.network === null ? { width, height: 160 } : preferredMatrixSize(data.network, width, selectedMetric(data).hasExits(data.network)),

  keys: cellKeysHelp,

  emptyMessage: emptyMatrixMessage,

  /**
   * Names the switch with the largest value, the number of switches with almost none, and the worst link. In trees, for some metrics, also
   * how the value grows from level to level of a path.
   */
  summary(data) {
    const { network } = data;
    if (network === null) return "The network is not built yet.";
    const metric = selectedMetric(data);
    const values = measureValues(data, network);
    const { ofSwitch, worstSwitch, ofChannel, worstChannel, channels } = values;
    if (worstSwitch === 0) return metric.emptySentence;
    const hottestSwitches = [...ofSwitch.keys()].filter((switchIndex) => ofSwitch[switchIndex] >= worstSwitch * 0.95);
    const idleCount = ofSwitch.reduce((count, value) => count + (value < worstSwitch * 0.005 ? 1 : 0), 0);
    const othersText =
      hottestSwitches.length > 1 ? ` and ${countOf(hottestSwitches.length - 1, "similar switch", "similar switches")}` : "";
    const switchesWithinHosts = hostInternalsOf(network)?.switches ?? 0;
    // The page's other counts omit switches within hosts, but in this matrix they have columns.
    const insideText = switchesWithinHosts > 0 ? " (including those within hosts)" : "";
    const idleText =
      idleCount > 0
        ? `; ${formatCount(idleCount)} of ${formatCount(network.switches)} switches${insideText} have almost no ${metric.noun}`
        : "";
    const value = sayIn(data.units, metric, ofSwitch[hottestSwitches[0]]);
    const worstLink = channels.find((channel) => ofChannel[channel] === worstChannel) ?? channels[0];
    const worstLinkText = `The worst link is ${nameOfChannel(network, worstLink)}, ${sayIn(data.units, metric, worstChannel)}.`;
    const growth = metric.describesGrowth === true && isTree(network.axes) ? growthAlongPath(network, values) : null;
    return `${metric.say(nameOfNode(network, network.terminals + hottestSwitches[0]) + othersText, value)}${idleText}. ${worstLinkText}${growth === null ? "" : sayGrowth(growth)}`;
  },

  /**
   * Marks of the matrix, and the data that the hit test needs. The labels are drawn separately, so that they stay in place when a wide
   * matrix is scrolled.
   */
  layout(data, canvas) {
    const { network } = data;
    const metric = selectedMetric(data);
    const endCycle = data.span?.to ?? (data.frame === null ? 0 : countedSpan(data.frame).to);
    const common = { metric, waits: data.waits, endCycle };
    if (network === null || canvas.width < 1 || canvas.height < 1) return { marks: [], labels: [], hitTestData: null, ...common };
    const networkValues = measureValues(data, network);
    const [worstChannel = 0, worstSwitch = 0] = data.sharedMaxima;
    // In a comparison the matrices of all networks are relative to the same worst values.
    const values = {
      ...networkValues,
      worstChannel: Math.max(networkValues.worstChannel, worstChannel),
      worstSwitch: Math.max(networkValues.worstSwitch, worstSwitch),
    };
    const matrix = layoutCongestionMatrix(network, canvas.width, canvas.height, metric.hasExits(network));
    const hitTestData = { matrix, values, network };
    return {
      marks: matrixMarks(matrix, values, network, data.highlight, canvas),
      labels: matrixLabelMarks(matrix, canvas),
      hitTestData,
      ...common,
    };
  },

  axisMaxima(data) {
    if (data.network === null) return [];
    const { worstChannel, worstSwitch } = measureValues(data, data.network);
    return [worstChannel, worstSwitch];
  },

  draw(drawnMatrix, group, canvas, actions) {
    drawLabels(drawnMatrix, group, canvas);
    drawWithHover(drawnMatrix, group, canvas, actions, hitTestMatrix);
    if (drawnMatrix.hitTestData !== null) bindCellKeys(drawnMatrix.hitTestData.matrix, group, actions);
  },

  /** A row for each switch with the sum of its input channels, then a row for each channel. */
  table(data) {
    const { network } = data;
    const { title, unit } = selectedMetric(data);
    const columns = [
      { title: "Switch", unit: "" },
      { title: "Channel", unit: "" },
      { title, unit },
      { title: "Of the worst", unit: "%" },
      ...endColumns,
    ];
    if (network === null) return { columns, rows: [] };
    const { ofSwitch, ofChannel, worstSwitch, worstChannel, channels } = measureValues(data, network);
    const percentOfWorst = (value: number, worst: number) =>
      worst > 0 ? Number(formatMeasure((100 * value) / worst).replace("−", "-")) : 0;
    return {
      columns,
      rows: [
        ...Array.from(ofSwitch, (value, switchIndex) => [
          nameOfNode(network, network.terminals + switchIndex),
          "all input channels",
          value,
          percentOfWorst(value, worstSwitch),
          "",
          "",
          idOfNode(network, network.terminals + switchIndex),
          nameOfNode(network, network.terminals + switchIndex),
        ]),
        ...channels.map((channel) => [
          nameOfNode(network, network.head[channel] < network.terminals ? network.tail[channel] : network.head[channel]),
          nameOfChannel(network, channel),
          ofChannel[channel],
          percentOfWorst(ofChannel[channel], worstChannel),
          ...endCells(network, channel),
        ]),
      ],
    };
  },
};
