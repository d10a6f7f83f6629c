/** The pictures of the views: for each a view and a document that is small enough to review the picture line by line. */
import { buildDrawing } from "../../src/core/network/drawing/build.ts";
import { type Drawing, emptyDrawing } from "../../src/core/network/drawing/drawing.ts";
import { withLink, withSwitch } from "../../src/core/network/drawing/edit.ts";
import type { ViewData } from "../../src/views/contract.ts";
import { newSession } from "../../src/views/drawing/session.ts";
import { type Moment, pageData } from "./page-data.ts";

/** The form of a picture: saved from a card, from a full-width card or from a phone, or the card as a dark page shows it. */
export type Look = "card" | "wide" | "phone" | "dark";

/** A view with a document, drawn in one or several looks. */
export interface Picture {
  readonly view: string;
  /** Name that distinguishes the picture from other pictures of the view. */
  readonly about?: string;
  readonly looks: readonly Look[];
  /** Called once for all looks of the picture. */
  data(): ViewData;
}

/** File name of a picture. */
export function fileOf({ view, about }: Picture, look: Look): string {
  return `${[view, about, look === "card" ? undefined : look].filter((part) => part !== undefined).join("-")}.svg`;
}

/** View data by link and moment, because several pictures share one run. */
const known = new Map<string, ViewData>();

/** View data of a link at a moment, computed on the first call. */
function shown(link: string, moment: Moment = {}, change: Partial<ViewData> = {}): () => ViewData {
  return () => {
    const key = JSON.stringify([link, moment]);
    const data = known.get(key) ?? pageData(link, moment);
    known.set(key, data);
    return { ...data, ...change };
  };
}

const brief = "warmUp=200&window=1000&drain=400";
/** The window is long enough to show that the network delivers less than the offered load, not a random fluctuation. */
const long = "warmUp=200&window=4000&drain=400";
const tree = `v=1&topology=thin-tree:k4,k'2,n2&traffic=bit-reversal&load=.45&${brief}`;
const trees = `${tree}&b.topology=k-ary-n-tree:k4,n2`;
const torus = `v=1&topology=torus:sizes4x4&traffic=transpose&load=.4&${brief}`;
const routings = `v=1&topology=mesh:sizes4x4&traffic=transpose&load=.4&${brief}&b.routing=minimal-adaptive`;
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
  { view: "stage", looks: all, data: shown(tree, { part: 0.6 }) },
  {
    view: "stage",
    about: "picked",
    looks: ["card", "dark"],
    data: shown(torus, { part: 0.6, picked: { is: "channel", channel: 40, of: 0 } }),
  },
  { view: "multiples", looks: all, data: shown(grids, { part: 0.6 }) },
  { view: "mirror", looks: all, data: shown(trees, { part: 0.6 }) },
  { view: "difference", looks: all, data: shown(routings) },
  { view: "drawing", looks: all, data: drawn },
  { view: "sweep", looks: all, data: shown(`${trees.replace(brief, long)}&sweep=load:.2;.3;.4;.5;.6&seeds=2`) },
  { view: "sweep", about: "two-axes", looks: all, data: shown(`${torus}&sweep=load:.2;.4;.6;.8,queue:1;4`) },
  { view: "sweep", about: "contest", looks: all, data: shown(contest()) },
  { view: "ledger", looks: all, data: shown(grids, { part: 0.6 }) },
  { view: "performance-per-cost", looks: all, data: shown(mix) },
  { view: "relative-times", looks: all, data: shown(mix) },
  { view: "load-curve", looks: all, data: shown(tree.replace(brief, long), { loads }) },
  { view: "load-curve", about: "networks", looks: all, data: shown(trees.replace(brief, long), { loads }) },
  { view: "congestion-matrix", looks: all, data: shown(tree, { part: 0.6 }) },
  { view: "channel-load", looks: all, data: shown(tree, { part: 0.6 }) },
  { view: "dimensions", looks: all, data: shown(torus, { part: 0.6 }) },
  { view: "traffic-matrix", looks: all, data: shown(tree, { part: 0.6 }) },
  { view: "latency", looks: all, data: shown(tree, { part: 0.6 }) },
  { view: "latency", about: "networks", looks: ["card"], data: shown(trees, { part: 0.6 }) },
  { view: "terminals", looks: all, data: shown(tree, { part: 0.6 }) },
  { view: "breakdown", looks: all, data: shown(tree, { part: 0.6 }) },
  { view: "breakdown", about: "program", looks: all, data: shown(exchange) },
  { view: "blocks", looks: all, data: shown(transpose, { part: 0.4 }) },
  { view: "ranks", looks: all, data: shown(wave) },
  { view: "program", looks: all, data: shown(exchange, { part: 0.5 }) },
  { view: "gantt", looks: all, data: shown(wave) },
  { view: "cost", looks: all, data: shown(tree, { part: 0.6 }) },
  { view: "cost", about: "networks", looks: ["wide", "phone"], data: shown(trees, { part: 0.6 }) },
  { view: "time-strip", looks: all, data: shown(tree, { part: 0.6 }) },
  { view: "time-strip", about: "networks", looks: ["card"], data: shown(trees, { part: 0.6 }) },
  { view: "time-strip", about: "stretch", looks: ["card"], data: shown(tree, {}, { span: { from: 400, to: 900 } }) },
];

/** A link that sweeps the algorithms of an allreduce over its message size. */
function contest(): string {
  return "v=1&topology=torus:sizes4x2&flowControl=fluid&workload=allreduce:ranks8&sweep=message:64B;1KiB;16KiB,algorithm:ring;recursive-doubling;rabenseifner";
}

/** Four switches in a ring, one of them selected, and a fifth without links. */
function drawn(): ViewData {
  const places = [
    [-40, -30],
    [40, -30],
    [40, 30],
    [-40, 30],
    [90, 0],
  ] as const;
  const switches = places.reduce<Drawing>((drawing, place) => withSwitch(drawing, place, 2), emptyDrawing);
  const drawing = [0, 1, 2, 3].reduce((drawing, s) => withLink(drawing, s, (s + 1) % 4), switches);
  const draft = {
    drawing,
    network: buildDrawing(drawing),
    chosen: new Set([1]),
    terminals: new Set<number>(),
    chosenLinks: [],
    isLikeFirst: true,
    session: newSession(),
  };
  return { ...shown(tree, { part: 0.6 })(), network: draft.network, frame: null, draft };
}
