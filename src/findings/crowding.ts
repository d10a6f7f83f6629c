/**
 * A rule that costs throughput. Where each virtual channel's queue is compared by itself and ties go to the first, all packets
 * of a switch want the same empty queue, and wait for its channel while others stand idle. Documents of version 1 have it.
 */
import type { Analysis } from "../core/analysis/analysis.ts";
import type { ChosenKind } from "../core/base/params.ts";
import { anded } from "../core/base/words.ts";
import { packetParams } from "../core/flow-control/packet-params.ts";
import { isDeadlocked, type Results } from "../core/measures/results.ts";
import type { Scenario } from "../core/scenario/scenario.ts";
import { workloads } from "../core/workloads/shelf.ts";
import { wordsOf } from "../words/params.ts";
import { allOfIt } from "./figure.ts";

/** What is chosen instead, by the names of the parameters of a flow control. */
export const instead = { selection: "shared", ties: "random" } as const;

/** The places that a cure changes. */
export const curedPlaces = Object.keys(instead).map((name) => ["flowControl", name]);

/** Whether packets choose by that rule. */
export function hasCrowdingRule({ flowControl: { values } }: { readonly flowControl: ChosenKind }): boolean {
  return values["selection"] === "queue-credits" && values["ties"] === "first" && Number(values["virtualChannels"]) > 1;
}

/**
 * Whether a run suffers from the rule: its packets could choose among channels, and less was delivered than was offered and
 * than the channels can carry.
 */
export function isCrowded(scenario: Scenario, results: Results, analysis: Analysis | null): boolean {
  if (!hasCrowdingRule(scenario) || analysis === null || analysis.widest < 2) return false;
  if (isDeadlocked(results) || !workloads.get(scenario.workload.kind).endless) return false;
  return results.acceptedPerSender < allOfIt * Math.min(results.offeredPerSender, analysis.bound);
}

/** Why, in a sentence, in the networks of these letters; none where there is but one network. */
export function sayCrowding(letters: readonly string[]): string {
  const rule = titleOf("selection", "queue-credits");
  return `${letters.length === 0 ? "One reason" : `One reason in ${anded(letters)}`} is the selection “${rule}”: all packets see the same first empty queue and wait for one output, although more are free.`;
}

/** The cure, as it stands on a button. */
export const cureWords = `Use ${titleOf("selection", instead.selection)}, ties ${titleOf("ties", instead.ties)}`;

function titleOf(name: keyof typeof instead, id: string): string {
  return wordsOf(packetParams[name], id);
}
