/** Buttons that take parts out of the network or bring them back, below the facts of the selection. */
import "./outages.css";
import { useMemo } from "react";
import type { Network } from "../../../core/network/network.ts";
import { isFastEnough, sayRemainingConnectivity } from "../structure/survival.ts";
import { withoutNamedFaults, namedDeadParts, intactAndFaulty } from "./outages.ts";
import { applyOutage, possibleOutages, describedTopology } from "./take-out.ts";
import { Button } from "../../ui/Button.tsx";
import { useIsLocked, usePage, useWorkbench } from "../../hooks.ts";
import { useThrottledRender } from "../../runs/useThrottledRender.ts";

/** Maximum number of listed parts that were taken out. */
const maxListedParts = 6;
/** Interval between two checks for the busiest channel, milliseconds. */
const checkInterval = 500;

export function Outages() {
  const page = usePage();
  useWorkbench((state) => state.session.selected);
  useWorkbench((state) => state.document.current);
  useThrottledRender(checkInterval);
  const isLocked = useIsLocked(["topology"]);
  const topology = describedTopology(page);
  const outages = isLocked ? [] : possibleOutages(page);
  const deadParts = namedDeadParts(topology);
  // If the only part that was taken out is selected, its button is shown already.
  const listed =
    deadParts.length === 1 && outages.some(({ topology: outageTopology }) => outageTopology === deadParts[0].topology) ? [] : deadParts;
  const remains = intactAndFaulty(topology);
  if (outages.length === 0 && remains === null) return null;
  return (
    <div className="outages">
      <p>
        {outages.map((outage, i) => (
          <Button
            variant="underlined"
            key={outage.title}
            onClick={() => applyOutage(page, outage)}
            aria-keyshortcuts={i === 0 ? "X" : undefined}
          >
            {outage.title}
          </Button>
        ))}
      </p>
      {remains !== null && isFastEnough(remains.entire) && <RemainingConnectivity {...remains} />}
      {listed.length > 0 && (
        <>
          <p className="muted">Taken out:</p>
          <ul>
            {listed.slice(0, maxListedParts).map((each) => (
              <li key={each.title}>
                {each.title}
                <Button
                  variant="underlined"
                  aria-label={`Bring back ${each.title}`}
                  disabled={isLocked}
                  onClick={() => applyOutage(page, each)}
                >
                  bring back
                </Button>
              </li>
            ))}
          </ul>
          {deadParts.length > 1 && (
            <p>
              {deadParts.length > maxListedParts && `and ${deadParts.length - maxListedParts} more. `}
              <Button
                variant="underlined"
                disabled={isLocked}
                onClick={() => applyOutage(page, { topology: withoutNamedFaults(topology) })}
              >
                Bring all back
              </Button>
            </p>
          )}
        </>
      )}
    </div>
  );
}

/** Connectivity that remains, computed once for each faulty network. */
function RemainingConnectivity({ entire, present }: { readonly entire: Network; readonly present: Network }) {
  const connectivityText = useMemo(() => sayRemainingConnectivity(entire, present), [entire, present]);
  return <p className="survival">{connectivityText}</p>;
}
