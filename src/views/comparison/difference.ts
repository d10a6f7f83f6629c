/** Difference of two runs of one network: the change of each channel's load from the first to the second run. */
import { lately } from "../lately.ts";
import { nameOfChannel } from "../../core/network/network.ts";
import type { View, ViewData } from "../contract.ts";
import { endColumns, endsOf } from "../readings/channel-table.ts";
import { type Loads, loadsOf } from "../readings/loads.ts";
import type { Mark } from "../marks/marks.ts";
import { drawPointed } from "../marks/pointing.ts";
import type { Scene } from "../stage/scene.ts";
import { asFast } from "../stage/paint/unlike.ts";
import { paintPaths } from "./crowd.ts";
import { type Change, footOf, paintDifference, signed } from "./paint-difference.ts";
import { isSameShape, type Pair, pairOf } from "./pair.ts";
import { needsOneShape } from "./needs.ts";
import { nothingDrawn, type PairDrawing, type Part, spotOf } from "./pick.ts";
import { placeIn } from "./placing.ts";
import type { Units } from "../../words/units.ts";

export interface DifferenceMarks extends PairDrawing {
  /** Marks for the canvas below; empty if everything is SVG. */
  readonly below: readonly Mark[];
}

export const difference: View<DifferenceMarks> = {
  id: "difference",
  title: "Before and after",
  short: "Difference",
  place: "stage",
  grows: true,

  needs: needsOneShape,

  summary(data) {
    const pair = comparable(data);
    if (pair === null) return "There are no two runs of one network to compare yet.";
    const [from, to] = [pair.a.letter, pair.b.letter];
    if (pair.a.frame === null || pair.b.frame === null) return `${from} and ${to} are the same network; not both have run yet.`;
    const { most, least, of } = changeOf(pair);
    const named = (channel: number) => `${nameOfChannel(pair.a.network, channel)}, ${signed(data.units, of(channel))}`;
    if (of(most) <= 0 && of(least) >= 0) return `From ${from} to ${to} no channel’s load changes.`;
    const gained = of(most) > 0 ? `most gained: ${named(most)}` : "no channel gained";
    const relieved = of(least) < 0 ? `most relieved: ${named(least)}` : "no channel relieved";
    return `Load from ${from} to ${to}, ${data.units.headOf("phits/cycle")}: ${gained}; ${relieved}.`;
  },

  layout(data, canvas) {
    const pair = comparable(data);
    const scene = pair === null ? null : placed(pair.a.network, canvas.width, canvas.height - footOf(canvas.width));
    if (pair === null || scene === null) return { ...nothingDrawn, below: [] };
    return { ...paintDifference(asFast(scene, pair.a), pair, changeOf(pair), canvas), ...pointedAt(data.units, scene, pair) };
  },

  draw: (drawn, into, canvas, act) => drawPointed(drawn, into, canvas, act, spotOf),

  paint: ({ below }, onto, canvas) => paintPaths(below, onto, canvas),

  table(data) {
    const pair = comparable(data);
    const columns = [
      { title: "Channel", unit: "" },
      { title: "Class", unit: "" },
      { title: `Load ${pair?.a.letter ?? "before"}`, unit: "phits/cycle" },
      { title: `Load ${pair?.b.letter ?? "after"}`, unit: "phits/cycle" },
      { title: "Difference", unit: "phits/cycle" },
      ...endColumns,
    ];
    if (pair === null) return { columns, rows: [] };
    const { network } = pair.a;
    const [before, after] = [loadsOf(pair.a), loadsOf(pair.b)];
    const rows = Array.from({ length: network.head.length }, (_, c) => [
      nameOfChannel(network, c),
      network.linkClasses[network.linkClass[c]],
      before.of(c),
      after.of(c),
      after.of(c) - before.of(c),
      ...endsOf(network, c),
    ]);
    return { columns, rows };
  },
};

const placed = lately(placeIn);

function comparable(data: ViewData): Pair | null {
  const pair = pairOf(data);
  return pair !== null && isSameShape(pair.a.network, pair.b.network) ? pair : null;
}

function changeOf({ a, b }: Pair): Change {
  const [before, after] = [loadsOf(a), loadsOf(b)];
  const of = (channel: number) => after.of(channel) - before.of(channel);
  let [most, least] = [0, 0];
  for (let c = 1; c < a.network.head.length; c++) {
    if (of(c) > of(most)) most = c;
    if (of(c) < of(least)) least = c;
  }
  return { of, most, least };
}

/** Data for hit tests and tooltips. The loads are copied, because frames are only borrowed. */
function pointedAt(units: Units, scene: Scene, { a, b }: Pair): Pick<PairDrawing, "parts" | "sayTerminal"> {
  const { index, network } = a;
  const [before, after] = [loadsOf(a, true), loadsOf(b, true)];
  const say = (of: (loads: Loads) => number) => {
    const [from, to] = [of(before), of(after)];
    return `${units.withUnit(signed(units, to - from), "phits/cycle")}: ${units.formatLoad(from)} to ${units.formatLoad(to)}`;
  };
  const { firstOut, reverse } = network;
  /** Load of all channels that leave a node, or that lead to it. */
  const sum = (loads: Loads, node: number, isOut: boolean) => {
    let all = 0;
    for (let c = firstOut[node]; c < firstOut[node + 1]; c++) all += loads.of(isOut ? c : reverse[c]);
    return all;
  };
  const part: Part = {
    scene,
    axes: scene.axis === null ? [] : [scene.axis],
    network,
    of: index,
    sayChannel: (c) => say((loads) => loads.of(c)),
    saySwitch: (n) => say((loads) => sum(loads, n, false)),
    rankOf: (c) => Math.abs(after.of(c) - before.of(c)),
  };
  return { parts: [part], sayTerminal: (t) => say((loads) => sum(loads, t, true)) };
}
