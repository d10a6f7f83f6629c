/** What stands on the page besides the network while it is presented: a code, what computed it, and the way out. */
import "./present.css";
import { CodePicture, isOfThisComputer, useLinkCode } from "../../shell/bar/Code.tsx";
import { PlayIcon } from "../../shell/icons.tsx";
import { togglePlay } from "../../workbench/time/clock.ts";
import { sayEngines } from "../../../words/engines.ts";
import { useLeading, usePage, useWorkbench } from "../../hooks.ts";

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
      <Foot />
    </>
  );
}

function Foot() {
  const { overlay, runs } = usePage();
  const isPlaying = useLeading(({ playback }) => playback?.state.is === "playing");
  const engines = useWorkbench(({ scenario }) => sayEngines(scenario));
  return (
    <section className="presented-foot" aria-label="Presentation">
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
