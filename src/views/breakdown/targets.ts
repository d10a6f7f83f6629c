/** Hover targets of a time breakdown: each bar, or, for phases of ranks, each part of a bar with partners and switches. */
import type { Canvas } from "../contract.ts";
import { type Bar, barBox, barOutline } from "../bars/bars.ts";
import { formatCount } from "../../words/numbers.ts";
import { exchangesIn } from "../../core/programs/exchanges.ts";
import type { HoverTarget } from "../marks/hover-target.ts";
import { roundParts } from "../bars/round-parts.ts";
import { type MeetingContext, sayPartners, sayRank, sayMeetingRate } from "./partners.ts";
import type { BreakdownContent } from "./paint.ts";
import type { TimeBreakdown } from "./time-breakdown.ts";

/** A part of a bar: its phase, its top and bottom in pixels, and its length in cycles. */
interface BarPart {
  readonly phase: number;
  readonly cycles: number;
  readonly top: number;
  readonly bottom: number;
}

/** The targets of all bars. */
export function barTargets(content: BreakdownContent, timeBreakdown: TimeBreakdown, canvas: Canvas): readonly HoverTarget[] {
  return content.bars.flatMap((_, i) => {
    const parts = visibleParts(content, timeBreakdown, i);
    const { meetingContext: context } = timeBreakdown;
    // A bar has a single target if partners are not known or none of its parts is visible.
    return context === null || parts.length === 0
      ? [barTarget(content, timeBreakdown, i, parts, canvas)]
      : parts.map((part) => partTarget(content, timeBreakdown, context, i, part, canvas));
  });
}

/** The visible parts of a bar, from the bottom up. */
function visibleParts({ rows, top, bottom }: BreakdownContent, timeBreakdown: TimeBreakdown, i: number): readonly BarPart[] {
  let sum = 0;
  const yOf = (cycles: number) => bottom - (cycles / Math.max(1, timeBreakdown.cycles)) * (bottom - top);
  return rows[i].parts.flatMap(({ cycles }, phase) => {
    const partBottom = yOf(sum);
    sum += cycles;
    return cycles > 0 && timeBreakdown.phases[phase].fill !== "none" ? [{ phase, cycles, top: yOf(sum), bottom: partBottom }] : [];
  });
}

const terminalSelection = ({ order }: BreakdownContent, { terminalOf }: TimeBreakdown, { from }: Bar) =>
  ({ is: "terminal", terminal: terminalOf(order[from]) }) as const;

/**
 * The hover target of the i-th bar: the time in the last phase, and the shares of all phases in percent, which are rounded such that their
 * sum is right. A click selects the terminal of the bar (`clickSelection`).
 * @param visible The parts of the bar that are high enough to be drawn; `top` is the top of a part, pixels.
 */
function barTarget(
  content: BreakdownContent,
  timeBreakdown: TimeBreakdown,
  i: number,
  visible: readonly BarPart[],
  { units, theme }: Canvas,
): HoverTarget {
  const { bars, rows, top, bottom } = content;
  const { phases, cycles } = timeBreakdown;
  const { label, parts } = rows[i];
  const percents = roundParts(
    parts.map((phasePart) => phasePart.cycles),
    cycles / 100,
  );
  const shareTexts = parts.flatMap((phasePart, phase) =>
    phasePart.cycles > 0 ? [`${phases[phase].title} ${formatCount(percents[phase])}`] : [],
  );
  return {
    ...barBox(bars, i, top - 8, bottom + 8),
    value: `${units.sayTime(parts[parts.length - 1].cycles)} ${phases[phases.length - 1].title}`,
    name: `${label}: ${shareTexts.join(", ")} %`,
    outline: [barOutline(bars[i], Math.min(bottom, ...visible.map(({ top: partTop }) => partTop)), bottom, theme)],
    clickSelection: terminalSelection(content, timeBreakdown, bars[i]),
  };
}

/**
 * The hover target of a part of the i-th bar, that is, of a phase of its rank: the time, and the partners with which the rank exchanges
 * messages in that phase. A bar for several ranks has no partners.
 * @param part The part; `top` and `bottom` are its top and bottom, pixels.
 */
function partTarget(
  content: BreakdownContent,
  timeBreakdown: TimeBreakdown,
  context: MeetingContext,
  i: number,
  part: BarPart,
  { units, theme }: Canvas,
): HoverTarget {
  const { bars, order, rows } = content;
  const { phase, cycles, top: partTop, bottom: partBottom } = part;
  const bar = bars[i];
  const rank = order[bar.from];
  const isSingleRank = bar.to - bar.from === 1;
  const ownMeetings = isSingleRank && phase !== timeBreakdown.idle ? exchangesIn(context.meetings, rank, phase) : [];
  // The packets are those of the whole phase, so a rate exists only after the rank is done.
  const rate = ownMeetings.length === 0 || !timeBreakdown.isDone(rank) ? "" : sayMeetingRate(units, context, rank, phase, cycles);
  return {
    ...barBox(bars, i, partTop, partBottom),
    value: `${timeBreakdown.phases[phase].title}: ${units.sayTime(cycles)}${rate === "" ? "" : `, ${rate}`}`,
    name: [
      isSingleRank ? sayRank(rank, context) : rows[i].label,
      ...(ownMeetings.length === 0 ? [] : [sayPartners(context, rank, phase)]),
    ].join(" "),
    outline: [barOutline(bar, partTop, partBottom, theme)],
    // A rank with a single partner is selected together with it, so that both and their path are highlighted.
    clickSelection:
      ownMeetings.length === 1
        ? {
            is: "flow",
            source: timeBreakdown.terminalOf(rank),
            destination: timeBreakdown.terminalOf(context.meetings.partner[ownMeetings[0]]),
          }
        : terminalSelection(content, timeBreakdown, bar),
  };
}
