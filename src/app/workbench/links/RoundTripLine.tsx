/** Reports a buffer that is shorter than its round trip, the effect on throughput, and offers a longer one. */
import "./links.css";
import { sayRoundTrips } from "../../../findings/round-trips.ts";
import { isLocked } from "../../state/workbench.ts";
import { propose } from "../../document/edits.ts";
import { Told } from "../../glossary/Told.tsx";
import { useComputed, usePage, useUnits, useWorkbench } from "../../hooks.ts";
import { Button } from "../../ui/Button.tsx";
import { longerFor, shortOf } from "./round-trip.ts";

interface RoundTripLineProps {
  /** Index of the network. */
  readonly of: number;
  /** Link class to report; by default the class with the largest shortfall. */
  readonly linkClass?: string;
}

export function RoundTripLine({ of, linkClass }: RoundTripLineProps) {
  const { store } = usePage();
  const units = useUnits();
  const document = useWorkbench(({ document: { current: scenario } }) => scenario);
  const all = useComputed(({ runs }) => runs.all[of]?.snapshot().analysis?.roundTrips);
  const trip = shortOf(all ?? [], linkClass);
  if (trip === null) return null;
  const longer = longerFor(document, of, trip);
  return (
    <p className="round-trip">
      <Told text={sayRoundTrips([trip], units).join(" ")} />{" "}
      {longer !== null && !isLocked(store, longer.path) && (
        <Button variant="inline" onClick={() => propose(store, longer.document)}>
          {longer.said}
        </Button>
      )}
    </p>
  );
}
