/** What the link of the channel is like that the card tells of, and whether the buffers behind it are long enough. */
import { namedVariants } from "../../../words/variants.ts";
import { useComputed, useWorkbench } from "../../hooks.ts";
import { Told } from "../../glossary/Told.tsx";
import { RoundTripLine } from "./RoundTripLine.tsx";
import { sayLink } from "./words.ts";

export function LinkLine() {
  const document = useWorkbench(({ scenario }) => scenario);
  const of = useComputed(({ view }) => view.subject());
  const channel = useComputed(({ view }) => view.shownChannel());
  const opened = useComputed(({ runs }) => runs.studies[of]?.frame?.opened);
  const scenario = namedVariants(document).scenarios[of] ?? document;
  if (opened === undefined || channel < 0 || channel >= opened.network.head.length) return null;
  const { network, links } = opened;
  return (
    <>
      {links !== undefined && (
        <p className="muted link-line">
          <Told text={sayLink({ network, links, scenario }, channel)} />
        </p>
      )}
      <RoundTripLine of={of} linkClass={network.linkClasses[network.linkClass[channel]]} />
    </>
  );
}
