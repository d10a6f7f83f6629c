/** Two networks facing each other across their terminals, with the times of each terminal in both. */
import { type TerminalTimes, terminalTimesOf } from "../readings/times.ts";
import type { View } from "../contract.ts";
import { sayPercent } from "../../words/numbers.ts";
import { frameLoads, waitingAt } from "../readings/loads.ts";
import type { Mark } from "../marks/marks.ts";
import { drawWithHover } from "../marks/hover-target.ts";
import { type PairArrangement, arrangePair } from "./arrange-pair.ts";
import { paintPaths } from "./paint-paths.ts";
import { meanTimes } from "./pair-axis.ts";
import { paintPair } from "./paint-pair.ts";
import { type NetworkPair, chosenPair } from "./pair.ts";
import { sayPair } from "./say-pair.ts";
import { mirrorEmptyMessage } from "./empty-messages.ts";
import { emptyNetworksDrawing, type NetworksDrawing, hitTestNetworks } from "./hit-test.ts";
import { memoizeLast } from "../memoize-last.ts";
import type { Units } from "../../words/units.ts";

export interface MirrorMarks extends NetworksDrawing {
  /** Marks for the canvas below the SVG; empty if all marks are SVG elements. */
  readonly canvasMarks: readonly Mark[];
  readonly arrangement: PairArrangement | null;
}

const placePair = memoizeLast(arrangePair);

export const mirror: View<MirrorMarks> = {
  id: "mirror",
  title: "Two networks face to face",
  short: "Face to face",
  region: "stage",
  enlargement: true,

  emptyMessage: mirrorEmptyMessage,

  summary(data) {
    const pair = chosenPair(data);
    return pair === null ? "There is no second network to compare yet." : sayPair(data.units, pair, data);
  },

  layout(data, canvas) {
    const pair = chosenPair(data);
    const arrangement = pair === null ? null : placePair(pair.a.network, pair.b.network, canvas.width, canvas.height);
    if (pair === null || arrangement === null) return { ...emptyNetworksDrawing, canvasMarks: [], arrangement: null };
    return { ...paintPair(arrangement, pair, data, canvas), ...hoverScenes(data.units, arrangement, pair), arrangement };
  },

  draw: (drawing, group, canvas, actions) => drawWithHover(drawing, group, canvas, actions, hitTestNetworks),

  paint: ({ canvasMarks }, context, canvas) => paintPaths(canvasMarks, context, canvas),

  /** The cells of a network with fewer terminals, or without a frame, are empty. */
  table(data) {
    const pair = chosenPair(data);
    const networks = pair === null ? [] : [pair.a, pair.b];
    const columns = networks.flatMap(({ letter }) =>
      ["sending", "idle", "blocked"].map((segment) => ({ title: `${letter} ${segment}`, unit: "cycles" })),
    );
    const times = networks.map(({ frame }) => (frame === null ? null : terminalTimesOf(frame)));
    const rows = Array.from({ length: Math.max(0, ...networks.map(({ network }) => network.terminals)) }, (_, t) => [
      t,
      ...networks.flatMap(({ network }, i): (string | number)[] => {
        const terminalTimes = times[i];
        if (terminalTimes === null || t >= network.terminals) return ["", "", ""];
        const { sending, idle, blocked } = meanTimes(terminalTimes, [t]);
        return [sending, idle, blocked];
      }),
    ]);
    return { columns: [{ title: "Terminal", unit: "" }, ...columns], rows };
  },
};

/** The scenes with the texts of their hover targets. Counters are copied, because the next slice of a run overwrites its frame. */
function hoverScenes(units: Units, arrangement: PairArrangement, pair: NetworkPair): Pick<NetworksDrawing, "scenes" | "sayTerminal"> {
  const runStates = (["a", "b"] as const).map((which) => {
    const variant = pair[which];
    const times = variant.frame === null ? null : terminalTimesOf(variant.frame);
    const copiedTimes = times === null ? null : { ...times, sending: times.sending.slice(), blocked: times.blocked.slice() };
    return { which, variant, loads: frameLoads(variant, true), times: copiedTimes };
  });
  return {
    scenes: runStates.map(({ which, variant: { index, letter, network }, loads }) => ({
      scene: arrangement[which],
      axes: [arrangement.bars[which], arrangement[which].axis].filter((axis) => axis !== null),
      network,
      variantIndex: index,
      sayChannel: (c) => `${letter}: ${units.withUnit(units.formatLoad(loads.loadOf(c)), "phits/cycle")}`,
      saySwitch: (n) => `${letter}: waiting ${units.sayTime(waitingAt(n, network, loads))}`,
      rankOf: loads.share,
    })),
    sayTerminal: (t) =>
      runStates
        .flatMap(({ variant, times }) =>
          times !== null && t < variant.network.terminals ? [`${variant.letter} ${sayTimes(times, t)}`] : [],
        )
        .join("; "),
  };
}

function sayTimes({ sending, blocked, cycles }: TerminalTimes, terminal: number): string {
  const shareOf = (cyclesByTerminal: Float64Array) => sayPercent(cycles > 0 ? cyclesByTerminal[terminal] / cycles : 0);
  return `sends ${shareOf(sending)}, blocked ${shareOf(blocked)}`;
}
