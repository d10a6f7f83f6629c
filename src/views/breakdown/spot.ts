/** What lies under a pointer of a breakdown: a thing, and of a rank's bar the phase, with whom and through what. */
import type { Canvas, Selected } from "../contract.ts";
import { type Bar, barAt } from "../bars/bars.ts";
import { formatCount } from "../../words/numbers.ts";
import { type Drawing, pathMark, tenth } from "../marks/marks.ts";
import { meetingsIn } from "../../core/programs/meetings.ts";
import type { Spot } from "../marks/pointing.ts";
import { roundParts } from "../bars/round-parts.ts";
import { sayPartners, sayRank, sayRate } from "./meet.ts";
import type { Content } from "./paint.ts";
import type { Told } from "./told.ts";

export interface BreakdownMarks extends Drawing, Content {
  readonly told: Told | null;
}

/** A part of a bar: its phase, its place on the page and its length in cycles. */
interface Part {
  readonly phase: number;
  readonly cycles: number;
  readonly high: number;
  readonly low: number;
}

/** The parts of a bar from the foot up, as far as they have any height and are drawn. */
export function partsOf({ rows, bars, told, top, bottom }: BreakdownMarks, bar: Bar): readonly Part[] {
  let sum = 0;
  const y = (cycles: number) => bottom - (cycles / Math.max(1, told?.cycles ?? 1)) * (bottom - top);
  return rows[bars.indexOf(bar)].parts.flatMap(({ cycles }, phase) => {
    const low = y(sum);
    sum += cycles;
    return cycles > 0 && told?.phases[phase].fill !== "none" ? [{ phase, cycles, high: y(sum), low }] : [];
  });
}

/** The terminal or rank under a pointer, and of a rank whose phases are told the phase. */
export function spotAt(drawn: BreakdownMarks, x: number, y: number, within: number, { units, theme }: Canvas): Spot | null {
  const { bars, order, rows, top, bottom, told } = drawn;
  const bar = told === null || y < top - within || y > bottom + within ? null : barAt(bars, x);
  if (bar === null || told === null) return null;
  const drawnParts = partsOf(drawn, bar);
  const whole = outlineOf(bar, Math.min(bottom, ...drawnParts.map(({ high }) => high)), bottom, theme);
  const middle = { x: bar.x + bar.width / 2, y: (top + bottom) / 2 };
  const picks: Selected = { is: "terminal", terminal: told.terminalOf(order[bar.from]) };
  const { label, parts } = rows[bars.indexOf(bar)];
  const { phases, cycles, met } = told;
  const found = met === null ? undefined : drawnParts.find(({ high, low }) => y >= high && y <= low);
  // Nothing is drawn above the last phase of a rank that is done.
  if (met !== null && found === undefined && drawnParts.length > 0) return null;
  if (found === undefined || met === null) {
    const percents = roundParts(
      parts.map((part) => part.cycles),
      cycles / 100,
    );
    const said = parts.flatMap((part, p) => (part.cycles > 0 ? [`${phases[p].title} ${formatCount(percents[p])}`] : []));
    const last = parts[parts.length - 1].cycles;
    const value = `${units.sayTime(last)} ${phases[phases.length - 1].title}`;
    return { ...middle, value, name: `${label}: ${said.join(", ")} %`, outline: [whole], picks };
  }
  const rank = order[bar.from];
  const isOne = bar.to - bar.from === 1;
  const isIdle = found.phase === told.idle;
  const own = isOne && !isIdle ? meetingsIn(met.meetings, rank, found.phase) : [];
  // What is sent is known of the whole program: before a rank is done, part of it has yet to flow.
  const rate = own.length === 0 || !told.isDone(rank) ? "" : sayRate(units, met, rank, found.phase, found.cycles);
  return {
    x: middle.x,
    y: (found.high + found.low) / 2,
    value: `${phases[found.phase].title}: ${units.sayTime(found.cycles)}${rate === "" ? "" : `, ${rate}`}`,
    name: [isOne ? sayRank(rank, met) : label, ...(own.length === 0 ? [] : [sayPartners(met, rank, found.phase)])].join(" "),
    outline: [outlineOf(bar, found.high, found.low, theme)],
    // Who meets one other is picked with it: both light up, and the way between them.
    picks:
      own.length === 1 ? { is: "flow", source: told.terminalOf(rank), destination: told.terminalOf(met.meetings.partner[own[0]]) } : picks,
  };
}

function outlineOf({ x, width }: Bar, top: number, bottom: number, theme: Canvas["theme"]) {
  return pathMark("hover", `M${x - 1} ${tenth(top) - 1}h${width + 2}V${tenth(bottom) + 1}h${-width - 2}z`, {
    stroke: theme.ink,
    "stroke-width": 1.5,
  });
}
