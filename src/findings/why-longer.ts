/** Why a rank program takes longer than its lower bound: contention for channels, and other limits that delay its messages. */
import type { Congestion, PhaseCongestion } from "../core/analysis/programs/congestion.ts";
import type { Causality } from "../core/analysis/analysis.ts";
import { flowControls } from "../core/flow-control/registry.ts";
import { hosts } from "../core/hosts/registry.ts";
import type { Scenario } from "../core/scenario/scenario.ts";
import { joinWithAnd } from "../core/base/words.ts";

/** A time that exceeds a lower bound by no more than this fraction counts as reaching it. */
export const noticeableExcess = 0.005;

/** Subject and verb of a sentence: `channel contention and terminal port limits make`. */
export function sayWhyLonger(scenario: Scenario, { congestion, lanes = 1 }: Pick<Causality, "congestion" | "lanes">): string {
  const limits = delayingLimitsOf(scenario, congestion, lanes);
  const verb = limits.length > 1 || /limits|rates/.test(limits[0] ?? "") ? "make" : "makes";
  const hasContention = mayContend(congestion);
  if (hasContention === false) return limits.length === 0 ? "waiting between ranks makes" : `${joinWithAnd(limits)} ${verb}`;
  const shared = hasContention === null ? "network contention" : "channel contention";
  return limits.length === 0 ? `${shared} makes` : `${joinWithAnd([shared, ...limits])} make`;
}

/** Whether messages of two ranks can be in the same channel at the same time; null if it is not known whether their phases overlap. */
export function mayContend(congestion: Congestion | null): boolean | null {
  if (congestion === null) return null;
  const { phases, together: allPhases, areSeparated } = congestion;
  const hasSharedChannel = ({ maxFlows: maxRanksPerChannel }: PhaseCongestion) => maxRanksPerChannel > 1;
  if (!hasSharedChannel(allPhases)) return false;
  if (phases.some(hasSharedChannel)) return true;
  return areSeparated === null ? null : !areSeparated;
}

/** Limits that delay messages even if they share no channel. */
function delayingLimitsOf({ host, flowControl, links }: Scenario, congestion: Congestion | null, lanes: number): readonly string[] {
  const hasPorts = hosts.get(host.kind).ports(host.values) !== null;
  const hasGroups = (congestion?.together.maxGroupLoad ?? 0) > 0;
  const flowControlKind = flowControls.get(flowControl.kind);
  return [
    ...(links.some(({ rate }) => rate !== 1) ? ["links with different rates"] : []),
    ...(flowControlKind.engine.time === "whole" && links.some(({ length }) => length !== 0) ? ["waiting for credits"] : []),
    ...(hasPorts ? ["terminal port limits"] : []),
    ...(hasGroups ? ["module limits"] : []),
    ...(isInjectionSerial({ flowControl }, lanes) ? ["serial injection at each terminal"] : []),
  ];
}

/**
 * Whether each terminal injects one packet after the other although it has several channels.
 * @param lanes largest number of channels of a terminal
 */
export function isInjectionSerial({ flowControl }: Pick<Scenario, "flowControl">, lanes: number): boolean {
  return lanes > 1 && flowControls.get(flowControl.kind).injectionSlots(flowControl.values) === 1;
}
