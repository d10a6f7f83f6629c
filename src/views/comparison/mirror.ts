/** Two networks about their terminals: what one gives, and the other, terminal by terminal. */
import type { Canvas, View } from "../contract.ts";
import { formatLoad, formatPercent, withUnit } from "../shared/format.ts";
import { loadsOf } from "../shared/loads.ts";
import { drawMarks, type Mark } from "../shared/marks.ts";
import { type Arrangement, arrange } from "./arrange.ts";
import { breakdownOf, type Times } from "./breakdown.ts";
import { paintPair } from "./paint-pair.ts";
import { isSameShape, type Pair, pairOf, sayPair } from "./pair.ts";
import { letPick, type PairTarget } from "./pick.ts";
import { keeping } from "./placing.ts";

export interface MirrorMarks {
  readonly marks: readonly Mark[];
  readonly arrangement: Arrangement;
  readonly target: PairTarget;
}

const arranged = keeping(arrange);

export const mirror: View<MirrorMarks | null> = {
  id: "mirror",
  title: "Two networks about their terminals",
  short: "Both",
  place: "stage",

  needs(data) {
    if (data.variants.length < 2)
      return "Here two networks face each other, one growing up from a shared row of terminals and one hanging down, as soon as there is a second one.";
    return pairOf(data) === null ? "Here two networks face each other as soon as both are built." : null;
  },

  summary(data) {
    const pair = pairOf(data);
    return pair === null ? "No two networks to compare yet." : sayPair(pair, data);
  },

  layout(data, canvas) {
    const pair = pairOf(data);
    const arrangement = pair === null ? null : arranged(pair.a.network, pair.b.network, canvas.width, canvas.height);
    if (pair === null || arrangement === null) return null;
    return { marks: paintPair(arrangement, pair, data, canvas), arrangement, target: targetOf(arrangement, pair, canvas) };
  },

  draw(drawn, into, _canvas, act) {
    drawMarks(drawn?.marks ?? [], letPick(drawn?.target ?? null, into, act));
  },

  table(data) {
    const pair = pairOf(data);
    const both = pair === null ? [] : [pair.a, pair.b].map((own) => ({ own, times: breakdownOf(own.frame) }));
    const rows = Array.from({ length: Math.max(0, ...both.map(({ own }) => own.network.terminals)) }, (_, t) => [
      t,
      ...both.flatMap(({ own, times }): (string | number)[] => {
        if (t >= own.network.terminals) return ["", "", ""];
        const { sending, idle, blocked } = times.of([t]);
        return [sending, idle, blocked];
      }),
    ]);
    const parts = both.flatMap(({ own: { letter } }) => [`${letter} sending`, `${letter} idle`, `${letter} blocked`]);
    return { columns: [{ title: "Terminal", unit: "" }, ...parts.map((title) => ({ title, unit: "cycles" }))], rows };
  },
};

/** What the pointer finds; it keeps its own copy of the counters, because frames are lent. */
function targetOf(arrangement: Arrangement, pair: Pair, canvas: Canvas): PairTarget {
  const same = isSameShape(pair.a.network, pair.b.network);
  const halves = (["a", "b"] as const).map((which) => ({
    which,
    own: pair[which],
    loads: loadsOf(pair[which].frame, true),
    times: breakdownOf(pair[which].frame, true),
  }));
  return {
    canvas,
    parts: halves.map(({ which, own, loads }) => ({
      scene: arrangement[which],
      axes: [arrangement.bars[which], arrangement[which].axis].filter((axis) => axis !== null),
      network: own.network,
      isFront: same || pair.front === which,
      sayChannel: (c) => `${own.letter}: ${withUnit(formatLoad(loads.of(c)), "phits/cycle")}`,
      rankOf: loads.of,
    })),
    sayTerminal: (t) =>
      halves
        .flatMap(({ own, times }) =>
          t < own.network.terminals && times.cycles > 0 ? [`${own.letter} ${sayTimes(times.of([t]), times.cycles)}`] : [],
        )
        .join("; "),
  };
}

function sayTimes({ sending, blocked }: Times, cycles: number): string {
  return `sends ${withUnit(formatPercent(sending / cycles), "%")}, blocked ${withUnit(formatPercent(blocked / cycles), "%")}`;
}
