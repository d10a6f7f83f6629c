/** Elements of the presentation mode other than the network: a QR code, the engines used, and the button that leaves the mode. */
import "./present.css";
import { useLinkQrCode } from "../../sharing/QrCodeSheet.tsx";
import { downloadDocument } from "../../sharing/download.ts";
import { togglePlay } from "../../runs/playback-actions.ts";
import { sayEngines } from "../../../words/engines.ts";
import { ShareCorner } from "./ShareCorner.tsx";
import { Button } from "../../ui/Button.tsx";
import { PlayButton } from "../../ui/PlayButton.tsx";
import { SpeedButton } from "../../workbench/time/Transport.tsx";
import { useLeadingRuns, usePage, useWorkbench } from "../../hooks.ts";

export function Presentation() {
  const page = usePage();
  const linkCode = useLinkQrCode();
  return (
    <>
      <div className="presented-code">
        <ShareCorner link={linkCode && linkCode.link} invitation="Change it yourself; no install" onFile={() => downloadDocument(page)} />
      </div>
      <PresentationFoot />
    </>
  );
}

function PresentationFoot() {
  const { overlay, runs } = usePage();
  const isPlaying = useLeadingRuns(({ playback }) => playback?.state.is === "playing");
  const engines = useWorkbench(({ document: { current: scenario } }) => sayEngines(scenario));
  return (
    <section className="presented-foot" aria-label="Presentation">
      <small>{engines}</small>
      <Button variant="underlined" onClick={() => overlay.present(false)}>
        Leave <kbd>Esc</kbd>
      </Button>
      <SpeedButton />
      <PlayButton isPlaying={isPlaying} onClick={() => togglePlay(runs)} />
    </section>
  );
}
