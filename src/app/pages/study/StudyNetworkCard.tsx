/** The card of the hovered network, or of the answer: its drawing, its components, and its throughput for each traffic. */
import { useEffect, useState } from "react";
import { useStore } from "zustand";
import type { Network } from "../../../core/network/network.ts";
import { letterOf } from "../../../core/scenario/document.ts";
import { buildNetwork } from "../../../core/scenario/facts.ts";
import { cableCount, diameterInHops, type AxisValue, switchCount, type VerticalAxis, axisSelection } from "../../../core/study/axes.ts";
import type { Candidate } from "../../../core/study/candidates.ts";
import type { Measurements } from "../../../core/study/assessment.ts";
import type { CandidateStatus } from "../../../core/study/study-plan.ts";
import { capitalize } from "../../../core/base/words.ts";
import { studyTraffic } from "../../../core/study/traffic.ts";
import { symbolsInName, candidateName } from "../../../words/study-candidates.ts";
import { countOf, formatCount, formatMeasure, formatMoney, formatRatio, withUnit } from "../../../words/numbers.ts";
import { Button } from "../../ui/Button.tsx";
import { NetworkPicture } from "../../files/FilePicture.tsx";
import { errorText } from "../../runs/query.ts";
import { FailedLine } from "../../workbench/FailedLine.tsx";
import { FamilyMark } from "./FamilyMark.tsx";
import { studyFamiliesOf, axisFormat } from "./plot-data.ts";
import { sayKnownThroughput, sayMeasuredThroughput } from "./study-answer.ts";
import { OriginButton } from "./OriginButton.tsx";
import { type StudyStore, toggleSelection } from "./study-store.ts";

/** Above this number of links, drawing takes too long for hovering and shows only a black area. */
const maxDrawnLinks = 40_000;
/** Time in ms that a network must be hovered before it is built. */
const hoverDelay = 120;

export interface StudyNetworkCardProps {
  readonly study: StudyStore;
  readonly status: CandidateStatus;
  readonly measurements: Measurements | undefined;
  readonly isRunning: boolean;
  readonly fault: string | undefined;
  /** Repeats the lost runs of the network. Null if no run was lost: then `fault` says why the network cannot be simulated. */
  readonly onRetry: (() => void) | null;
}

