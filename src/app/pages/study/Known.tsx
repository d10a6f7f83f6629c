/** Explains how the numbers of a network were obtained: by bounds that hold for any routing, by simulation, and from a price list. */
import { costs } from "../../../core/costs/shelf.ts";
import { flowControls } from "../../../core/flow-control/shelf.ts";
import { routings } from "../../../core/routings/shelf.ts";
import type { Candidate } from "../../../core/study/candidates.ts";
import type { Need } from "../../../core/study/need.ts";
import { capital } from "../../../core/base/words.ts";
import { latencyNeed, type UpAxis } from "../../../core/study/axes.ts";
import { latencyLoad } from "../../../core/study/known.ts";
import { latencyScenarioOf, scenarioOf } from "../../../core/study/scenario.ts";
import { countOf, formatCount, formatRatio } from "../../../words/numbers.ts";
import { type PopupProps, PopupButton } from "../../ui/PopupButton.tsx";
import { Popover } from "../../ui/Popover.tsx";
import { precision } from "./study-runs.ts";

interface KnownProps {
  readonly candidate: Candidate;
  readonly need: Need;
  /** The vertical axis of the plot. */
  readonly up: UpAxis;
}

function Known({ trigger, onClose, candidate, need, up }: KnownProps & PopupProps) {
  return (
    <Popover trigger={trigger} onClose={onClose} title="How this is known">
      <dl className="study-known">
        {sayHow(candidate, need, up).map(([what, how]) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>{how}</dd>
          </div>
        ))}
      </dl>
    </Popover>
  );
}

/** Not lazy: the component is part of this chunk. */
const known = { Component: Known, fetch: () => undefined };

export function KnownWord(props: KnownProps) {
  return (
    <PopupButton popup={known} aria-haspopup="dialog" variant="underlined" className="small" popupProps={props}>
      How this is known
    </PopupButton>
  );
}

/** Pairs of a kind of number and the explanation of its origin. */
function sayHow(candidate: Candidate, { under, cost, terminals }: Need, up: UpAxis): readonly (readonly [string, string])[] {
  const scenario = scenarioOf(candidate, under[0]);
  const built = candidate.facts.terminals;
  return [
    [
      "At most",
      "A bound by distances and cuts of the network, computed without a run: no routing carries more. Where some of the traffic is simulated already, what it carries counts, too.",
    ],
    ["Simulated", typeof scenario === "string" ? scenario : saySimulated(scenario)],
    ...(under.length === 1
      ? []
      : [
          [
            "Several kinds of traffic",
            "The worst counts. As each is simulated, a hollow mark sinks to the least that is known; it is filled when all are.",
          ] as const,
        ]),
    ...(up.needs.includes(latencyNeed) ? [["Latency", sayLatency(latencyScenarioOf(candidate))] as const] : []),
    [
      "Cost",
      `${costs.get(cost.kind).summary} ${
        built === terminals
          ? "The total is divided by the terminals."
          : `The total is divided by the ${formatCount(terminals)} terminals that are needed; the workbench divides by all ${formatCount(built)} of the network.`
      }`,
    ],
  ];
}

function sayLatency(scenario: ReturnType<typeof latencyScenarioOf>): string {
  if (typeof scenario === "string") return scenario;
  const { warmUp, window, precision: percent } = scenario.run;
  return `At least as long as a packet takes alone on the shortest ways. Simulated: one run, until its mean is known to ± ${percent} %, for ${formatCount(warmUp + window)} cycles at most. A network that accepts less than ${latencyLoad} is full, and its latency grows for as long as one waits.`;
}

function saySimulated({ routing, flowControl, run }: Exclude<ReturnType<typeof scenarioOf>, string>): string {
  const classes = countOf(flowControl.values["virtualChannels"] as number, "virtual channel", "virtual channels");
  return `${capital(routings.get(routing.kind).title)} routing, ${flowControls.get(flowControl.kind).title}, ${classes}, one seed. The throughput is the highest load that is carried, found to within ${formatRatio(precision)}. At every load, ${formatCount(run.warmUp)} cycles of warm-up come before ${formatCount(run.window)} cycles that are measured.`;
}
