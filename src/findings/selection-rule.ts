/**
 * A selection rule that costs throughput. If the queue of each virtual channel is compared separately and ties go to the first one, all
 * packets of a switch request the same empty queue and wait for its channel while other channels are idle. Documents of version 1 use this
 * rule.
 */
import type { Analysis } from "../core/analysis/analysis.ts";
import type { ChosenKind } from "../core/base/params.ts";
import { joinWithAnd } from "../core/base/words.ts";
import { packetParams } from "../core/flow-control/packet-params.ts";
import { isDeadlocked, type Results } from "../core/measures/results.ts";
import type { Scenario } from "../core/scenario/scenario.ts";
import { workloads } from "../core/workloads/registry.ts";
import { wordsOfValue } from "../words/params.ts";
import { fullDeliveryFraction } from "./key-figure.ts";

/** The remedy: parameters of the flow control with the values to set. */
export const selectionRemedy = { selection: "shared", ties: "random" } as const;

/** Paths of the document fields that the remedy changes. */
export const remedyPaths = Object.keys(selectionRemedy).map((name) => ["flowControl", name]);

/** Whether a flow control uses the rule. */
export function hasSeparateQueueSelection({ flowControl: { values } }: { readonly flowControl: ChosenKind }): boolean {
  return values["selection"] === "queue-credits" && values["ties"] === "first" && Number(values["virtualChannels"]) > 1;
}

/**
 * Whether a run suffers from the rule: its packets could choose among several channels, and the network delivered less than was offered and
 * less than the channels can carry.
 */
export function suffersFromSelection(scenario: Scenario, results: Results, analysis: Analysis | null): boolean {
  if (!hasSeparateQueueSelection(scenario) || analysis === null || analysis.widest < 2) return false;
  if (isDeadlocked(results) || !workloads.get(scenario.workload.kind).isEndless) return false;
  return results.acceptedPerSender < fullDeliveryFraction * Math.min(results.offeredPerSender, analysis.bound);
}

/** The explanation in one sentence, with the letters of the networks concerned. Pass no letters for a single network. */
export function saySelectionCause(letters: readonly string[]): string {
  const rule = titleOf("selection", "queue-credits");
  return `${letters.length === 0 ? "One reason" : `One reason in ${joinWithAnd(letters)}`} is the selection “${rule}”: all packets choose the same first empty queue and wait for one output, although others are free.`;
}

/** Label of the button that applies the remedy. */
export const selectionRemedyLabel = `Use ${titleOf("selection", selectionRemedy.selection)}, ties ${titleOf("ties", selectionRemedy.ties)}`;

function titleOf(name: keyof typeof selectionRemedy, id: string): string {
  return wordsOfValue(packetParams[name], id);
}
