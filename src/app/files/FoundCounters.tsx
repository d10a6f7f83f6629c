/** Preview of a file with port counters: how many belong to ports of the network on the page, and how its drawing looks with them. */
import { type ReactNode, useMemo, useState } from "react";
import type { ViewData } from "../../views/contract.ts";
import { countOf, formatCount } from "../../words/numbers.ts";
import { stagedVariant } from "../../words/variants.ts";
import type { ReadCounter } from "../../formats/contract.ts";
import { useComputed, usePage, useWorkbench } from "../hooks.ts";
import { NetworkPicture } from "./FilePicture.tsx";
import { focused } from "./focused.ts";
import { countedOn, frameOf, shortestTime } from "./measured.ts";
import type { Session } from "./session.ts";
import { Button } from "../ui/Button.tsx";
import { TextInput } from "../ui/fields/TextInput.tsx";
import { showWorkbench } from "./show-workbench.ts";

export interface FoundCountersProps {
  readonly counters: readonly ReadCounter[];
  readonly session: Session;
  /** The lines that could not be read. */
  readonly children: ReactNode;
}

/**
 * The preview of port counters. If the file gives no duration, the reader enters one, at least as long as the channels need for
 * the bytes.
 */
export function FoundCounters({ counters, session, children }: FoundCountersProps) {
  const { store } = usePage();
  const ports = useWorkbench((state) =>
    state.document.ports?.topology === state.document.current.topology ? state.document.ports.of : null,
  );
  const scenario = useWorkbench((state) => stagedVariant(state.document.current, 0));
  const opened = useComputed(({ runs }) => runs.all[0]?.frame?.opened);
  const counted = useMemo(
    () => (ports === null || opened === undefined ? null : countedOn(counters, ports, opened, scenario)),
    [counters, ports, opened, scenario],
  );
  const isTheirs = ports !== null && counted?.found !== 0;
  const least = counted?.least ?? null;
  const proposed = least === null ? 0 : shortestTime(least);
  const hasWaited = counted?.waited.some((ticks) => ticks > 0) === true;
  const [typed, setTyped] = useState<string | null>(null);
  const seconds = Number(typed ?? proposed);
  const isPossible = least === null || (Number.isFinite(seconds) && seconds >= least * 0.999);
  const frame = useMemo(
    () =>
      counted === null || counted.found === 0 || opened === undefined || !isPossible ? null : frameOf(counted, opened, scenario, seconds),
    [counted, opened, scenario, seconds, isPossible],
  );
  const show = () => {
    if (frame === null) return;
    const time = least === null ? "as if the busiest channel had been full" : `over ${seconds} s`;
    const said = hasWaited ? `${time}, with each tick of waiting as a cycle` : time;
    const showing = (data: ViewData): ViewData => {
      if (data.variants.length > 1) return data;
      // Offered load belongs to the run, not to the counters.
      const alone = { ...data, frame, load: null, offered: null };
      return { ...alone, variants: [alone] };
    };
    store.setState({
      session: { measured: { topology: store.getState().document.current.topology, said, show: showing } },
      view: { onStage: "" },
    });
    showWorkbench();
    session.leave();
  };
  return (
    <>
      <div className="brought-text">
        <div className="brought-scroll">
          <p className="brought-lead">{`Port counters, ${countOf(counters.length, "port", "ports")}.`}</p>
          {ports === null ? (
            <p>
              Which cable hangs on which port is known of a network that was opened from its file, as of ibnetdiscover. Open that file
              first, then this one.
            </p>
          ) : counted === null ? null : counted.found === 0 ? (
            <p>The network on the page has none of these ports. Open the file of their network first, then this one.</p>
          ) : (
            <>
              <p>
                {counted.found === counters.length ? "All of them are" : `${formatCount(counted.found)} of them are`} ports of the network
                on the page. {counted.busiest !== "" && `Busiest is ${counted.busiest}.`}
              </p>
              {hasWaited && <p className="muted">How long a tick of waiting is, the file does not say: each is shown as a cycle.</p>}
              {least !== null && (
                <>
                  <p className="brought-seconds">
                    <label>
                      Counted over <TextInput type="number" min={proposed} step="any" value={typed ?? proposed} onChange={setTyped} />{" "}
                      seconds
                    </label>
                  </p>
                  <p className="muted">{`The file does not say for how long. So many bytes take ${proposed} s at least.`}</p>
                  {!isPossible && <p role="alert">{`In that time so many bytes cannot cross: say ${proposed} s or more.`}</p>}
                </>
              )}
            </>
          )}
          {children}
        </div>
        <div className="brought-end row">
          {isTheirs ? (
            // Do not move the focus while the user types the duration.
            <Button ref={typed === null && frame !== null ? focused : null} variant="primary" disabled={frame === null} onClick={show}>
              Show them
            </Button>
          ) : (
            <Button ref={focused} variant="primary" onClick={session.leave}>
              Close
            </Button>
          )}
          <span className="muted">{isTheirs ? "Esc or × changes nothing." : "Everything is as it was."}</span>
        </div>
      </div>
      {frame !== null && opened !== undefined && (
        <div className="brought-picture">
          <NetworkPicture network={opened.network} links={opened.links} frame={frame} irregular={none} pointed={0} />
        </div>
      )}
    </>
  );
}

const none = [] as const;
