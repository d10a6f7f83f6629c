/** The remaining connectivity of a faulty network, as sentences. */
import { embeddingsOf } from "../../../core/analysis/embedding.ts";
import { type TerminalReach, terminalReachOf } from "../../../core/analysis/reach.ts";
import type { Network } from "../../../core/network/network.ts";
import { countOf, formatCount, formatMeasure, formatPercent } from "../../../words/numbers.ts";

/** Maximum of terminals × channels for an immediate computation. */
const maxWork = 3e7;

/** Whether the computation is fast enough to run immediately. */
export function isFastEnough({ terminals, head }: Network): boolean {
  return terminals * head.length <= maxWork;
}

/** Connectivity of the faulty network compared with the entire one. */
export function sayRemainingConnectivity(entire: Network, present: Network): string {
  const [original, remaining] = [terminalReachOf(entire), terminalReachOf(present)];
  return `${sayPairs(original, remaining)} ${sayNear(original, remaining)}${sayTorus(entire, present)}`;
}

function sayPairs(original: TerminalReach, remaining: TerminalReach): string {
  const distanceText = `${countOf(remaining.largest, "switch", "switches")} at most${remaining.largest === original.largest ? ", as before" : ` instead of ${formatCount(original.largest)}`}`;
  if (remaining.connected === 1) return `Every terminal still reaches every other, through ${distanceText}.`;
  if (remaining.connected === 0) return "No terminal reaches another.";
  // Round down, so that 100 % means all pairs.
  const shareText = formatPercent(Math.floor(remaining.connected * 100) / 100);
  return `${shareText}\u00a0% of the pairs of terminals are still connected, through ${distanceText}.`;
}

function sayNear(original: TerminalReach, remaining: TerminalReach): string {
  if (remaining.inOne.mean === original.inOne.mean) return "";
  const minimumText = remaining.inOne.least < remaining.inOne.mean ? `; the minimum is ${formatCount(remaining.inOne.least)}` : "";
  return `A terminal has ${formatMeasure(remaining.inOne.mean)} other terminals one switch away instead of ${formatMeasure(original.inOne.mean)}${minimumText}.`;
}

/** Remaining part of a torus that the entire network embeds with distance one. */
function sayTorus(entire: Network, present: Network): string {
  const [original, remaining] = [entire, present].map((network) => embeddingsOf(network)?.find(({ id }) => id === "torus"));
  if (original === undefined || remaining === undefined || original.placed !== "by coordinates" || original.inOne < original.neighbours)
    return "";
  if (remaining.inOne === remaining.neighbours) return " The 3-D torus is still embedded, with all neighbours one switch away.";
  return ` Of the links of the embedded 3-D torus, ${formatPercent(remaining.inOne / remaining.neighbours)}\u00a0% are still one switch long.`;
}
