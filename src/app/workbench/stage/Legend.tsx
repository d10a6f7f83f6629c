/** Legend below the stage: the network shown, and the meaning of its colors. */
import "./stage.css";
import { useMemo } from "react";
import { drawnIn, type Network } from "../../../core/network/network.ts";
import { flowControls } from "../../../core/flow-control/shelf.ts";
import { drawnId, faultyId } from "../../../core/topologies/contract.ts";
import { topologies } from "../../../core/topologies/shelf.ts";
import { palette, readTheme, tones } from "../../../views/marks/colour.ts";
import { countOf, formatCount } from "../../../words/numbers.ts";
import { factsIfValid, hasContention } from "../../../core/scenario/scenario.ts";
import { capital } from "../../../words/params.ts";
import { Told } from "../../glossary/Told.tsx";
import { lazy } from "../../ui/lazy.ts";
import { namedVariants, stagedVariant } from "../../../words/variants.ts";
import { alone, isOfSweep, sweepPicture, underHand } from "./on-stage.ts";
import { Button } from "../../ui/Button.tsx";
import { useComputed, usePage, useActiveRuns, useUnits, useWorkbench } from "../../hooks.ts";

const { Component: RateKey } = lazy(() => import("../links/links.ts").then((file) => file.RateKey));
const { Component: StageSwitch } = lazy(() => import("./StageSwitch.tsx").then((file) => file.StageSwitch));

/** @param onStage Id of the view on the stage. Views of several networks have their own text, and all but one use the scale. */
export function Legend({ onStage }: { readonly onStage: string }) {
  const isAlone = onStage === alone || onStage === underHand;
  const isDead = useActiveRuns(({ playback }) => playback?.state.is === "deadlocked") && isAlone;
  // After a deadlock the channels have no colors.
  const hasScale = (isAlone && !isDead) || onStage === "multiples" || isOfSweep(onStage);
  const { networks } = usePage();
  const { formatLoadTick } = useUnits();
  const whole = useWorkbench((state) => state.document.current);
  const front = useWorkbench((state) => state.session.activeNetwork);
  const scenario = stagedVariant(whole, front);
  const cycle = namedVariants(whole).cycles[front] ?? 1;
  const facts = useMemo(() => factsIfValid(scenario), [scenario]);
  const dead = useMemo(
    () => (facts !== null && scenario.topology.kind === faultyId ? withoutLinks(networks.of(scenario.topology)) : 0),
    [facts, networks, scenario],
  );
  // For a drawing, count only the links drawn by the user.
  const drawn = useMemo(
    () => (facts !== null && scenario.topology.kind === drawnId ? drawnIn(networks.of(scenario.topology)) : null),
    [facts, networks, scenario],
  );
  const isUnlike = useComputed(({ runs }) => {
    const links = runs.active.frame?.opened.links;
    return links !== undefined && links.perCycle.some((own, c) => own !== links.perPhit[c]);
  });
  const inside = facts?.inside;
  const isSwept = useComputed((page) => sweepPicture(page) !== null);
  const hasPlaces = flowControls.get(scenario.flowControl.kind).places !== undefined && facts?.isMedium !== true;
  const isEmpty = isAlone && !hasContention(scenario);
  const theme = useWorkbench((state) => state.view.theme);
  // The color tokens are read from the stylesheet under the current theme.
  const { fill } = palette(readTheme(document.documentElement), "ground");
  return (
    <div className="legend row wrap small">
      {(whole.beside.length > 0 || isSwept) && <StageSwitch />}
      {isAlone && (
        <>
          <p className="shape">
            <b>{capital(topologies.get(scenario.topology.kind).title)}</b>
            {facts !== null && (
              <span>
                <Told
                  text={`${countOf(drawn?.terminals ?? facts.terminals, "terminal", "terminals")}${
                    inside === undefined ? "" : ` in ${countOf(inside.hosts, "host", "hosts")}`
                  }, ${
                    facts.isMedium === true ? "1 bus" : countOf(facts.switches - (inside?.switches ?? 0), "switch", "switches")
                  }${dead > 0 ? ` (${formatCount(dead)} dead)` : ""}, ${drawn === null ? countOf(facts.links - (inside?.links ?? 0), "link", "links") : `${countOf(drawn.links, "link", "links")} between switches`}`}
                />
              </span>
            )}
          </p>
        </>
      )}
      {isEmpty && (
        <p className="said">
          <Told text="Nothing crosses these channels: messages go straight from host to host." />
        </p>
      )}
      {hasScale && !isEmpty && (
        <p className="scale" key={theme}>
          <span>
            <span className="wide">
              <Told text="Channel load, " />
            </span>
            <span className="tight">
              <Told text="Load, " />
            </span>
            <UnitWord />
          </span>
          <span>0</span>
          <svg width={120} height={8} viewBox={`0 0 ${tones + 1} 8`} preserveAspectRatio="none" aria-hidden="true">
            {fill.map((colour, tone) => (
              <rect key={tone} x={tone} width={1.1} height={8} fill={colour} />
            ))}
          </svg>
          <span>{isUnlike ? "its own rate" : formatLoadTick(1 / cycle)}</span>
        </p>
      )}
      {isUnlike && isAlone && <RateKey />}
      {hasPlaces && onStage !== "difference" && <Tanks isDead={isDead} />}
    </div>
  );
}

/** Legend of the buffers: by fill level, or after a deadlock by color. */
function Tanks({ isDead }: { readonly isDead: boolean }) {
  const words = isDead ? ["in the circle", "waiting outside it"] : ["empty", "half", "full"];
  return (
    <p className="tank-key">
      <span className="wide">
        <Told text="Buffers of a switch" />
      </span>
      <span className="tight">
        <Told text="Buffers" />
      </span>
      {words.map((word, i) => {
        const level = isDead ? 10 : 5 * i;
        return (
          <span key={word}>
            <svg width={14} height={14} aria-hidden="true">
              <rect x={0.5} y={0.5} width={13} height={13} rx={3} />
              {level > 0 && <rect data-faint={(isDead && i > 0) || undefined} x={2} y={12 - level} width={10} height={level} rx={1} />}
            </svg>
            {word}
          </span>
        );
      })}
    </p>
  );
}

/** Number of switches without any link. */
function withoutLinks({ firstOut, terminals, switches }: Network): number {
  return Array.from({ length: switches }, (_, s) => terminals + s).filter((node) => firstOut[node] === firstOut[node + 1]).length;
}

/** The unit of all loads, as a button that changes it. */
function UnitWord() {
  const { overlay } = usePage();
  const unit = useUnits().headOf("phits/cycle");
  return (
    <Button className="unit" aria-label={`Unit of loads: ${unit}; choose another`} onClick={() => overlay.showSheet("units")}>
      {unit}
    </Button>
  );
}
