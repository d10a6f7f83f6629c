/** What of a network a finding is about, where the network is not connected: how many parts it has and how many terminals run. */
import { type Scenario, factsIfValid } from "../core/scenario/scenario.ts";
import type { Finding } from "./traffic.ts";

/** The finding of one scenario with that sentence as its last evidence. */
export const withComponents = (scenario: Scenario, finding: Finding): Finding =>
  withScope(finding, factsIfValid(scenario)?.components?.said ?? "");

/** A finding with a sentence about what of the network it is about; the same where that is empty. */
export const withScope = (finding: Finding, scope: string): Finding =>
  scope === "" ? finding : { ...finding, scope, evidence: [...finding.evidence, scope] };
