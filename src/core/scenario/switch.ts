/** What the switches of a network are like, beside their ports. What can be said of them comes with all kinds: a page begins without. */
import type { ValidationIssue } from "../base/errors.ts";
import { type ChoiceParam, type ChosenKind, type IntegerParam, type RecordParam, recordLater } from "../base/params.ts";
import type { Built } from "../flow-control/contract.ts";
import { plainSwitch, type SwitchRules } from "../plan/switches.ts";

type SwitchParams = Readonly<Record<Exclude<keyof SwitchRules, "queues">, IntegerParam>> & {
  readonly queues: ChoiceParam<SwitchRules["queues"]>;
};
/** What is said of switches, and the flow control that is to run them. */
export type Switched = { readonly switch: SwitchRules; readonly flowControl: ChosenKind };

/** The section `switch` of a document. */
export const switchParam: RecordParam<SwitchParams> & {
  issues?: (scenario: Switched, unusual: readonly (keyof SwitchRules)[], built?: Built) => readonly ValidationIssue[];
} = recordLater<SwitchParams>({
  title: "Switch",
  word: "switches with #",
  joint: "through",
  help: "What every switch does beside its ports: its pipeline, its way through, its queues.",
  isTogether: true,
  default: plainSwitch,
});

/** Values of switches that are not plain, by their names. Rounds of matching mean nothing where nothing is matched. */
function unusual(rules: SwitchRules): readonly (keyof SwitchRules)[] {
  const names = Object.keys(plainSwitch) as (keyof SwitchRules)[];
  return names.filter((name) => rules[name] !== plainSwitch[name] && (name !== "iterations" || rules.queues === "virtual-output"));
}

/** What switches are like that are not plain; undefined where they are. */
export function switchRulesOf(scenario: { readonly switch: SwitchRules }): SwitchRules | undefined {
  return unusual(scenario.switch).length === 0 ? undefined : scenario.switch;
}

/**
 * Why a scenario's flow control cannot have such switches.
 * @param built what they are to be in; before that is known, only whether it can have any
 */
export function switchIssues(scenario: Switched, built?: Built): readonly ValidationIssue[] {
  const own = unusual(scenario.switch);
  return own.length === 0 ? [] : switchParam.issues!(scenario, own, built);
}
