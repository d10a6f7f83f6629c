/** Elements of the presentation mode other than the network: a QR code, the engines used, and the button that leaves the mode. */
import "./present.css";
import { useLinkCode } from "../../sharing/Code.tsx";
import { saveFile } from "../../sharing/save.ts";
import { togglePlay } from "../../runs/clock.ts";
import { sayEngines } from "../../../words/engines.ts";
import { PassOn } from "./PassOn.tsx";
import { Button } from "../../ui/Button.tsx";
import { PlayButton } from "../../ui/PlayButton.tsx";
import { useLeadingRuns, usePage, useWorkbench } from "../../hooks.ts";

export function Presentation() {
  const page = usePage();
  const code = useLinkCode();
  return (
    <>
      <div className="presented-code">
        <PassOn link={code && code.link} invitation="Change it yourself; no install" onFile={() => saveFile(page)} />
      </div>
      <Foot />
    </>
  );
}

function Foot() {
  const { overlay, runs } = usePage();
  const isPlaying = useLeadingRuns(({ playback }) => playback?.state.is === "playing");
  const engines = useWorkbench(({ document: { current: scenario } }) => sayEngines(scenario));
  return (
    <section className="presented-foot" aria-label="Presentation">
      <small>{engines}</small>
      <Button variant="underlined" onClick={() => overlay.present(false)}>
        Leave <kbd>Esc</kbd>
      </Button>
      <PlayButton isPlaying={isPlaying} onClick={() => togglePlay(runs)} />
    </section>
  );
}
