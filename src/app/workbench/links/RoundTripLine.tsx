/** Reports a buffer that is shorter than the round trip of its link, with the effect on throughput, and offers a longer buffer. */
import "./links.css";
import { sayRoundTrips } from "../../../findings/round-trips.ts";
import { isParameterLocked } from "../../state/workbench.ts";
import { propose } from "../../document/edits.ts";
import { GlossaryText } from "../../glossary/GlossaryText.tsx";
import { usePageRuns, usePage, useUnits, useWorkbench } from "../../hooks.ts";
import { Button } from "../../ui/Button.tsx";
import { longerBuffer, shortRoundTrip } from "./round-trip.ts";

interface RoundTripLineProps {
  /** Index of the network. */
  readonly variantIndex: number;
  /** Link class to report; by default the class with the largest shortfall. */
  readonly linkClass?: string;
}

/**
 * A warning that a buffer is shorter than the round trip of its link, so that the link cannot be fully used, and a button that makes the
 * buffer longer.
 */
export function RoundTripLine({ variantIndex, linkClass }: RoundTripLineProps) {
  const { store } = usePage();
  const units = useUnits();
  const document = useWorkbench(({ document: { current: scenario } }) => scenario);
  const roundTrips = usePageRuns(({ runs }) => runs.all[variantIndex]?.snapshot().analysis?.roundTrips);
  const trip = shortRoundTrip(roundTrips ?? [], linkClass);
  if (trip === null) return null;
  const withLongerBuffer = longerBuffer(document, variantIndex, trip);
  return (
    <p className="round-trip">
      <GlossaryText text={sayRoundTrips([trip], units).join(" ")} />{" "}
      {withLongerBuffer !== null && !isParameterLocked(store, withLongerBuffer.path) && (
        <Button variant="inline" onClick={() => propose(store, withLongerBuffer.document)}>
          {withLongerBuffer.said}
        </Button>
      )}
    </p>
  );
}
