/** The remaining connectivity of a faulty network, as sentences. */
import { embeddingsOf } from "../../../core/analysis/embedding.ts";
import { type Reach, reachOf } from "../../../core/analysis/reach.ts";
import type { Network } from "../../../core/network/network.ts";
import { countOf, formatCount, formatMeasure, formatPercent } from "../../../words/numbers.ts";

/** Maximum of terminals × channels for an immediate computation. */
const most = 3e7;

/** Whether the computation is fast enough to run immediately. */
export function isTold({ terminals, head }: Network): boolean {
  return terminals * head.length <= most;
}

/** Connectivity of the faulty network compared with the entire one. */
export function saySurvival(entire: Network, present: Network): string {
  const [before, now] = [reachOf(entire), reachOf(present)];
  return `${sayPairs(before, now)} ${sayNear(before, now)}${sayTorus(entire, present)}`;
}

function sayPairs(before: Reach, now: Reach): string {
  const far = `${countOf(now.largest, "switch", "switches")} at most${now.largest === before.largest ? ", as before" : ` instead of ${formatCount(before.largest)}`}`;
  if (now.connected === 1) return `Every terminal still reaches every other, through ${far}.`;
  if (now.connected === 0) return "No terminal reaches another.";
  // Round down, so that 100 % means all pairs.
  const part = formatPercent(Math.floor(now.connected * 100) / 100);
  return `${part}\u00a0% of the pairs of terminals are still connected, through ${far}.`;
}

function sayNear(before: Reach, now: Reach): string {
  if (now.inOne.mean === before.inOne.mean) return "";
  const least = now.inOne.least < now.inOne.mean ? `, at least ${formatCount(now.inOne.least)}` : "";
  return `A terminal has ${formatMeasure(now.inOne.mean)} others one switch away instead of ${formatMeasure(before.inOne.mean)}${least}.`;
}

/** Remaining part of a torus that the entire network embeds with distance one. */
function sayTorus(entire: Network, present: Network): string {
  const [before, now] = [entire, present].map((network) => embeddingsOf(network)?.find(({ id }) => id === "torus"));
  if (before === undefined || now === undefined || before.placed !== "by coordinates" || before.inOne < before.neighbours) return "";
  if (now.inOne === now.neighbours) return " The 3-D torus still lies in it with all neighbours one switch away.";
  return ` Of the links of the 3-D torus ${formatPercent(now.inOne / now.neighbours)}\u00a0% are still one switch long.`;
}
