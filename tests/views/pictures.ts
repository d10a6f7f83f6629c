/** The pictures of the views: for each a view and a document that is small enough to review the picture line by line. */
import { buildDrawing } from "../../src/core/network/drawing/build.ts";
import { type Drawing, emptyDrawing } from "../../src/core/network/drawing/drawing.ts";
import { withLink, withSwitch } from "../../src/core/network/drawing/edit.ts";
import type { ViewData } from "../../src/views/contract.ts";
import { newDrawingSession } from "../../src/views/drawing/session.ts";
import { type Moment, pageData } from "./page-data.ts";

/** The form of a picture: saved from a card, from a full-width card or from a phone, or the card as a dark page shows it. */
export type Look = "card" | "wide" | "phone" | "dark";

/** A view with a document, drawn in one or several looks. */
export interface Picture {
  readonly view: string;
  /** Name that distinguishes the picture from other pictures of the view. */
  readonly variantName?: string;
  readonly looks: readonly Look[];
  /** Called once for all looks of the picture. */
  data(): ViewData;
}

/** File name of a picture. */
export function fileOf({ view, variantName }: Picture, look: Look): string {
  return `${[view, variantName, look === "card" ? undefined : look].filter((part) => part !== undefined).join("-")}.svg`;
}

/** View data by link and moment, because several pictures share one run. */
const dataByMoment = new Map<string, ViewData>();

/** View data of a link at a moment, computed on the first call. */
function dataOf(link: string, moment: Moment = {}, overrides: Partial<ViewData> = {}): () => ViewData {
  return () => {
    const key = JSON.stringify([link, moment]);
    const data = dataByMoment.get(key) ?? pageData(link, moment);
    dataByMoment.set(key, data);
    return { ...data, ...overrides };
  };
}

const shortRun = "warmUp=200&window=1000&drain=400";
/** The window is long enough to show that the network delivers less than the offered load, not a random fluctuation. */
const longRun = "warmUp=200&window=4000&drain=400";
const tree = `v=1&topology=thin-tree:k4,k'2,n2&traffic=bit-reversal&load=.45&${shortRun}`;
const trees = `${tree}&b.topology=k-ary-n-tree:k4,n2`;
const torus = `v=1&topology=torus:sizes4x4&traffic=transpose&load=.4&${shortRun}`;
const routings = `v=1&topology=mesh:sizes4x4&traffic=transpose&load=.4&${shortRun}&b.routing=minimal-adaptive`;
const grids = `${trees}&c.topology=torus:sizes4x4`;
const loads = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6];
const exchange = "v=1&topology=thin-tree:k4,k'2,n2&workload=butterfly-exchange:message256B,ranks16";
const wave = "v=1&topology=mesh:sizes4x4&workload=wavefront:ranks16,message256B";
const mix =
  "v=1&topology=k-ary-n-tree:k4,n2&workload=binary-tree:ranks16&b.topology=thin-tree:k4,k'2,n2&c.topology=torus:sizes4x4" +
  "&sweep=workload:binary-tree;butterfly-exchange;mesh-exchange*1;2;1,message:64B;512B";
const transpose = "v=1&topology=single-switch:terminals16&flowControl=fluid&workload=matrix-transpose:rows256,duplex~full,ranks16";

const all: readonly Look[] = ["card", "dark", "phone"];

