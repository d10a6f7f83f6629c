/** The time bar: play, step, speed, progress of the run, and load over time. */
import "./time.css";
import { GlossaryText } from "../../glossary/GlossaryText.tsx";
import type { PlaybackState } from "../../../worker/client.ts";
import { PlayButton } from "../../ui/PlayButton.tsx";
import { ConnectedView } from "../ConnectedView.tsx";
import { togglePlay } from "../../runs/playback-actions.ts";
import { useLeadingRuns, usePage, useActiveRuns, useUnits, useWorkbench } from "../../hooks.ts";
import { hasPlaybackEnded } from "../../runs/page-runs.ts";
import { lazyComponent } from "../../ui/lazy.ts";
import { SpeedButton, StepButton } from "./Transport.tsx";

const { Component: ClearSpanButton } = lazyComponent(() => import("./ClearSpanButton.tsx").then((file) => file.ClearSpanButton));

/** Screen reader announcements when the run starts, pauses or ends. The finding reports runs that cannot start. */
const announcements: Readonly<Partial<Record<PlaybackState["is"], string>>> = {
  playing: "Playing.",
  paused: "Paused.",
  finished: "The run has ended.",
  deadlocked: "The run has ended in a deadlock.",
};

export function TimeBar() {
  return (
    <section className="time" aria-label="Time">
      <TimeControls />
      <div className="strip">
        <ConnectedView id="time-strip" />
      </div>
    </section>
  );
}

/**
 * Controls of the playback, which shows the run slowly enough for the eye: play, step and speed, the clock, and the button that clears the
 * selected time span.
 */
function TimeControls() {
  const { runs } = usePage();
  // The state changes immediately; the position is updated at a readable pace.
  const state = useLeadingRuns((each) => each.playback?.state ?? null);
  const isPlaying = state?.is === "playing" || state?.is === "opening";
  const isOver = state !== null && hasPlaybackEnded(state.is);
  const hasSpan = useWorkbench((each) => each.session.span !== null);
  // A refused scenario cannot be played again, but a lost run can.
  const isRefused = useActiveRuns((each) => each.failure !== null && each.isRefused);
  return (
    <div className="controls">
      <div className="transport row">
        <PlayButton
          isPlaying={isPlaying}
          aria-label={isPlaying ? "Pause" : isOver ? "Play again" : "Play"}
          disabled={isRefused}
          onClick={() => togglePlay(runs)}
        />
        <StepButton />
        <SpeedButton />
      </div>
      <p className="visually-hidden" role="status">
        {state !== null && announcements[state.is]}
      </p>
      <p className="clock">
        <Clock state={state} />
      </p>
      {hasSpan && <ClearSpanButton />}
    </div>
  );
}

/**
 * The time that the playback has reached, of the time at which the run ends: `12 800 of 16 000 cycles`. Until the end of the run is known,
 * the limit of the measurement window is used.
 */
function Clock({ state }: { readonly state: PlaybackState | null }) {
  const { runs } = usePage();
  const units = useUnits();
  const endCycle = useLeadingRuns((each) => (each.isAnswerStale ? null : (each.answer?.results.cycles ?? null)));
  if (state === null || state.is === "opening" || state.is === "failed")
    return <span className="muted">{state?.is === "failed" ? "This cannot be run" : "…"}</span>;
  const cycleLimit = runs.leading.frame?.opened.window.limit ?? Infinity;
  const lastCycle = endCycle ?? (Number.isFinite(cycleLimit) ? cycleLimit : null);
  if (state.is === "finished" || state.is === "deadlocked") {
    return (
      <>
        <b>{units.formatMoment(state.now, state.now)}</b>{" "}
        <span className="muted">
          <GlossaryText text={units.timeUnit(state.now).name} />, {state.is}
        </span>
      </>
    );
  }
  return (
    <>
      <b>{units.formatMoment(state.now, lastCycle ?? state.now)}</b>{" "}
      <span className="muted">{lastCycle === null ? units.timeUnit(state.now).name : `of ${units.sayTime(lastCycle)}`}</span>
    </>
  );
}
