/** Two networks about their terminals: what one gives, and the other, terminal by terminal. */
import type { Canvas, View, ViewData } from "../contract.ts";
import { formatLoad, withUnit } from "../shared/format.ts";
import { loadsOf } from "../shared/loads.ts";
import { drawMarks, type Mark } from "../shared/marks.ts";
import { terminalLoads } from "../stage/paint-axis.ts";
import { type Arrangement, arrange } from "./arrange.ts";
import { paintPair } from "./paint-pair.ts";
import { dataOf, isSameShape, type Pair, pairOf, sayPair } from "./pair.ts";
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
    return { marks: paintPair(arrangement, pair, data, canvas), arrangement, target: targetOf(arrangement, pair, data, canvas) };
  },

  draw(drawn, into, _canvas, act) {
    drawMarks(drawn?.marks ?? [], letPick(drawn?.target ?? null, into, act));
  },

  table(data) {
    const pair = pairOf(data);
    const of = (letter: string, what: string) => ({ title: `${what} ${letter}`, unit: "phits/cycle" });
    const [a, b] = [pair?.a.letter ?? "A", pair?.b.letter ?? "B"];
    const columns = [{ title: "Terminal", unit: "" }, of(a, "Offered"), of(a, "Enters"), of(b, "Offered"), of(b, "Enters")];
    if (pair === null) return { columns, rows: [] };
    const sides = [pair.a, pair.b].map((own) => ({
      count: own.network.terminals,
      ...terminalLoads(dataOf(data, own), loadsOf(own.frame)),
    }));
    const rows = Array.from({ length: Math.max(...sides.map(({ count }) => count)) }, (_, t) => [
      t,
      ...sides.flatMap(({ count, offered, sent }): (string | number)[] => (t < count ? [offered(t), sent(t)] : ["", ""])),
    ]);
    return { columns, rows };
  },
};

/** What the pointer finds; it keeps its own copy of the loads, because frames are lent. */
function targetOf(arrangement: Arrangement, pair: Pair, data: ViewData, canvas: Canvas): PairTarget {
  const same = isSameShape(pair.a.network, pair.b.network);
  const halves = (["a", "b"] as const).map((which) => ({ which, own: pair[which], loads: loadsOf(pair[which].frame, true) }));
  const gets = halves.map(({ own, loads }) => ({ own, sent: terminalLoads(dataOf(data, own), loads).sent }));
  return {
    canvas,
    parts: halves.map(({ which, own, loads }) => ({
      scene: arrangement[which],
      network: own.network,
      isFront: same || pair.front === which,
      sayChannel: (c) => `${own.letter}: ${withUnit(formatLoad(loads.of(c)), "phits/cycle")}`,
      rankOf: loads.of,
    })),
    sayTerminal: (t) =>
      gets.flatMap(({ own, sent }) => (t < own.network.terminals ? [`${own.letter} ${formatLoad(sent(t))}`] : [])).join(", ") +
      "\u00a0phits/cycle enter",
  };
}
