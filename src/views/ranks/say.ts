/** What ranks did, why they waited, and what stands behind a single wait, in sentences. */
import { anded, capital } from "../../core/base/words.ts";
import type { StretchKind } from "../../core/measures/timeline.ts";
import type { Span } from "../contract.ts";
import { countOf, formatCount, sayPercent } from "../../words/numbers.ts";
import { causes, causesWithin, chainOf, type Link, reasonsOf } from "./causes.ts";
import { causeTitles } from "./styles.ts";
import { inSteps, mostComputes } from "./logical-steps.ts";
import { statisticsOf } from "./statistics.ts";
import { isWork, kindOf, kinds, lengthOf, peerOf, pieceOf, rankOf, ranksIn, stepOf, taskOf, type Told } from "./told.ts";
import type { Units } from "../../words/units.ts";

/** So many links of a chain, and of the tasks of one, are told one by one. */
const toldLinks = 2;
const toldTasks = 3;

/**
 * How long a rank is kept from computing and by whom, and what the causes are.
 * @param chosen the rank to tell of; −1 for the one that is kept longest, and the causes of all together
 */
export function sayRanks(told: Told, span: Span, chosen = -1): string {
  const { timeline } = told;
  const kept = Array.from({ length: ranksIn(timeline) }, (_, rank) => keptFrom(told, span, rank));
  const rank = chosen >= 0 ? chosen : kept.indexOf(Math.max(...kept));
  const part = kept[rank] / (span.to - span.from);
  const sums = causesWithin(told, span, chosen);
  const all = sums.reduce((sum, each) => sum + each, 0);
  const who = chosen >= 0 ? `Rank ${chosen} computes` : "All ranks compute";
  if (all === 0) return `${who} all the time.`;
  if (mostComputes(told) === 0) return sayMute(told, span, chosen);
  const own = statisticsOf(told, span, rank);
  const communicates = own[kinds.indexOf("send")].sum + own[kinds.indexOf("receive")].sum;
  const waits = communicates > 0.1 * kept[rank] ? "communicates or waits" : "waits";
  const first =
    part < 0.005
      ? `${chosen >= 0 ? `Rank ${chosen} hardly waits` : "No rank waits long"}`
      : `Rank ${rank} ${waits} ${sayPercent(part)} of the time${sayPeer(told, span, rank)}`;
  const order = causes.map((_, c) => c).sort((a, b) => sums[b] - sums[a]);
  const parts = order.filter((c) => sums[c] >= 0.005 * all).map((c) => `${sayPercent(sums[c] / all)} ${causeTitles[causes[c]]}`);
  const whose = chosen >= 0 ? "its" : "all ranks’";
  return `${first}. Of ${whose} time without computing, ${anded(parts)}.`;
}

/** The same where no rank computes anything. */
function sayMute(told: Told, span: Span, chosen: number): string {
  const parts = statisticsOf(told, span, chosen).flatMap(({ share }, k) =>
    k < kinds.length && share >= 0.005 ? [`${does[kinds[k]]} ${sayPercent(share)} of the time`] : [],
  );
  const who = chosen >= 0 ? `Rank ${chosen}` : "No rank computes here; one";
  return parts.length === 0 ? `${who} has nothing to do.` : `${who} ${anded(parts)}${chosen >= 0 ? "" : " on average"}.`;
}

/** What a rank does, as a verb. */
const does: Readonly<Record<StretchKind, string>> = { compute: "computes", send: "sends", receive: "takes messages", wait: "waits" };

/** Cycles in which a rank does not compute before it has computed its last. */
function keptFrom(told: Told, span: Span, rank: number): number {
  return causesWithin(told, span, rank).reduce((sum, each, c) => sum + (causes[c] === "end" ? 0 : each), 0);
}

/** For whom a rank waits most, and what that one does meanwhile; empty where there is no such one. */
function sayPeer(told: Told, span: Span, rank: number): string {
  const byPeer = Array.from({ length: ranksIn(told.timeline) }, () => ({ sum: 0, computing: 0, transfer: 0 }));
  for (const { from, to, cause, peer, isComputing } of reasonsOf(told)[rank]) {
    const length = Math.min(to, span.to) - Math.max(from, span.from);
    if (peer < 0 || length <= 0 || cause === "end") continue;
    byPeer[peer].sum += length;
    if (isComputing) byPeer[peer].computing += length;
    if (cause === "transfer") byPeer[peer].transfer += length;
  }
  const sums = byPeer.map(({ sum }) => sum);
  const peer = sums.indexOf(Math.max(...sums));
  if (sums[peer] === 0) return "";
  const all = sums.reduce((sum, each) => sum + each, 0);
  const others = sums.filter((each) => each > 0).length;
  // Where all are waited for alike, none of them is to be named.
  if (others > 1 && sums[peer] * others < 1.1 * all) return `, for ${formatCount(others)} others about alike`;
  const { sum, computing, transfer } = byPeer[peer];
  const part = sums[peer] > 0.505 * all ? "most of it" : `${sayPercent(sums[peer] / all)} of that`;
  const present = [
    { said: "which still computes", cycles: computing },
    { said: "whose messages are under way", cycles: transfer },
    { said: "which itself waits", cycles: sum - computing - transfer },
  ].sort((a, b) => b.cycles - a.cycles)[0];
  return `, ${part} for rank ${peer}, ${present.said}`;
}

