/** Sentences on the activity of ranks, the causes of their waits, and the delay chain of a single interval. */
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

/** Maximum number of delays of a chain, and of tasks of a delay, that are named one by one. */
const toldLinks = 2;
const toldTasks = 3;

/**
 * How long a rank is kept from computing, by which rank, and the shares of the causes.
 * @param selectedRank The rank to describe; −1 for the rank that is kept longest, with the causes of all ranks together.
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

/** The same for programs in which no rank computes. */
function sayMute(told: Told, span: Span, chosen: number): string {
  const parts = statisticsOf(told, span, chosen).flatMap(({ share }, k) =>
    k < kinds.length && share >= 0.005 ? [`${does[kinds[k]]} ${sayPercent(share)} of the time`] : [],
  );
  const who = chosen >= 0 ? `Rank ${chosen}` : "No rank computes here; one";
  return parts.length === 0 ? `${who} has nothing to do.` : `${who} ${anded(parts)}${chosen >= 0 ? "" : " on average"}.`;
}

/** Activity of a rank, as a verb. */
const does: Readonly<Record<StretchKind, string>> = { compute: "computes", send: "sends", receive: "takes messages", wait: "waits" };

/** Cycles in which a rank does not compute before its last computation. */
function keptFrom(told: Told, span: Span, rank: number): number {
  return causesWithin(told, span, rank).reduce((sum, each, c) => sum + (causes[c] === "end" ? 0 : each), 0);
}

/** The rank that a rank waits for most, and what that rank does meanwhile; empty where there is none. */
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
  // If all peers are awaited about equally long, none is named.
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

/** The number of logical steps of a program. */
export function saySteps(units: Units, told: Told): string {
  const { end } = inSteps(told);
  const most = mostComputes(told);
  if (most === 0) return "No rank computes, and steps are counted in computes.";
  const steps = `By its order alone the program takes ${countOf(end, "logical step", "logical steps")} of ${units.sayTime(meanWork(told))}`;
  return end === most ? `${steps}, as many as a rank computes.` : `${steps}; a rank computes ${formatCount(most)}.`;
}

/** Mean length of a piece of work, cycles. */
function meanWork({ timeline }: Told): number {
  const all = timeline.kind.flatMap((_, s) => (isWork(timeline, s) ? lengthOf(timeline, s) : []));
  return all.reduce((sum, each) => sum + each, 0) / all.length;
}

/** An interval in words: `Rank 3 waits 2.1 ms for rank 0 (C(3, 0))`. */
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

/** Why an interval was late or long: its delay chain with the cause of each delay. */
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

/** One delay as a sentence: the first in the present tense, earlier ones in the past tense. */
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
