/** Difference of two runs of one network: the change of each channel's load from the first to the second run. */
import { memoizeLast } from "../memoize-last.ts";
import { nameOfChannel } from "../../core/network/network.ts";
import type { View, ViewData } from "../contract.ts";
import { endColumns, endCells } from "../readings/channel-table.ts";
import { type FrameLoads, frameLoads } from "../readings/loads.ts";
import type { Mark } from "../marks/marks.ts";
import { drawWithHover } from "../marks/hover-target.ts";
import type { Scene } from "../stage/scene.ts";
import { asFast } from "../stage/paint/nonuniform-channels.ts";
import { paintPaths } from "./paint-paths.ts";
import { type LoadChange, differenceLegendHeight, paintDifference, signedLoad } from "./paint-difference.ts";
import { isSameShape, type NetworkPair, chosenPair } from "./pair.ts";
import { differenceEmptyMessage } from "./empty-messages.ts";
import { emptyNetworksDrawing, type NetworksDrawing, type HoverScene, hitTestNetworks } from "./hit-test.ts";
import { placeNetwork } from "./place-network.ts";
import type { Units } from "../../words/units.ts";

export interface DifferenceMarks extends NetworksDrawing {
  /** Marks for the canvas below the SVG; empty if all marks are SVG elements. */
  readonly canvasMarks: readonly Mark[];
}

export const difference: View<DifferenceMarks> = {
  id: "difference",
  title: "Difference of channel loads",
  short: "Difference",
  region: "stage",
  enlargement: true,

  emptyMessage: differenceEmptyMessage,

  summary(data) {
    const pair = comparablePair(data);
    if (pair === null) return "There is no second run of the same network to compare yet.";
    const [from, to] = [pair.a.letter, pair.b.letter];
    if (pair.a.frame === null || pair.b.frame === null) return `${from} and ${to} are the same network; not both runs have started yet.`;
    const { mostGained, mostRelieved, changeOf } = loadChangeOf(pair);
    const sayChannel = (channel: number) => `${nameOfChannel(pair.a.network, channel)}, ${signedLoad(data.units, changeOf(channel))}`;
    if (changeOf(mostGained) <= 0 && changeOf(mostRelieved) >= 0) return `From ${from} to ${to}, the load of no channel changes.`;
    const gained = changeOf(mostGained) > 0 ? `largest increase on ${sayChannel(mostGained)}` : "no channel increases";
    const relieved = changeOf(mostRelieved) < 0 ? `largest decrease on ${sayChannel(mostRelieved)}` : "no channel decreases";
    return `Change of the channel loads from ${from} to ${to}, ${data.units.headOf("phits/cycle")}: ${gained}; ${relieved}.`;
  },

  layout(data, canvas) {
    const pair = comparablePair(data);
    const scene = pair === null ? null : placeScene(pair.a.network, canvas.width, canvas.height - differenceLegendHeight(canvas.width));
    if (pair === null || scene === null) return { ...emptyNetworksDrawing, canvasMarks: [] };
    return { ...paintDifference(asFast(scene, pair.a), pair, loadChangeOf(pair), canvas), ...hoverScenes(data.units, scene, pair) };
  },

  draw: (drawing, group, canvas, actions) => drawWithHover(drawing, group, canvas, actions, hitTestNetworks),

  paint: ({ canvasMarks }, context, canvas) => paintPaths(canvasMarks, context, canvas),

  /** A row for each channel, with its load in both runs and the difference. */
  table(data) {
    const pair = comparablePair(data);
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
    const [loadsOfA, loadsOfB] = [frameLoads(pair.a), frameLoads(pair.b)];
    const rows = Array.from({ length: network.head.length }, (_, c) => [
      nameOfChannel(network, c),
      network.linkClasses[network.linkClass[c]],
      loadsOfA.loadOf(c),
      loadsOfB.loadOf(c),
      loadsOfB.loadOf(c) - loadsOfA.loadOf(c),
      ...endCells(network, c),
    ]);
    return { columns, rows };
  },
};

const placeScene = memoizeLast(placeNetwork);

function comparablePair(data: ViewData): NetworkPair | null {
  const pair = chosenPair(data);
  return pair !== null && isSameShape(pair.a.network, pair.b.network) ? pair : null;
}

function loadChangeOf({ a, b }: NetworkPair): LoadChange {
  const [before, after] = [frameLoads(a), frameLoads(b)];
  const changeOf = (channel: number) => after.loadOf(channel) - before.loadOf(channel);
  let [mostGained, mostRelieved] = [0, 0];
  for (let c = 1; c < a.network.head.length; c++) {
    if (changeOf(c) > changeOf(mostGained)) mostGained = c;
    if (changeOf(c) < changeOf(mostRelieved)) mostRelieved = c;
  }
  return { changeOf, mostGained, mostRelieved };
}

/**
 * The scene with the texts of its hover targets: the change of load of a channel, of the input of a switch, and of the output of a
 * terminal. Counters are copied, because the next slice of a run overwrites its frame.
 */
function hoverScenes(units: Units, scene: Scene, { a, b }: NetworkPair): Pick<NetworksDrawing, "scenes" | "sayTerminal"> {
  const { index, network } = a;
  const [loadsOfA, loadsOfB] = [frameLoads(a, true), frameLoads(b, true)];
  const sayChange = (loadOf: (loads: FrameLoads) => number) => {
    const [valueInA, valueInB] = [loadOf(loadsOfA), loadOf(loadsOfB)];
    return `${units.withUnit(signedLoad(units, valueInB - valueInA), "phits/cycle")}: ${units.formatLoad(valueInA)} to ${units.formatLoad(valueInB)}`;
  };
  const { firstOut, reverse } = network;
  /** Total load of all channels that leave a node (`isLeaving`), or that lead to it, phits per cycle. */
  const totalLoad = (loads: FrameLoads, node: number, isLeaving: boolean) => {
    let total = 0;
    for (let c = firstOut[node]; c < firstOut[node + 1]; c++) total += loads.loadOf(isLeaving ? c : reverse[c]);
    return total;
  };
  const hoverScene: HoverScene = {
    scene,
    axes: scene.axis === null ? [] : [scene.axis],
    network,
    variantIndex: index,
    sayChannel: (c) => sayChange((loads) => loads.loadOf(c)),
    saySwitch: (n) => sayChange((loads) => totalLoad(loads, n, false)),
    rankOf: (c) => Math.abs(loadsOfB.loadOf(c) - loadsOfA.loadOf(c)),
  };
  return { scenes: [hoverScene], sayTerminal: (t) => sayChange((loads) => totalLoad(loads, t, true)) };
}
