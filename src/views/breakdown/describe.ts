/** The summary of a time breakdown in one sentence. */
import { joinWithAnd } from "../../core/base/words.ts";
import { countOf, formatCount, sayPercent, withUnit } from "../../words/numbers.ts";
import { hasExchangeIn } from "../../core/programs/exchanges.ts";
import { type GroupTime, groupTimesOf } from "./group-times.ts";
import type { TimeBreakdown } from "./time-breakdown.ts";
import type { Units } from "../../words/units.ts";

/** The summary after the run has begun. */
export function sayTimeBreakdown(units: Units, timeBreakdown: TimeBreakdown): string {
  if (timeBreakdown.noun !== "rank") return sayTerminalTimes(timeBreakdown);
  return timeBreakdown.groups.length > 0 ? sayGroupTimes(units, timeBreakdown) : sayRankTimesByPhase(timeBreakdown);
}

function sayTerminalTimes({ times: [sending, , blocked], cycles, nameOf }: TimeBreakdown): string {
  const mean = (column: Float64Array) => column.reduce((sum, own) => sum + own, 0) / column.length / cycles;
  const mostBlocked = blocked.reduce((maxIndex, own, t) => (own > blocked[maxIndex] ? t : maxIndex), 0);
  const sendingText = `Terminals send ${sayPercent(mean(sending))} of the time`;
  if (blocked[mostBlocked] === 0) return `${sendingText} and are never blocked.`;
  const unblockedCount = blocked.reduce((count, own) => count + (own < cycles / 100 ? 1 : 0), 0);
  const unblockedText =
    unblockedCount === 0 || unblockedCount === blocked.length
      ? ""
      : `; ${countOf(unblockedCount, "terminal is", "terminals are")} blocked less than ${sayPercent(0.01)} of the time`;
  return `${sendingText} and are blocked ${sayPercent(mean(blocked))} on average, at most ${sayPercent(blocked[mostBlocked] / cycles)} (${nameOf(mostBlocked)})${unblockedText}.`;
}

/** Ranks whose ends differ by less than this part of the run count as ending together. */
const maxEqualDifference = 0.001;

/** Mean times of ranks in their phases, and the ranks that are busy longest. Handing a message to the terminal takes no time. */
function sayRankTimesByPhase({ phases, times, cycles, idle }: TimeBreakdown): string {
  const share = (phase: number) => times[phase].reduce((sum, itemCycles) => sum + itemCycles, 0) / times[phase].length / cycles;
  const phaseTexts = phases
    .map(({ title }, phase) => ({ title, part: share(phase) }))
    .filter(({ part: meanShare }, phase) => meanShare >= 0.005 && phase !== idle)
    .sort((a, b) => b.part - a.part)
    .slice(0, 3)
    .map(({ title, part: meanShare }, i) => `${sayPercent(meanShare)} ${i === 0 ? "of the time " : ""}on ${title}`);
  return `On average a rank spends ${phaseTexts.length === 0 ? "almost no time in any phase" : joinWithAnd(phaseTexts)}; ${sayLongestBusy(times[idle], cycles)}.`;
}

/** The rank that is busy longest, the number of ranks that end together, or all ranks. */
function sayLongestBusy(idleTimes: Float64Array, cycles: number): string {
  const minIdle = idleTimes.reduce((a, b) => Math.min(a, b), Infinity);
  const busiestRanks = [...idleTimes.keys()].filter((r) => idleTimes[r] - minIdle <= maxEqualDifference * cycles);
  if (busiestRanks.length === idleTimes.length)
    return minIdle > 0 ? "all ranks finish at the same time" : "all ranks are busy until the end";
  const share = sayPercent(1 - minIdle / cycles);
  const subject = busiestRanks.length === 1 ? `rank ${busiestRanks[0]} is` : `${formatCount(busiestRanks.length)} ranks are`;
  return `${subject} busy longest, ${share} of the time`;
}

/**
 * A sentence that says how long each group of ranks is busy (a group contains the ranks that communicate in the same phases), and the
 * longest time that a rank spends in each phase with communication.
 */
function sayGroupTimes(units: Units, timeBreakdown: TimeBreakdown): string {
  const { times, phases, idle, meetingContext: context } = timeBreakdown;
  const ranks = times[0].length;
  const groups = groupTimesOf(timeBreakdown);
  // The maximum matters more than the mean, because the whole program waits for the slowest rank.
  const maxByPhase = phases
    .map(({ title }, phase) => ({
      title,
      maxCycles: times[phase].reduce((maxCycles, itemCycles) => Math.max(maxCycles, itemCycles), 0),
      phase,
    }))
    .filter(({ phase, maxCycles }) => phase !== idle && maxCycles > 0 && context !== null && hasExchangeIn(context.meetings, phase));
  const phaseTexts = maxByPhase.map(
    ({ title, maxCycles }, i) => `${title} ${i === 0 ? "takes at most " : "at most "}${units.sayTime(maxCycles)}`,
  );
  const isFinished = times[0].every((_, rank) => timeBreakdown.isDone(rank));
  const joiningText = isFinished ? (groups[0].rankCount === 1 ? " and finishes after" : " and finish after") : ", busy so far for";
  return `Of ${formatCount(ranks)} ranks, ${groups.map((group, i) => sayGroupTime(units, group, i === 0 ? joiningText : ",")).join("; ")}${phaseTexts.length === 0 ? "" : `; ${joinWithAnd(phaseTexts)}`}.`;
}

/** `8 have no communication and are done after 10.1 s`; `24 communicate in step 1 only, 10.1 s`. */
function sayGroupTime(units: Units, { title, rankCount, total, minTotal: min, maxTotal: max }: GroupTime, joiningText: string): string {
  const verb = title === "no communication" ? (rankCount === 1 ? "has" : "have") : rankCount === 1 ? "communicates in" : "communicate in";
  const isSameTime = units.formatTime(min, max) === units.formatTime(max, max);
  const time = isSameTime
    ? units.sayTime(total)
    : withUnit(`${units.formatTime(min, max)} to ${units.formatTime(max, max)}`, units.timeUnit(max).name);
  return `${formatCount(rankCount)} ${verb} ${title}${joiningText} ${time}`;
}
