/** Legend below the stage: the network shown, and the meaning of its colors. */
import "./stage.css";
import { useMemo } from "react";
import { switchLinksOf } from "../../../core/network/bill-of-materials.ts";
import { countLinked, type Network } from "../../../core/network/network.ts";
import { flowControls } from "../../../core/flow-control/registry.ts";
import { drawnTopologyId, faultyTopologyId } from "../../../core/topologies/contract.ts";
import { topologies } from "../../../core/topologies/registry.ts";
import { loadPalette, readTheme, toneCount } from "../../../views/marks/color.ts";
import { isRingLayoutFor } from "../../../views/stage/layouts/grid/planes.ts";
import { countOf, formatCount } from "../../../words/numbers.ts";
import { scenarioFactsIfValid, hasContention } from "../../../core/scenario/scenario.ts";
import { capitalize } from "../../../words/params.ts";
import { GlossaryText } from "../../glossary/GlossaryText.tsx";
import { lazyComponent } from "../../ui/lazy.ts";
import { namedVariants, stagedVariant } from "../../../words/variants.ts";
import { singleNetworkView, isSweepView, sweepViewId, drawingViewId } from "./on-stage.ts";
import { Button } from "../../ui/Button.tsx";
import { usePageRuns, usePage, useActiveRuns, useUnits, useWorkbench } from "../../hooks.ts";

const { Component: LinkRateLegend } = lazyComponent(() => import("../links/links.ts").then((file) => file.LinkRateLegend));
const { Component: QueueLegend } = lazyComponent(() => import("./QueueLegend.tsx").then((file) => file.QueueLegend));
const { Component: StageSwitch } = lazyComponent(() => import("./StageSwitch.tsx").then((file) => file.StageSwitch));

/** @param onStage Id of the view on the stage. Views of several networks have their own text, and all but one use the scale. */
export function StageLegend({ onStage }: { readonly onStage: string }) {
  const isSingleNetwork = onStage === singleNetworkView || onStage === drawingViewId;
  const hasDeadlocked = useActiveRuns(({ playback }) => playback?.state.is === "deadlocked") && isSingleNetwork;
  // After a deadlock the channels have no colors.
  const hasScale = (isSingleNetwork && !hasDeadlocked) || onStage === "multiples" || isSweepView(onStage);
  const { networks } = usePage();
  const { formatLoadTick } = useUnits();
  const currentDocument = useWorkbench((state) => state.document.current);
  const activeNetwork = useWorkbench((state) => state.session.activeNetwork);
  const scenario = stagedVariant(currentDocument, activeNetwork);
  const cycle = namedVariants(currentDocument).cycles[activeNetwork] ?? 1;
  const facts = useMemo(() => scenarioFactsIfValid(scenario), [scenario]);
  const deadSwitches = useMemo(
    () =>
      facts !== null && scenario.topology.kind === faultyTopologyId ? countUnlinkedSwitches(networks.networkOf(scenario.topology)) : 0,
    [facts, networks, scenario],
  );
  // For a drawing, count only the links drawn by the user.
  const drawnCounts = useMemo(
    () => (facts !== null && scenario.topology.kind === drawnTopologyId ? countLinked(networks.networkOf(scenario.topology)) : null),
    [facts, networks, scenario],
  );
  const hasUnlikeRates = usePageRuns(({ runs }) => {
    const links = runs.active.frame?.opened.links;
    return links !== undefined && links.perCycle.some((own, c) => own !== links.perPhit[c]);
  });
  const inside = facts?.inside;
  const switchLinks = drawnCounts?.links ?? (facts === null ? null : switchLinksOf(facts));
  const hasSweepView = usePageRuns((page) => sweepViewId(page) !== null);
  const hasBuffers = flowControls.get(scenario.flowControl.kind).queuePackets !== undefined && facts?.isMedium !== true;
  const hasQueueLegend = hasDeadlocked || (facts !== null && isRingLayoutFor(facts.axes));
  const isIdeal = isSingleNetwork && !hasContention(scenario);
  const theme = useWorkbench((state) => state.view.theme);
  // The color tokens are read from the stylesheet under the current theme.
  const { fill } = loadPalette(readTheme(document.documentElement), "ground");
  return (
    <div className="legend row wrap small">
      {(currentDocument.beside.length > 0 || hasSweepView) && <StageSwitch />}
      {isSingleNetwork && (
        <>
          <p className="shape">
            <b>{capitalize(topologies.get(scenario.topology.kind).title)}</b>
            {facts !== null && (
              <span>
                <GlossaryText
                  text={`${countOf(drawnCounts?.terminals ?? facts.terminals, "terminal", "terminals")}${
                    inside === undefined ? "" : ` in ${countOf(inside.hosts, "host", "hosts")}`
                  }, ${
                    facts.isMedium === true ? "1 bus" : countOf(facts.switches - (inside?.switches ?? 0), "switch", "switches")
                  }${deadSwitches > 0 ? ` (${formatCount(deadSwitches)} failed)` : ""}, ${switchLinks ? `${countOf(switchLinks, "link", "links")} between switches` : countOf(facts.links - (inside?.links ?? 0), "link", "links")}`}
                />
              </span>
            )}
          </p>
        </>
      )}
      {isIdeal && <QueueLegend isIdeal />}
      {hasScale && !isIdeal && (
        <p className="scale" key={theme}>
          <span>
            <span className="wide">
              <GlossaryText text="Channel load, " />
            </span>
            <span className="tight">
              <GlossaryText text="Load, " />
            </span>
            <LoadUnitButton />
          </span>
          <span>0</span>
          <svg width={120} height={8} viewBox={`0 0 ${toneCount + 1} 8`} preserveAspectRatio="none" aria-hidden="true">
            {fill.map((color, tone) => (
              <rect key={tone} x={tone} width={1.1} height={8} fill={color} />
            ))}
          </svg>
          <span>{hasUnlikeRates ? "its own rate" : formatLoadTick(1 / cycle)}</span>
        </p>
      )}
      {hasUnlikeRates && isSingleNetwork && <LinkRateLegend />}
      {hasBuffers && onStage !== "difference" && (hasQueueLegend ? <QueueLegend isDeadlocked={hasDeadlocked} /> : <BufferLegend />)}
    </div>
  );
}

/** Legend of the switches' buffers on the drawn network: empty, half, full, by the height of the filling. */
function BufferLegend() {
  return (
    <p className="tank-key">
      <span className="wide">
        <GlossaryText text="Buffers of a switch" />
      </span>
      <span className="tight">
        <GlossaryText text="Buffers" />
      </span>
      {["empty", "half", "full"].map((word, i) => (
        <span key={word}>
          <svg width={14} height={14} aria-hidden="true">
            <rect x={0.5} y={0.5} width={13} height={13} rx={3} />
            {i > 0 && <rect x={2} y={12 - 5 * i} width={10} height={5 * i} rx={1} />}
          </svg>
          {word}
        </span>
      ))}
    </p>
  );
}

/** Number of switches without any link. */
function countUnlinkedSwitches({ firstOut, terminals, switches }: Network): number {
  return Array.from({ length: switches }, (_, s) => terminals + s).filter((node) => firstOut[node] === firstOut[node + 1]).length;
}

/** The unit of all loads, as a button that changes it. */
function LoadUnitButton() {
  const { overlay } = usePage();
  const unit = useUnits().headOf("phits/cycle");
  return (
    <Button className="unit" aria-label={`Unit of loads: ${unit}; choose another`} onClick={() => overlay.showSheet("units")}>
      {unit}
    </Button>
  );
}
