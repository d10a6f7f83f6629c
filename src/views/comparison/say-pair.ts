/** Performance and cost of two networks as text. */
import { scalar } from "../../core/simulation/frame.ts";
import { answerOfFrame, type Variant, type ViewData } from "../contract.ts";
import { formatCount, formatMeasure, sayPercent } from "../../words/numbers.ts";
import { linksOf, type Pair } from "./pair.ts";
import type { Units } from "../../words/units.ts";
import { isDeadlocked } from "../../core/measures/results.ts";

/**
 * Delivered load, phits per cycle and sending terminal: of the whole run if it has finished and no span is selected, otherwise of the
 * frame; null before the window.
 */
function deliveredBy(variant: Variant, { span }: Pick<ViewData, "span">): number | null {
  const { frame, packetPhits } = variant;
  const results = answerOfFrame(variant);
  if (results !== null && span === null) return results.acceptedPerSender;
  const cycles = frame?.scalars[scalar.windowCycles] ?? 0;
  if (frame === null || cycles === 0) return null;
  // Senders are counted over the whole run: in a short span many have nothing to send.
  const senders = results?.clients ?? results?.sending ?? frame.created.reduce((count, own) => count + (own > 0 ? 1 : 0), 0);
  return senders === 0 ? null : (frame.scalars[scalar.accepted] * packetPhits) / (cycles * senders);
}

/** Compares the performance and the cost of both networks in one sentence. */
export function sayPair(units: Units, { a, b }: Pair, data: Pick<ViewData, "span">): string {
  const [linksA, linksB] = [linksOf(a.network), linksOf(b.network)];
  const cost = linksA === linksB ? "as many links" : `${sayPercent(linksA / linksB)} of its links`;
  const [timeA, timeB] = [a.results?.makespan ?? null, b.results?.makespan ?? null];
  if (timeA !== null && timeB !== null) {
    const times = timeA === timeB ? "as long" : `${formatMeasure(timeA / timeB)} times as long`;
    return `${a.letter} needs ${units.sayTime(timeA)}, ${b.letter} ${units.sayTimeAfter(timeB, timeA)}: ${a.letter} takes ${times} with ${linksA === linksB ? cost : `${sayPercent(linksA / linksB)} of ${b.letter}’s links`}.`;
  }
  const [fromA, fromB] = [deliveredBy(a, data), deliveredBy(b, data)];
  if (fromA === null || fromB === null)
    return `${a.letter}, ${a.title}, has ${formatCount(linksA)} links and ${b.letter}, ${b.title}, ${formatCount(linksB)}; nothing is measured yet.`;
  const ofBoth = [a, b].flatMap(({ results }) => results ?? []);
  const isPartly = ofBoth.some(({ sending, terminals }) => sending < terminals);
  const isForClients = ofBoth.some(({ clients }) => clients !== undefined);
  const unit = `phits/cycle per ${isForClients ? "client" : isPartly ? "sending terminal" : "terminal"}`;
  const lead =
    a.load !== null && a.load === b.load
      ? `Offered ${units.withUnit(units.formatLoad(a.load), unit)}, ${a.letter} delivers ${units.formatLoad(fromA)}, ${b.letter} ${units.formatLoad(fromB)}`
      : `${a.letter}${offered(units, a)} delivers ${units.withUnit(units.formatLoad(fromA), unit)}, ${b.letter}${offered(units, b)} ${units.formatLoad(fromB)}`;
  const stuck = [a, b].filter(({ results }) => results !== null && isDeadlocked(results)).map(({ letter }) => letter);
  if (stuck.length > 0) return `${lead}: ${stuck.join(" and ")} ${stuck.length > 1 ? "have" : "has"} deadlocked.`;
  if (fromB === 0) return `${lead}.`;
  const gives =
    Math.round((100 * fromA) / fromB) === 100 ? `as much as ${b.letter}` : `${sayPercent(fromA / fromB)} of ${b.letter}’s traffic`;
  return `${lead}: ${a.letter} gives ${gives} with ${cost}.`;
}

function offered(units: Units, { load }: Variant): string {
  return load === null ? "" : `, offered ${units.formatLoad(load)},`;
}
