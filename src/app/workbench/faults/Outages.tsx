/** What can be taken out of the network or brought back, beneath what is known of the thing picked. */
import "./outages.css";
import { useMemo } from "react";
import type { Network } from "../../../core/network/network.ts";
import { isTold, saySurvival } from "../structure/survival.ts";
import { allBack, namedDead, remainsOf } from "./outages.ts";
import { carryOut, outagesHere, topologyHere } from "./take-out.ts";
import { Button } from "../../ui/Button.tsx";
import { useIsLocked, usePaced, usePage, useWorkbench } from "../../hooks.ts";

/** So many dead things are listed. */
const mostListed = 6;
/** Milliseconds between two looks at which channel is the busiest. */
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
  // The only dead thing, while it is picked, has its button already.
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

/** What survives. Worked out once for each network that faults leave. */
function Survival({ entire, present }: { readonly entire: Network; readonly present: Network }) {
  const said = useMemo(() => saySurvival(entire, present), [entire, present]);
  return <p className="survival">{said}</p>;
}