/** How many steps a program takes by its order alone. */
export function saySteps(units: Units, told: Told): string {
  const { end } = inSteps(told);
  const most = mostComputes(told);
  if (most === 0) return "No rank computes, and steps are counted in computes.";
  const steps = `By its order alone the program takes ${countOf(end, "logical step", "logical steps")} of ${units.sayTime(meanWork(told))}`;
  return end === most ? `${steps}, as many as a rank computes.` : `${steps}; a rank computes ${formatCount(most)}.`;
}

/** Cycles of a piece of work on average. */
function meanWork({ timeline }: Told): number {
  const all = timeline.kind.flatMap((_, s) => (isWork(timeline, s) ? lengthOf(timeline, s) : []));
  return all.reduce((sum, each) => sum + each, 0) / all.length;
}

/** A stretch by name: `Rank 3 waits 2.1 ms for rank 0 (C(3, 0))`. */
export function sayStretchOf(units: Units, { timeline }: Told, stretch: number): { readonly value: string; readonly name: string } {
  const rank = rankOf(timeline, stretch);
  const kind = kindOf(timeline, stretch);
  const piece = pieceOf(timeline, stretch);
  const peer = peerOf(timeline, stretch, rank);
  const to = peer < 0 ? "" : `${kind === "send" ? "to" : kind === "wait" ? "for" : "from"} rank ${peer}`;
  const sort = piece === "" ? taskOf(timeline, stretch) : "";
  const computes = isWork(timeline, stretch) ? `computes${sort === "" ? "" : ` (${sort})`}${piece === "" ? "" : ` ${piece}`}` : "starts";
  const done = kind === "compute" ? computes : `${kind}s ${to}`.trimEnd();
  const step = stepOf(timeline, stretch);
  return {
    value: units.sayTime(lengthOf(timeline, stretch)),
    name: `rank ${rank} ${done}${kind === "compute" || piece === "" ? "" : `, for ${piece}`}${step < 0 ? "" : ` (step ${step})`}`,
  };
}

/** Why a stretch was as it was: what it waited for, and what came before that, with the cause of each. */
export function sayWhy(units: Units, told: Told, stretch: number): string {
  const { timeline } = told;
  const chain = chainOf(told, stretch);
  const kind = kindOf(timeline, stretch);
  const { value, name } = sayStretchOf(units, told, stretch);
  const what = `${capital(name)} for ${value}`;
  if (chain.length === 0) return `${what}; nothing it needed came late.`;
  const isItself = chain[0].stretch === stretch || (kind !== "compute" && timeline.message[chain[0].stretch] === timeline.message[stretch]);
  const said = chain.slice(0, toldLinks).map((link, i) => sayLink(units, told, link, i > 0 || !isItself));
  const rest = chain.length - said.length;
  const last = chain[chain.length - 1];
  const origin = last.sender < 0 ? "" : `back to rank ${last.sender}, which had waited for nobody until then`;
  const more =
    rest === 0
      ? origin === ""
        ? ""
        : ` So it goes ${origin}.`
      : ` So it goes on through ${countOf(rest, "more wait", "more waits")}${origin === "" ? "" : `, ${origin}`}.`;
  return `${isItself ? "" : `${what}. `}${said.join(" ")}${more}`;
}

/** One link in a sentence: the first in the present, what was before it in the past. */
function sayLink(units: Units, { timeline }: Told, { rank, stretch, sender, cause, meanwhile, isPassedOn }: Link, isPast: boolean): string {
  const length = units.sayTime(lengthOf(timeline, stretch));
  const who = isPast ? `Before that, rank ${rank}` : `Rank ${rank}`;
  const [waits, takes, computes, isUnderWay] = isPast
    ? ["waited", "took", "computed", "was under way"]
    : ["waits", "takes", "computes", "is under way"];
  const kind = kindOf(timeline, stretch);
  const because = causeTitles[cause];
  if (sender < 0) return `${who} ${waits} ${length} until what it sends is handed over or has arrived: ${because}.`;
  if (kind === "receive") return `${who} ${takes} a message of rank ${sender}, which ${isUnderWay} for ${length}: ${because}.`;
  const task = pieceOf(timeline, stretch);
  const names = meanwhile.map((s) => pieceOf(timeline, s)).filter((name) => name !== "");
  const list = names.length > toldTasks ? [...names.slice(0, toldTasks - 1), `${names.length - toldTasks + 1} more`] : names;
  const meanwhileSaid = isPassedOn
    ? `which ${waits} itself`
    : meanwhile.length > 0
      ? `which still ${computes}${list.length === 0 ? "" : ` ${anded(list)}`}`
      : "which has not sent it yet";
  const what =
    timeline.message[stretch] < 0 ? `at a barrier for rank ${sender}` : `for what ${task === "" ? "it" : task} needs of rank ${sender}`;
  return `${who} ${waits} ${length} ${what}, ${meanwhileSaid}: ${because}.`;
}
