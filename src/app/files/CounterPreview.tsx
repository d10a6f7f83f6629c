/** Preview of a file with port counters: how many belong to ports of the network on the page, and how its drawing looks with them. */
import { type ReactNode, useMemo, useState } from "react";
import type { ViewData } from "../../views/contract.ts";
import { countOf, formatCount } from "../../words/numbers.ts";
import { stagedVariant } from "../../words/variants.ts";
import type { ReadCounter } from "../../formats/contract.ts";
import { usePageRuns, usePage, useWorkbench } from "../hooks.ts";
import { NetworkPicture } from "./FilePicture.tsx";
import { focusWhenMounted } from "./focus-when-mounted.ts";
import { channelCountersOf, counterFrameOf, roundedMinSeconds } from "./channel-counters.ts";
import type { FileSession } from "./file-session.ts";
import { Button } from "../ui/Button.tsx";
import { TextInput } from "../ui/fields/TextInput.tsx";
import { showWorkbench } from "./show-workbench.ts";

export interface CounterPreviewProps {
  readonly counters: readonly ReadCounter[];
  readonly session: FileSession;
  /** The lines that could not be read. */
  readonly children: ReactNode;
}

/**
 * The preview of port counters. If the file gives no duration, the reader enters one, at least as long as the channels need for
 * the bytes.
 */
export function CounterPreview({ counters, session, children }: CounterPreviewProps) {
  const { store } = usePage();
  const ports = useWorkbench((state) =>
    state.document.ports?.topology === state.document.current.topology ? state.document.ports.of : null,
  );
  const scenario = useWorkbench((state) => stagedVariant(state.document.current, 0));
  const openedRun = usePageRuns(({ runs }) => runs.all[0]?.frame?.opened);
  const counted = useMemo(
    () => (ports === null || openedRun === undefined ? null : channelCountersOf(counters, ports, openedRun, scenario)),
    [counters, ports, openedRun, scenario],
  );
  const mayMatch = ports !== null && counted?.matchedPorts !== 0;
  const minSeconds = counted?.minSeconds ?? null;
  const suggestedSeconds = minSeconds === null ? 0 : roundedMinSeconds(minSeconds);
  const hasWaited = counted?.waitTicks.some((ticks) => ticks > 0) === true;
  const [typedSeconds, setTypedSeconds] = useState<string | null>(null);
  const seconds = Number(typedSeconds ?? suggestedSeconds);
  const isPossible = minSeconds === null || (Number.isFinite(seconds) && seconds >= minSeconds * 0.999);
  const frame = useMemo(
    () =>
      counted === null || counted.matchedPorts === 0 || openedRun === undefined || !isPossible
        ? null
        : counterFrameOf(counted, openedRun, scenario, seconds),
    [counted, openedRun, scenario, seconds, isPossible],
  );
  const show = () => {
    if (frame === null) return;
    const time = minSeconds === null ? "assuming that the busiest channel was full all the time" : `over ${seconds} s`;
    const durationText = hasWaited ? `${time}, with each tick of waiting time shown as one cycle` : time;
    const replaceFrame = (data: ViewData): ViewData => {
      if (data.variants.length > 1) return data;
      // Offered load belongs to the run, not to the counters.
      const withCounters = { ...data, frame, load: null, offeredLoads: null };
      return { ...withCounters, variants: [withCounters] };
    };
    store.setState({
      session: { measured: { topology: store.getState().document.current.topology, duration: durationText, replaceData: replaceFrame } },
      view: { stageView: "" },
    });
    showWorkbench();
    session.leave();
  };
  return (
    <>
      <div className="file-preview-text">
        <div className="file-preview-scroll">
          <p className="file-preview-lead">{`Port counters, ${countOf(counters.length, "port", "ports")}.`}</p>
          {ports === null ? (
            <p>
              The counters need a network whose ports are known from its file, such as the output of ibnetdiscover. Open that file first,
              then this one.
            </p>
          ) : counted === null ? null : counted.matchedPorts === 0 ? (
            <p>The network on the page has none of these ports. Open the file of the network with these ports first, then this one.</p>
          ) : (
            <>
              <p>
                {counted.matchedPorts === counters.length ? "All of them are" : `${formatCount(counted.matchedPorts)} of them are`} ports of
                the network on the page. {counted.busiest !== "" && `The busiest channel is ${counted.busiest}.`}
              </p>
              {hasWaited && (
                <p className="muted">The file does not give the length of a tick of waiting time; each tick is shown as one cycle.</p>
              )}
              {minSeconds !== null && (
                <>
                  <p className="file-preview-seconds">
                    <label>
                      Counted over{" "}
                      <TextInput
                        type="number"
                        min={suggestedSeconds}
                        step="any"
                        value={typedSeconds ?? suggestedSeconds}
                        onChange={setTypedSeconds}
                      />{" "}
                      seconds
                    </label>
                  </p>
                  <p className="muted">{`The file does not give the measurement time. The links need at least ${suggestedSeconds} s for these bytes.`}</p>
                  {!isPossible && (
                    <p role="alert">{`The links cannot transfer these bytes in that time. Enter ${suggestedSeconds} s or more.`}</p>
                  )}
                </>
              )}
            </>
          )}
          {children}
        </div>
        <div className="file-preview-end row">
          {mayMatch ? (
            // Do not move the focus while the user types the duration.
            <Button
              ref={typedSeconds === null && frame !== null ? focusWhenMounted : null}
              variant="primary"
              disabled={frame === null}
              onClick={show}
            >
              Show them
            </Button>
          ) : (
            <Button ref={focusWhenMounted} variant="primary" onClick={session.leave}>
              Close
            </Button>
          )}
          <span className="muted">{mayMatch ? "Esc or × closes without changes." : "Nothing has changed."}</span>
        </div>
      </div>
      {frame !== null && openedRun !== undefined && (
        <div className="file-preview-picture">
          <NetworkPicture network={openedRun.network} links={openedRun.links} frame={frame} irregular={noIrregularities} pointed={0} />
        </div>
      )}
    </>
  );
}

const noIrregularities = [] as const;
