/** Explains how the numbers of a network were obtained: by bounds that hold for any routing, by simulation, and from a price list. */
import { costs } from "../../../core/costs/registry.ts";
import { flowControls } from "../../../core/flow-control/registry.ts";
import { routings } from "../../../core/routings/registry.ts";
import type { Candidate } from "../../../core/study/candidates.ts";
import type { StudyNeed } from "../../../core/study/need.ts";
import { capitalize } from "../../../core/base/words.ts";
import { latencyNeed, type VerticalAxis } from "../../../core/study/axes.ts";
import { latencyLoad } from "../../../core/study/assessment.ts";
import { latencyScenario, studyScenario } from "../../../core/study/study-scenarios.ts";
import { countOf, formatCount, formatRatio } from "../../../words/numbers.ts";
import { type PopupProps, PopupButton } from "../../ui/PopupButton.tsx";
import { Popover } from "../../ui/Popover.tsx";
import { throughputPrecision } from "./study-runs.ts";

interface OriginProps {
  readonly candidate: Candidate;
  readonly need: StudyNeed;
  /** The vertical axis of the plot. */
  readonly verticalAxis: VerticalAxis;
}

function OriginPopover({ trigger, onClose, candidate, need, verticalAxis }: OriginProps & PopupProps) {
  return (
    <Popover trigger={trigger} onClose={onClose} title="How this is known">
      <dl className="study-origin">
        {originTexts(candidate, need, verticalAxis).map(([subject, explanation]) => (
          <div key={subject}>
            <dt>{subject}</dt>
            <dd>{explanation}</dd>
          </div>
        ))}
      </dl>
    </Popover>
  );
}

/** Not loaded on demand: the component is in this module. */
const originPopup = { Component: OriginPopover, fetch: () => undefined };

export function OriginButton(props: OriginProps) {
  return (
    <PopupButton popup={originPopup} aria-haspopup="dialog" variant="underlined" className="small" popupProps={props}>
      How this is known
    </PopupButton>
  );
}

/**
 * Explains where the numbers of a candidate network come from. Returns pairs: a kind of number, such as "Simulated" or "Cost", and a
 * sentence about its origin.
 */
function originTexts(
  candidate: Candidate,
  { under: traffic, cost, terminals }: StudyNeed,
  verticalAxis: VerticalAxis,
): readonly (readonly [string, string])[] {
  const scenario = studyScenario(candidate, traffic[0]);
  const builtTerminals = candidate.facts.terminals;
  return [
    [
      "At most",
      "A bound from the distances and cuts of the network, computed without a run: no routing delivers more. Where one kind of traffic is already simulated, its throughput is a bound, too.",
    ],
    ["Simulated", typeof scenario === "string" ? scenario : saySimulated(scenario)],
    ...(traffic.length === 1
      ? []
      : [
          [
            "Several kinds of traffic",
            "The lowest throughput counts. With each simulation a hollow mark moves down to the lowest value known so far; it is filled when all kinds are simulated.",
          ] as const,
        ]),
    ...(verticalAxis.needs.includes(latencyNeed) ? [["Latency", sayLatency(latencyScenario(candidate))] as const] : []),
    [
      "Cost",
      `${costs.get(cost.kind).summary} ${
        builtTerminals === terminals
          ? "The total is divided by the terminals."
          : `The total is divided by the ${formatCount(terminals)} terminals needed; the workbench divides by all ${formatCount(builtTerminals)} of the network.`
      }`,
    ],
  ];
}

function sayLatency(scenario: ReturnType<typeof latencyScenario>): string {
  if (typeof scenario === "string") return scenario;
  const { warmUp, window, precision: percent } = scenario.run;
  return `At least the zero-load latency on minimal paths. Simulated: one run, until the error of the mean is ± ${percent} %, for at most ${formatCount(warmUp + window)} cycles. A network that accepts less than ${latencyLoad} is saturated, so its latency grows without limit.`;
}

function saySimulated({ routing, flowControl, run }: Exclude<ReturnType<typeof studyScenario>, string>): string {
  const channelCount = countOf(flowControl.values["virtualChannels"] as number, "virtual channel", "virtual channels");
  return `${capitalize(routings.get(routing.kind).title)} routing, ${flowControls.get(flowControl.kind).title}, ${channelCount}, one seed. The throughput is the highest load that is accepted in full, found to within ${formatRatio(throughputPrecision)}. At every load, ${formatCount(run.window)} cycles are measured after ${formatCount(run.warmUp)} cycles of warm-up.`;
}
