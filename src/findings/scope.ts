/** The scope of a finding in a network that is not connected: its number of components and of terminals that take part. */
import { type Scenario, scenarioFactsIfValid } from "../core/scenario/scenario.ts";
import type { Finding } from "./traffic.ts";

/** The finding of one scenario with its scope as the last sentence of the evidence. */
export const withComponents = (scenario: Scenario, finding: Finding): Finding =>
  withScope(finding, scenarioFactsIfValid(scenario)?.components?.said ?? "");

/** The finding with its scope added to the evidence; unchanged if the scope is empty. */
export const withScope = (finding: Finding, scope: string): Finding =>
  scope === "" ? finding : { ...finding, scope, evidence: [...finding.evidence, scope] };