/** The card: throughput and price, drawing, meaning of the symbols in the name, facts, and the values for each traffic. */
export function StudyNetworkCard({ study, status, measurements, isRunning, fault, onRetry }: StudyNetworkCardProps) {
  const { candidate } = status;
  const studyState = useStore(study);
  const { need, selectedIds, shownCandidates } = studyState;
  const { up: verticalAxis } = axisSelection(need, studyState);
  const symbols = symbolsInName(candidate.topology);
  const selectedIndex = selectedIds.indexOf(candidate.id);
  const family = studyFamiliesOf(shownCandidates).findIndex(({ id }) => id === candidate.topology.kind);
  const perTerminal =
    candidate.facts.terminals === need.terminals ? "a terminal" : `for each of the ${formatCount(need.terminals)} terminals needed`;
  const price = formatMoney(Math.round(candidate.perTerminal));
  return (
    <section className="panel study-card" aria-label="Network">
      <header className="row">
        <h2>
          <FamilyMark family={family} isFilled={status.isMeasured} />
          {candidateName(candidate.topology)}
        </h2>
        <Button variant="underlined" onClick={() => toggleSelection(study, candidate.id)}>
          {selectedIndex < 0 ? "Select it" : `Deselect ${letterOf(selectedIndex)}`}
        </Button>
      </header>
      <p className="study-throughput">
        Carries {sayKnownThroughput(status)} at {price} {perTerminal}.
      </p>
      <CandidateDrawing candidate={candidate} />
      {symbols.length > 0 && (
        <dl className="study-letters">
          {symbols.map(({ text, meaning }) => (
            <div key={text}>
              <dt>{text}</dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
      )}
      <dl className="study-facts">
        {factRows(candidate).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <dl className="study-measurements">
        {need.under.map((id, i) => {
          const throughput = measurements?.under[i] ?? null;
          return (
            <div key={id}>
              <dt>{studyTraffic.find((each) => each.id === id)!.title}</dt>
              <dd>
                {throughput === null ? (
                  <span className="muted">at most {formatRatio(candidate.bounds[i])}</span>
                ) : (
                  <>
                    {sayMeasuredThroughput(throughput)} <span className="muted">of at most {formatRatio(candidate.bounds[i])}</span>
                  </>
                )}
              </dd>
            </div>
          );
        })}
        {!verticalAxis.isThroughput && (
          <div>
            <dt>{capitalize(verticalAxis.title)}</dt>
            <dd>{sayAxisValue(verticalAxis, verticalAxis.of(status))}</dd>
          </div>
        )}
      </dl>
      <p className="study-how">
        <OriginButton candidate={candidate} need={need} verticalAxis={verticalAxis} />
      </p>
      {fault !== undefined && onRetry !== null && <FailedLine failure="Its run failed" error={errorText(fault)} onRetry={onRetry} />}
      {(isRunning || fault !== undefined) && onRetry === null && (
        <p className="small">{fault === undefined ? "Simulation is running." : `Cannot be simulated: ${fault}`}</p>
      )}
    </section>
  );
}

/** Writes the value on the vertical axis: `29.4 ± 0.5 cycles`, `at least 20.1 cycles`, `×16 the terminals`. */
function sayAxisValue(verticalAxis: VerticalAxis, axisValue: AxisValue | null) {
  if (axisValue === null) return <span className="muted">none: saturated at that load</span>;
  const write = axisFormat(verticalAxis);
  if (verticalAxis.displayValue !== undefined) return `${write(axisValue.value)} the terminals`;
  if (!axisValue.isMeasured) return <span className="muted">{`at least ${withUnit(write(axisValue.bound), verticalAxis.unit)}`}</span>;
  return withUnit(`${write(axisValue.value)}${axisValue.error > 0 ? ` ± ${write(axisValue.error)}` : ""}`, verticalAxis.unit);
}

/** Facts in closed form. Distances of some networks have no closed form. */
function factRows(candidate: Candidate): readonly (readonly [string, string])[] {
  const { facts, ports } = candidate;
  const diameter = diameterInHops(facts);
  const unknown = "known only after the network is built";
  return [
    ["Terminals", formatCount(facts.terminals)],
    ["Switches", formatCount(switchCount(candidate))],
    ["Cables", formatCount(cableCount(candidate))],
    ["Most ports", formatCount(ports)],
    ["Diameter", diameter === null ? unknown : countOf(diameter, "hop", "hops")],
    ["Mean distance", facts.meanDistance === null ? unknown : `${formatMeasure(facts.meanDistance)} channels from terminal to terminal`],
    ["Total cost", formatMoney(Math.round(candidate.cost))],
  ];
}

/**
 * The drawing of a candidate network. The network is built after a delay (`hoverDelay`, ms), so that moving the pointer over many marks
 * stays fast; meanwhile the previous drawing remains, marked as stale. A network with more than `maxDrawnLinks` links is not drawn.
 */
function CandidateDrawing({ candidate }: { readonly candidate: Candidate }) {
  const [built, setBuilt] = useState<{ readonly id: string; readonly network: Network } | null>(null);
  const { id, topology, facts } = candidate;
  const isSmall = facts.links <= maxDrawnLinks;
  useEffect(() => {
    if (!isSmall) return undefined;
    const timer = setTimeout(() => setBuilt({ id, network: buildNetwork(topology) }), hoverDelay);
    return () => clearTimeout(timer);
  }, [id, topology, isSmall]);
  return (
    <div className="study-drawing" data-stale={built?.id !== id || undefined}>
      {!isSmall ? (
        <p className="small">Too large to draw here.</p>
      ) : (
        built !== null && <NetworkPicture title={candidateName(topology)} network={built.network} irregular={[]} pointed={0} />
      )}
    </div>
  );
}
