/** The parameters of switches, apart from their ports. They are loaded with all kinds, after the page has started. */
import type { ValidationIssue } from "../base/errors.ts";
import { type ChoiceParam, type ChosenKind, type IntegerParam, type RecordParam, deferredRecord } from "../base/params.ts";
import type { RoutedNetwork } from "../flow-control/contract.ts";
import { plainSwitch, type SwitchRules } from "../plan/switches.ts";

type SwitchParams = Readonly<Record<Exclude<keyof SwitchRules, "queues">, IntegerParam>> & {
  readonly queues: ChoiceParam<SwitchRules["queues"]>;
};
/** The parameters of switches, with the flow control that has to support them. */
export type SwitchSections = { readonly switch: SwitchRules; readonly flowControl: ChosenKind };

/** The section `switch` of a document. */
export const switchParam: RecordParam<SwitchParams> & {
  issues?: (scenario: SwitchSections, unusual: readonly (keyof SwitchRules)[], built?: RoutedNetwork) => readonly ValidationIssue[];
} = deferredRecord<SwitchParams>({
  title: "Switch",
  word: "switches with #",
  preposition: "through",
  help: "The inside of every switch: its pipeline, its crossbar and its queues.",
  isTogether: true,
  default: plainSwitch,
});

/** Names of parameters with another value than the default. `iterations` counts only where an allocator uses it. */
function nonDefaultParameters(rules: SwitchRules): readonly (keyof SwitchRules)[] {
  const names = Object.keys(plainSwitch) as (keyof SwitchRules)[];
  return names.filter((name) => rules[name] !== plainSwitch[name] && (name !== "iterations" || rules.queues === "virtual-output"));
}

/** The parameters of switches; undefined if all have their defaults. */
export function switchRulesOf(scenario: { readonly switch: SwitchRules }): SwitchRules | undefined {
  return nonDefaultParameters(scenario.switch).length === 0 ? undefined : scenario.switch;
}

/**
 * The issue about a flow control that does not support the parameters.
 * @param built the network and links; if absent, it is only checked whether the flow control supports any
 */
export function checkSwitches(scenario: SwitchSections, built?: RoutedNetwork): readonly ValidationIssue[] {
  const nonDefault = nonDefaultParameters(scenario.switch);
  return nonDefault.length === 0 ? [] : switchParam.issues!(scenario, nonDefault, built);
}