export const pictures: readonly Picture[] = [
  { view: "stage", looks: all, data: dataOf(tree, { fraction: 0.6 }) },
  {
    view: "stage",
    variantName: "picked",
    looks: ["card", "dark"],
    data: dataOf(torus, { fraction: 0.6, selected: { is: "channel", channel: 40, of: 0 } }),
  },
  { view: "multiples", looks: all, data: dataOf(grids, { fraction: 0.6 }) },
  { view: "mirror", looks: all, data: dataOf(trees, { fraction: 0.6 }) },
  { view: "difference", looks: all, data: dataOf(routings) },
  { view: "drawing", looks: all, data: drawingData },
  { view: "sweep", looks: all, data: dataOf(`${trees.replace(shortRun, longRun)}&sweep=load:.2;.3;.4;.5;.6&seeds=2`) },
  { view: "sweep", variantName: "two-axes", looks: all, data: dataOf(`${torus}&sweep=load:.2;.4;.6;.8,queue:1;4`) },
  { view: "sweep", variantName: "contest", looks: all, data: dataOf(algorithmSweep()) },
  { view: "ledger", looks: all, data: dataOf(grids, { fraction: 0.6 }) },
  { view: "performance-per-cost", looks: all, data: dataOf(mix) },
  { view: "relative-times", looks: all, data: dataOf(mix) },
  { view: "load-curve", looks: all, data: dataOf(tree.replace(shortRun, longRun), { loads }) },
  { view: "load-curve", variantName: "networks", looks: all, data: dataOf(trees.replace(shortRun, longRun), { loads }) },
  { view: "congestion-matrix", looks: all, data: dataOf(tree, { fraction: 0.6 }) },
  { view: "channel-load", looks: all, data: dataOf(tree, { fraction: 0.6 }) },
  { view: "dimensions", looks: all, data: dataOf(torus, { fraction: 0.6 }) },
  { view: "traffic-matrix", looks: all, data: dataOf(tree, { fraction: 0.6 }) },
  { view: "latency", looks: all, data: dataOf(tree, { fraction: 0.6 }) },
  { view: "latency", variantName: "networks", looks: ["card"], data: dataOf(trees, { fraction: 0.6 }) },
  { view: "terminals", looks: all, data: dataOf(tree, { fraction: 0.6 }) },
  { view: "breakdown", looks: all, data: dataOf(tree, { fraction: 0.6 }) },
  { view: "breakdown", variantName: "program", looks: all, data: dataOf(exchange) },
  { view: "blocks", looks: all, data: dataOf(transpose, { fraction: 0.4 }) },
  { view: "ranks", looks: all, data: dataOf(wave) },
  { view: "program", looks: all, data: dataOf(exchange, { fraction: 0.5 }) },
  { view: "gantt", looks: all, data: dataOf(wave) },
  { view: "cost", looks: all, data: dataOf(tree, { fraction: 0.6 }) },
  { view: "cost", variantName: "networks", looks: ["wide", "phone"], data: dataOf(trees, { fraction: 0.6 }) },
  { view: "time-strip", looks: all, data: dataOf(tree, { fraction: 0.6 }) },
  { view: "time-strip", variantName: "networks", looks: ["card"], data: dataOf(trees, { fraction: 0.6 }) },
  { view: "time-strip", variantName: "stretch", looks: ["card"], data: dataOf(tree, {}, { span: { from: 400, to: 900 } }) },
];

/** A link that sweeps the algorithms of an allreduce over its message size. */
function algorithmSweep(): string {
  return "v=1&topology=torus:sizes4x2&flowControl=fluid&workload=allreduce:ranks8&sweep=message:64B;1KiB;16KiB,algorithm:ring;recursive-doubling;rabenseifner";
}

/** Four switches in a ring, one of them selected, and a fifth without links. */
function drawingData(): ViewData {
  const positions = [
    [-40, -30],
    [40, -30],
    [40, 30],
    [-40, 30],
    [90, 0],
  ] as const;
  const switches = positions.reduce<Drawing>((drawing, position) => withSwitch(drawing, position, 2), emptyDrawing);
  const drawing = [0, 1, 2, 3].reduce((drawing, s) => withLink(drawing, s, (s + 1) % 4), switches);
  const draft = {
    drawing,
    network: buildDrawing(drawing),
    selectedSwitches: new Set([1]),
    selectedTerminals: new Set<number>(),
    selectedLinks: [],
    isCopyLinked: true,
    session: newDrawingSession(),
  };
  return { ...dataOf(tree, { fraction: 0.6 })(), network: draft.network, frame: null, draft };
}
