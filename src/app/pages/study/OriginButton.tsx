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
      <dl className="study-known">
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

/** Not lazy: the component is part of this chunk. */
const originPopup = { Component: OriginPopover, fetch: () => undefined };

export function OriginButton(props: OriginProps) {
  return (
    <PopupButton popup={originPopup} aria-haspopup="dialog" variant="underlined" className="small" popupProps={props}>
      How this is known
    </PopupButton>
  );
}

/** Pairs of a kind of number and the explanation of its origin. */
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
      "A bound by distances and cuts of the network, computed without a run: no routing carries more. Where some of the traffic is simulated already, what it carries counts, too.",
    ],
    ["Simulated", typeof scenario === "string" ? scenario : saySimulated(scenario)],
    ...(traffic.length === 1
      ? []
      : [
          [
            "Several kinds of traffic",
            "The worst counts. As each is simulated, a hollow mark sinks to the least that is known; it is filled when all are.",
          ] as const,
        ]),
    ...(verticalAxis.needs.includes(latencyNeed) ? [["Latency", sayLatency(latencyScenario(candidate))] as const] : []),
    [
      "Cost",
      `${costs.get(cost.kind).summary} ${
        builtTerminals === terminals
          ? "The total is divided by the terminals."
          : `The total is divided by the ${formatCount(terminals)} terminals that are needed; the workbench divides by all ${formatCount(builtTerminals)} of the network.`
      }`,
    ],
  ];
}

function sayLatency(scenario: ReturnType<typeof latencyScenario>): string {
  if (typeof scenario === "string") return scenario;
  const { warmUp, window, precision: percent } = scenario.run;
  return `At least as long as a packet takes alone on the shortest ways. Simulated: one run, until its mean is known to ± ${percent} %, for ${formatCount(warmUp + window)} cycles at most. A network that accepts less than ${latencyLoad} is full, and its latency grows for as long as one waits.`;
}

function saySimulated({ routing, flowControl, run }: Exclude<ReturnType<typeof studyScenario>, string>): string {
  const channelCount = countOf(flowControl.values["virtualChannels"] as number, "virtual channel", "virtual channels");
  return `${capitalize(routings.get(routing.kind).title)} routing, ${flowControls.get(flowControl.kind).title}, ${channelCount}, one seed. The throughput is the highest load that is carried, found to within ${formatRatio(throughputPrecision)}. At every load, ${formatCount(run.warmUp)} cycles of warm-up come before ${formatCount(run.window)} cycles that are measured.`;
}
