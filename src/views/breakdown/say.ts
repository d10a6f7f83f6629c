/** The summary of a time breakdown in one sentence. */
import { anded } from "../../core/base/words.ts";
import { countOf, formatCount, sayPercent, withUnit } from "../../words/numbers.ts";
import { isMetIn } from "../../core/programs/meetings.ts";
import { type GroupTime, groupTimesOf } from "./group-times.ts";
import type { Told } from "./told.ts";
import type { Units } from "../../words/units.ts";

/** The summary after the run has begun. */
export function sayTold(units: Units, told: Told): string {
  if (told.noun !== "rank") return sayTerminals(told);
  return told.groups.length > 0 ? sayGroups(units, told) : sayRanks(told);
}

function sayTerminals({ times: [sending, , blocked], cycles, nameOf }: Told): string {
  const mean = (column: Float64Array) => column.reduce((sum, own) => sum + own, 0) / column.length / cycles;
  const worst = blocked.reduce((most, own, t) => (own > blocked[most] ? t : most), 0);
  const sends = `Terminals send ${sayPercent(mean(sending))} of the time`;
  if (blocked[worst] === 0) return `${sends}, and the network never keeps them waiting.`;
  const free = blocked.reduce((count, own) => count + (own < cycles / 100 ? 1 : 0), 0);
  const spared = free === 0 || free === blocked.length ? "" : `; ${countOf(free, "is", "are")} hardly ever blocked`;
  return `${sends} and are blocked ${sayPercent(mean(blocked))} of it, ${nameOf(worst)} most, ${sayPercent(blocked[worst] / cycles)}${spared}.`;
}

/** Ranks whose ends differ by less than this part of the run count as ending together. */
const together = 0.001;

/** Mean times of ranks in their phases, and the ranks that are busy longest. Handing a message to the terminal takes no time. */
function sayRanks({ phases, times, cycles, idle }: Told): string {
  const share = (p: number) => times[p].reduce((sum, own) => sum + own, 0) / times[p].length / cycles;
  const said = phases
    .map(({ title }, p) => ({ title, part: share(p) }))
    .filter(({ part }, p) => part >= 0.005 && p !== idle)
    .sort((a, b) => b.part - a.part)
    .slice(0, 3)
    .map(({ title, part }, i) => `${sayPercent(part)} ${i === 0 ? "of the time " : ""}on ${title}`);
  return `On average a rank spends ${said.length === 0 ? "no time yet" : anded(said)}; ${sayLongest(times[idle], cycles)}.`;
}

/** The rank that is busy longest, the number of ranks that end together, or all ranks. */
function sayLongest(rest: Float64Array, cycles: number): string {
  const least = rest.reduce((a, b) => Math.min(a, b), Infinity);
  const last = [...rest.keys()].filter((r) => rest[r] - least <= together * cycles);
  if (last.length === rest.length) return least > 0 ? "all are done together" : "all have something to do to the end";
  const share = sayPercent(1 - least / cycles);
  const who = last.length === 1 ? `rank ${last[0]} has` : `${formatCount(last.length)} ranks have`;
  return `${who} something to do longest, for ${share} of it`;
}

/** When each group communicates and how long it is busy, and the maximum time of each phase. */
function sayGroups(units: Units, told: Told): string {
  const { times, phases, idle, met } = told;
  const ranks = times[0].length;
  const groups = groupTimesOf(told);
  // The maximum matters more than the mean, because the whole program waits for the slowest rank.
  const longest = phases
    .map(({ title }, p) => ({ title, most: times[p].reduce((most, own) => Math.max(most, own), 0), p }))
    .filter(({ p, most }) => p !== idle && most > 0 && met !== null && isMetIn(met.meetings, p));
  const steps = longest.map(({ title, most }, i) => `${title} ${i === 0 ? "takes up to " : ""}${units.sayTime(most)}`);
  const isOver = times[0].every((_, rank) => told.isDone(rank));
  const after = isOver ? (groups[0].ranks === 1 ? " and is done after" : " and are done after") : ", busy so far for";
  return `Of ${formatCount(ranks)} ranks, ${groups.map((group, i) => sayGroup(units, group, i === 0 ? after : ",")).join("; ")}${steps.length === 0 ? "" : `; ${anded(steps)}`}.`;
}

/** `8 have no communication and are done after 10.1 s`; `24 communicate in step 1 only, 10.1 s`. */
function sayGroup(units: Units, { title, ranks, total, least, most }: GroupTime, joint: string): string {
  const verb = title === "no communication" ? (ranks === 1 ? "has" : "have") : ranks === 1 ? "communicates in" : "communicate in";
  const isEven = units.formatTime(least, most) === units.formatTime(most, most);
  const time = isEven
    ? units.sayTime(total)
    : withUnit(`${units.formatTime(least, most)} to ${units.formatTime(most, most)}`, units.timeUnit(most).name);
  return `${formatCount(ranks)} ${verb} ${title}${joint} ${time}`;
}
