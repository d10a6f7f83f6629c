/** What stands on the page besides the network while it is presented: a code, the results as figures, and the way out. */
import "./present.css";
import { CodePicture, isOfThisComputer, useLinkCode } from "../../shell/bar/Code.tsx";
import { PlayIcon } from "../../shell/icons.tsx";
import { togglePlay } from "../../workbench/time/clock.ts";
import { sayEngines } from "../../../words/engines.ts";
import { type Figure, figuresOf } from "./figures.ts";
import { useComputed, useLeading, usePage, useWorkbench } from "../../hooks.ts";

/** Squares along a side up to which a code of this size reads from the back row. */
const readable = 69;

export function Presentation() {
  const code = useLinkCode();
  return (
    <>
      {code !== null && code !== undefined && code.marks.size <= readable && (
        <aside className="presented-code" aria-label="This scenario as a code">
          <p>
            <b>Change it yourself</b>
            <span>{isOfThisComputer(location) ? "on this computer only" : "no install"}</span>
          </p>
          <CodePicture marks={code.marks} />
        </aside>
      )}
      <Figures />
    </>
  );
}

function Figures() {
  const { overlay, runs } = usePage();
  // As text, so that news which change no figure draw nothing again.
  const figures = JSON.parse(
    useComputed(({ units, view }) => JSON.stringify(figuresOf(units(), view.data("stage").variants))),
  ) as readonly Figure[];
  const isPlaying = useLeading(({ playback }) => playback?.state.is === "playing");
  const engines = useWorkbench(({ scenario }) => sayEngines(scenario));
  return (
    <section className="presented-figures" aria-label="Results">
      {/* A single network's stands large above it. */}
      {figures.length > 1 &&
        figures.map(({ letter, figure, words }) => (
          <p key={letter}>
            <i className="letter">{letter}</i>
            <b>{figure}</b>
            <span>{words}</span>
          </p>
        ))}
      <small>{engines}</small>
      <button type="button" className="leave" onClick={() => overlay.present(false)}>
        Leave <kbd>Esc</kbd>
      </button>
      <button type="button" className="play" aria-label={isPlaying ? "Pause" : "Play"} onClick={() => togglePlay(runs)}>
        <PlayIcon isPlaying={isPlaying} />
      </button>
    </section>
  );
}
