/** Performance and cost of two networks as text. */
import { scalar } from "../../core/simulation/frame.ts";
import { resultsOfFrame, type Variant, type ViewData } from "../contract.ts";
import { formatCount, formatMeasure, sayPercent } from "../../words/numbers.ts";
import { linkCount, type NetworkPair } from "./pair.ts";
import type { Units } from "../../words/units.ts";
import { isDeadlocked } from "../../core/measures/results.ts";

/**
 * Delivered load, phits per cycle and sending terminal: of the whole run if it has finished and no span is selected, otherwise of the
 * frame; null before the window.
 */
function deliveredLoad(variant: Variant, { span }: Pick<ViewData, "span">): number | null {
  const { frame, packetPhits } = variant;
  const results = resultsOfFrame(variant);
  if (results !== null && span === null) return results.acceptedPerSender;
  const cycles = frame?.scalars[scalar.windowCycles] ?? 0;
  if (frame === null || cycles === 0) return null;
  // Senders are counted over the whole run: in a short span many have nothing to send.
  const senders = results?.clients ?? results?.sending ?? frame.created.reduce((count, messages) => count + (messages > 0 ? 1 : 0), 0);
  return senders === 0 ? null : (frame.scalars[scalar.accepted] * packetPhits) / (cycles * senders);
}

/**
 * Compares two networks in one sentence: their makespans for a finite workload, otherwise their delivered loads in phits per cycle, and the
 * number of links that each of them needs. Before the first measurement, the sentence gives only the numbers of links.
 */
export function sayPair(units: Units, { a, b }: NetworkPair, data: Pick<ViewData, "span">): string {
  const [linksA, linksB] = [linkCount(a.network), linkCount(b.network)];
  const cost = linksA === linksB ? "the same number of links" : `${sayPercent(linksA / linksB)} of ${b.letter}’s links`;
  const [timeA, timeB] = [a.results?.makespan ?? null, b.results?.makespan ?? null];
  if (timeA !== null && timeB !== null) {
    const times = timeA === timeB ? "the same time" : `${formatMeasure(timeA / timeB)} times as long`;
    return `${a.letter} needs ${units.sayTime(timeA)}, ${b.letter} ${units.sayTimeAfter(timeB, timeA)}: ${a.letter} takes ${times} with ${cost}.`;
  }
  const [deliveredA, deliveredB] = [deliveredLoad(a, data), deliveredLoad(b, data)];
  if (deliveredA === null || deliveredB === null)
    return `${a.letter} (${a.title}) has ${formatCount(linksA)} links, ${b.letter} (${b.title}) has ${formatCount(linksB)}; nothing is measured yet.`;
  const knownResults = [a, b].flatMap(({ results }) => results ?? []);
  const hasIdleTerminals = knownResults.some(({ sending, terminals }) => sending < terminals);
  const hasClients = knownResults.some(({ clients }) => clients !== undefined);
  const unit = `phits/cycle per ${hasClients ? "client" : hasIdleTerminals ? "sending terminal" : "terminal"}`;
  const loadText =
    a.load !== null && a.load === b.load
      ? `Offered ${units.withUnit(units.formatLoad(a.load), unit)}, ${a.letter} delivers ${units.formatLoad(deliveredA)}, ${b.letter} ${units.formatLoad(deliveredB)}`
      : `${a.letter}${sayOffered(units, a)} delivers ${units.withUnit(units.formatLoad(deliveredA), unit)}, ${b.letter}${sayOffered(units, b)} ${units.formatLoad(deliveredB)}`;
  const deadlocked = [a, b].filter(({ results }) => results !== null && isDeadlocked(results)).map(({ letter }) => letter);
  if (deadlocked.length > 0) return `${loadText}: ${deadlocked.join(" and ")} ${deadlocked.length > 1 ? "have" : "has"} deadlocked.`;
  if (deliveredB === 0) return `${loadText}.`;
  const readsAlike = units.formatLoad(deliveredA) === units.formatLoad(deliveredB);
  const ratioText =
    readsAlike || Math.round((100 * deliveredA) / deliveredB) === 100
      ? `${readsAlike ? "" : "about "}as much as ${b.letter}`
      : `${sayPercent(deliveredA / deliveredB)} of ${b.letter}’s load`;
  return `${loadText}: ${a.letter} delivers ${ratioText} with ${cost}.`;
}

function sayOffered(units: Units, { load }: Variant): string {
  return load === null ? "" : `, offered ${units.formatLoad(load)},`;
}
