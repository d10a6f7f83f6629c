/** Hover targets of a time breakdown: each bar, or, for phases of ranks, each part of a bar with partners and switches. */
import type { Canvas } from "../contract.ts";
import { type Bar, barBox, barOutline } from "../bars/bars.ts";
import { formatCount } from "../../words/numbers.ts";
import { meetingsIn } from "../../core/programs/meetings.ts";
import type { Spot } from "../marks/pointing.ts";
import { roundParts } from "../bars/round-parts.ts";
import { type Met, sayPartners, sayRank, sayRate } from "./meet.ts";
import type { Content } from "./paint.ts";
import type { Told } from "./told.ts";

/** A part of a bar: its phase, its top and bottom in pixels, and its length in cycles. */
interface Part {
  readonly phase: number;
  readonly cycles: number;
  readonly high: number;
  readonly low: number;
}

/** The targets of all bars. */
export function barTargets(content: Content, told: Told, canvas: Canvas): readonly Spot[] {
  return content.bars.flatMap((_, i) => {
    const parts = partsOf(content, told, i);
    const { met } = told;
    // Above the last phase of a rank that is done nothing is drawn.
    return met === null || parts.length === 0
      ? [wholeTarget(content, told, i, parts, canvas)]
      : parts.map((part) => partTarget(content, told, met, i, part, canvas));
  });
}

/** The visible parts of a bar, from the bottom up. */
function partsOf({ rows, top, bottom }: Content, told: Told, i: number): readonly Part[] {
  let sum = 0;
  const y = (cycles: number) => bottom - (cycles / Math.max(1, told.cycles)) * (bottom - top);
  return rows[i].parts.flatMap(({ cycles }, phase) => {
    const low = y(sum);
    sum += cycles;
    return cycles > 0 && told.phases[phase].fill !== "none" ? [{ phase, cycles, high: y(sum), low }] : [];
  });
}

const picked = ({ order }: Content, { terminalOf }: Told, { from }: Bar) =>
  ({ is: "terminal", terminal: terminalOf(order[from]) }) as const;

/** The target of a bar, with the shares of all its parts. */
function wholeTarget(content: Content, told: Told, i: number, drawn: readonly Part[], { units, theme }: Canvas): Spot {
  const { bars, rows, top, bottom } = content;
  const { phases, cycles } = told;
  const { label, parts } = rows[i];
  const percents = roundParts(
    parts.map((part) => part.cycles),
    cycles / 100,
  );
  const said = parts.flatMap((part, p) => (part.cycles > 0 ? [`${phases[p].title} ${formatCount(percents[p])}`] : []));
  return {
    ...barBox(bars, i, top - 8, bottom + 8),
    value: `${units.sayTime(parts[parts.length - 1].cycles)} ${phases[phases.length - 1].title}`,
    name: `${label}: ${said.join(", ")} %`,
    outline: [barOutline(bars[i], Math.min(bottom, ...drawn.map(({ high }) => high)), bottom, theme)],
    picks: picked(content, told, bars[i]),
  };
}

/** The target of a part of a bar, with the partners of its rank in that phase. */
function partTarget(content: Content, told: Told, met: Met, i: number, part: Part, { units, theme }: Canvas): Spot {
  const { bars, order, rows } = content;
  const { phase, cycles, high, low } = part;
  const bar = bars[i];
  const rank = order[bar.from];
  const isOne = bar.to - bar.from === 1;
  const own = isOne && phase !== told.idle ? meetingsIn(met.meetings, rank, phase) : [];
  // The packets are those of the whole phase, so a rate exists only after the rank is done.
  const rate = own.length === 0 || !told.isDone(rank) ? "" : sayRate(units, met, rank, phase, cycles);
  return {
    ...barBox(bars, i, high, low),
    value: `${told.phases[phase].title}: ${units.sayTime(cycles)}${rate === "" ? "" : `, ${rate}`}`,
    name: [isOne ? sayRank(rank, met) : rows[i].label, ...(own.length === 0 ? [] : [sayPartners(met, rank, phase)])].join(" "),
    outline: [barOutline(bar, high, low, theme)],
    // A rank with a single partner is selected together with it, so that both and their path are highlighted.
    picks:
      own.length === 1
        ? { is: "flow", source: told.terminalOf(rank), destination: told.terminalOf(met.meetings.partner[own[0]]) }
        : picked(content, told, bar),
  };
}
