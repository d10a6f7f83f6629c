/** Two networks facing each other across their terminals, with the times of each terminal in both. */
import { type Times, timesOf } from "../readings/times.ts";
import type { View } from "../contract.ts";
import { sayPercent } from "../../words/numbers.ts";
import { loadsOf, waitingAt } from "../readings/loads.ts";
import type { Mark } from "../marks/marks.ts";
import { drawPointed } from "../marks/pointing.ts";
import { type Arrangement, arrange } from "./arrange.ts";
import { paintPaths } from "./crowd.ts";
import { meanTimes } from "./pair-axis.ts";
import { paintPair } from "./paint-pair.ts";
import { type Pair, pairOf } from "./pair.ts";
import { sayPair } from "./say-pair.ts";
import { needsTwo } from "./needs.ts";
import { nothingDrawn, type PairDrawing, spotOf } from "./pick.ts";
import { lately } from "../lately.ts";
import type { Units } from "../../words/units.ts";

export interface MirrorMarks extends PairDrawing {
  /** Marks for the canvas below; empty if everything is SVG. */
  readonly below: readonly Mark[];
  readonly arrangement: Arrangement | null;
}

const arranged = lately(arrange);

export const mirror: View<MirrorMarks> = {
  id: "mirror",
  title: "Two networks about their terminals",
  short: "Both",
  place: "stage",
  grows: true,

  needs: needsTwo,

  summary(data) {
    const pair = pairOf(data);
    return pair === null ? "There are no two networks to compare yet." : sayPair(data.units, pair, data);
  },

  layout(data, canvas) {
    const pair = pairOf(data);
    const arrangement = pair === null ? null : arranged(pair.a.network, pair.b.network, canvas.width, canvas.height);
    if (pair === null || arrangement === null) return { ...nothingDrawn, below: [], arrangement: null };
    return { ...paintPair(arrangement, pair, data, canvas), ...pointedAt(data.units, arrangement, pair), arrangement };
  },

  draw: (drawn, into, canvas, act) => drawPointed(drawn, into, canvas, act, spotOf),

  paint: ({ below }, onto, canvas) => paintPaths(below, onto, canvas),

  table(data) {
    const pair = pairOf(data);
    const both = pair === null ? [] : [pair.a, pair.b];
    const columns = both.flatMap(({ letter }) =>
      ["sending", "idle", "blocked"].map((part) => ({ title: `${letter} ${part}`, unit: "cycles" })),
    );
    const times = both.map(({ frame }) => (frame === null ? null : timesOf(frame)));
    const rows = Array.from({ length: Math.max(0, ...both.map(({ network }) => network.terminals)) }, (_, t) => [
      t,
      ...both.flatMap(({ network }, i): (string | number)[] => {
        const own = times[i];
        if (own === null || t >= network.terminals) return ["", "", ""];
        const { sending, idle, blocked } = meanTimes(own, [t]);
        return [sending, idle, blocked];
      }),
    ]);
    return { columns: [{ title: "Terminal", unit: "" }, ...columns], rows };
  },
};

/** Data for hit tests and tooltips. The counters are copied, because frames are only borrowed. */
function pointedAt(units: Units, arrangement: Arrangement, pair: Pair): Pick<PairDrawing, "parts" | "sayTerminal"> {
  const halves = (["a", "b"] as const).map((which) => {
    const own = pair[which];
    const times = own.frame === null ? null : timesOf(own.frame);
    const kept = times === null ? null : { ...times, sending: times.sending.slice(), blocked: times.blocked.slice() };
    return { which, own, loads: loadsOf(own, true), times: kept };
  });
  return {
    parts: halves.map(({ which, own: { index, letter, network }, loads }) => ({
      scene: arrangement[which],
      axes: [arrangement.bars[which], arrangement[which].axis].filter((axis) => axis !== null),
      network,
      of: index,
      sayChannel: (c) => `${letter}: ${units.withUnit(units.formatLoad(loads.of(c)), "phits/cycle")}`,
      saySwitch: (n) => `${letter}: waiting ${units.sayTime(waitingAt(n, network, loads))}`,
      rankOf: loads.share,
    })),
    sayTerminal: (t) =>
      halves
        .flatMap(({ own, times }) => (times !== null && t < own.network.terminals ? [`${own.letter} ${sayTimes(times, t)}`] : []))
        .join("; "),
  };
}

function sayTimes({ sending, blocked, cycles }: Times, terminal: number): string {
  const part = (of: Float64Array) => sayPercent(cycles > 0 ? of[terminal] / cycles : 0);
  return `sends ${part(sending)}, blocked ${part(blocked)}`;
}
