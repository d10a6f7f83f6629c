/** Buttons that take parts out of the network or bring them back, below the facts of the selection. */
import "./outages.css";
import { useMemo } from "react";
import type { Network } from "../../../core/network/network.ts";
import { isTold, saySurvival } from "../structure/survival.ts";
import { allBack, namedDead, remainsOf } from "./outages.ts";
import { carryOut, outagesHere, topologyHere } from "./take-out.ts";
import { Button } from "../../ui/Button.tsx";
import { useIsLocked, usePaced, usePage, useWorkbench } from "../../hooks.ts";

/** Maximum number of listed dead parts. */
const mostListed = 6;
/** Interval between two checks for the busiest channel, milliseconds. */
const pace = 500;

export function Outages() {
  const page = usePage();
  useWorkbench((state) => state.session.selected);
  useWorkbench((state) => state.document.current);
  usePaced(pace);
  const isLocked = useIsLocked(["topology"]);
  const topology = topologyHere(page);
  const possible = isLocked ? [] : outagesHere(page);
  const dead = namedDead(topology);
  // If the only dead part is selected, its button is shown already.
  const listed = dead.length === 1 && possible.some(({ topology: after }) => after === dead[0].topology) ? [] : dead;
  const remains = remainsOf(topology);
  if (possible.length === 0 && remains === null) return null;
  return (
    <div className="outages">
      <p>
        {possible.map((outage, i) => (
          <Button
            variant="underlined"
            key={outage.title}
            onClick={() => carryOut(page, outage)}
            aria-keyshortcuts={i === 0 ? "X" : undefined}
          >
            {outage.title}
          </Button>
        ))}
      </p>
      {remains !== null && isTold(remains.entire) && <Survival {...remains} />}
      {listed.length > 0 && (
        <>
          <p className="muted">Taken out:</p>
          <ul>
            {listed.slice(0, mostListed).map((each) => (
              <li key={each.title}>
                {each.title}
                <Button
                  variant="underlined"
                  aria-label={`Bring back ${each.title}`}
                  disabled={isLocked}
                  onClick={() => carryOut(page, each)}
                >
                  bring back
                </Button>
              </li>
            ))}
          </ul>
          {dead.length > 1 && (
            <p>
              {dead.length > mostListed && `and ${dead.length - mostListed} more. `}
              <Button variant="underlined" disabled={isLocked} onClick={() => carryOut(page, { topology: allBack(topology) })}>
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
function Survival({ entire, present }: { readonly entire: Network; readonly present: Network }) {
  const said = useMemo(() => saySurvival(entire, present), [entire, present]);
  return <p className="survival">{said}</p>;
}
