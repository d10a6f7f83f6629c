/** The card of the hovered network, or of the answer: its drawing, its components, and its throughput for each traffic. */
import { useEffect, useState } from "react";
import { useStore } from "zustand";
import type { Network } from "../../../core/network/network.ts";
import { letterOf } from "../../../core/scenario/document.ts";
import { networkOf } from "../../../core/scenario/facts.ts";
import { cablesOf, type Given, switchesOf, type UpAxis, viewOf } from "../../../core/study/axes.ts";
import type { Candidate } from "../../../core/study/candidates.ts";
import type { Measured } from "../../../core/study/known.ts";
import type { Standing } from "../../../core/study/order.ts";
import { capital } from "../../../core/base/words.ts";
import { traffics } from "../../../core/study/traffics.ts";
import { lettersOf, nameOfNetwork } from "../../../words/candidates.ts";
import { formatCount, formatMeasure, formatMoney, formatRatio, withUnit } from "../../../words/numbers.ts";
import { Button } from "../../ui/Button.tsx";
import { NetworkPicture } from "../../files/FilePicture.tsx";
import { faultWords } from "../../runs/query.ts";
import { FailedLine } from "../../workbench/FailedLine.tsx";
import { FamilyMark } from "./FamilyMark.tsx";
import { familiesOf, writing } from "./front-data.ts";
import { sayCarries, sayThroughput } from "./answer.ts";
import { KnownWord } from "./Known.tsx";
import { type StudyStore, togglePick } from "./study-store.ts";

/** Above this number of links, drawing takes too long for hovering and shows only a black area. */
const mostDrawn = 40_000;
/** Time in ms that a network must be hovered before it is built. */
const rest = 120;

export interface NetworkCardProps {
  readonly study: StudyStore;
  readonly standing: Standing;
  readonly measured: Measured | undefined;
  readonly isRunning: boolean;
  readonly fault: string | undefined;
  /** Runs the lost runs of the network again. Null if none was lost: then a fault means that the network cannot be simulated. */
  readonly onAgain: (() => void) | null;
}

/** The card: throughput and price, drawing, meaning of the symbols in the name, facts, and the values for each traffic. */
export function NetworkCard({ study, standing, measured, isRunning, fault, onAgain }: NetworkCardProps) {
  const { candidate } = standing;
  const whole = useStore(study);
  const { need, picked, before } = whole;
  const { up } = viewOf(need, whole);
  const letters = lettersOf(candidate.topology);
  const at = picked.indexOf(candidate.id);
  const family = familiesOf(before).findIndex(({ id }) => id === candidate.topology.kind);
  const perTerminal =
    candidate.facts.terminals === need.terminals ? "a terminal" : `for each of the ${formatCount(need.terminals)} terminals needed`;
  const price = formatMoney(Math.round(candidate.perTerminal));
  return (
    <section className="panel study-card" aria-label="Network">
      <header className="row">
        <h2>
          <FamilyMark family={family} isFilled={standing.isMeasured} />
          {nameOfNetwork(candidate.topology)}
        </h2>
        <Button variant="underlined" onClick={() => togglePick(study, candidate.id)}>
          {at < 0 ? "Pick it" : `Unpick ${letterOf(at)}`}
        </Button>
      </header>
      <p className="study-carries">
        Carries {sayCarries(standing)} at {price} {perTerminal}.
      </p>
      <Drawing candidate={candidate} />
      {letters.length > 0 && (
        <dl className="study-letters">
          {letters.map(({ said, means }) => (
            <div key={said}>
              <dt>{said}</dt>
              <dd>{means}</dd>
            </div>
          ))}
        </dl>
      )}
      <dl className="study-facts">
        {factsOf(candidate).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <dl className="study-under">
        {need.under.map((id, i) => {
          const found = measured?.under[i] ?? null;
          return (
            <div key={id}>
              <dt>{traffics.find((each) => each.id === id)!.title}</dt>
              <dd>
                {found === null ? (
                  <span className="muted">at most {formatRatio(candidate.bounds[i])}</span>
                ) : (
                  <>
                    {sayThroughput(found)} <span className="muted">of at most {formatRatio(candidate.bounds[i])}</span>
                  </>
                )}
              </dd>
            </div>
          );
        })}
        {!up.isThroughput && (
          <div>
            <dt>{capital(up.title)}</dt>
            <dd>{sayGiven(up, up.of(standing))}</dd>
          </div>
        )}
      </dl>
      <p className="study-how">
        <KnownWord candidate={candidate} need={need} up={up} />
      </p>
      {fault !== undefined && onAgain !== null && <FailedLine what="Its run was lost" words={faultWords(fault)} onAgain={onAgain} />}
      {(isRunning || fault !== undefined) && onAgain === null && (
        <p className="small">{fault === undefined ? "Being simulated now." : `Cannot be simulated: ${fault}`}</p>
      )}
    </section>
  );
}

/** Writes the value on the vertical axis: `29.4 ± 0.5 cycles`, `at least 20.1 cycles`, `×16 the terminals`. */
function sayGiven(up: UpAxis, given: Given | null) {
  if (given === null) return <span className="muted">none: full at that load</span>;
  const write = writing(up);
  if (up.told !== undefined) return `${write(given.value)} the terminals`;
  if (!given.isMeasured) return <span className="muted">{`at least ${withUnit(write(given.bound), up.unit)}`}</span>;
  return withUnit(`${write(given.value)}${given.error > 0 ? ` ± ${write(given.error)}` : ""}`, up.unit);
}

/** Facts in closed form. Distances of some networks have no closed form. */
function factsOf(candidate: Candidate): readonly (readonly [string, string])[] {
  const { facts, ports } = candidate;
  const inChannels = (value: number | null, text: string) => (value === null ? "known only once built" : `${text} channels`);
  return [
    ["Terminals", formatCount(facts.terminals)],
    ["Switches", formatCount(switchesOf(candidate))],
    ["Cables", formatCount(cablesOf(candidate))],
    ["Most ports", formatCount(ports)],
    ["Diameter", inChannels(facts.diameter, formatCount(facts.diameter ?? 0))],
    ["Mean distance", inChannels(facts.meanDistance, formatMeasure(facts.meanDistance ?? 0))],
    ["Total cost", formatMoney(Math.round(candidate.cost))],
  ];
}

/**
 * The drawing of a network. Building starts after a delay, so that moving over many marks stays fast; meanwhile the previous drawing
 * stays.
 */
function Drawing({ candidate }: { readonly candidate: Candidate }) {
  const [built, setBuilt] = useState<{ readonly id: string; readonly network: Network } | null>(null);
  const { id, topology, facts } = candidate;
  const isSmall = facts.links <= mostDrawn;
  useEffect(() => {
    if (!isSmall) return undefined;
    const timer = setTimeout(() => setBuilt({ id, network: networkOf(topology) }), rest);
    return () => clearTimeout(timer);
  }, [id, topology, isSmall]);
  return (
    <div className="study-drawing" data-stale={built?.id !== id || undefined}>
      {!isSmall ? (
        <p className="small">Too large to draw here.</p>
      ) : (
        built !== null && <NetworkPicture title={nameOfNetwork(topology)} network={built.network} irregular={[]} pointed={0} />
      )}
    </div>
  );
}
