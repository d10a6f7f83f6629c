/** The buttons beside the play button: a step, and the speed of playback. */
import "./time.css";
import { stepCycles, stepForward } from "../../runs/playback-actions.ts";
import { speedText } from "../../runs/speed-factor.ts";
import { hasPlaybackEnded } from "../../runs/page-runs.ts";
import { Button } from "../../ui/Button.tsx";
import { lazyComponent } from "../../ui/lazy.ts";
import { PopupButton } from "../../ui/PopupButton.tsx";
import { useLeadingRuns, usePage, usePageRuns, useUnits, useWorkbench } from "../../hooks.ts";

const speedMenu = lazyComponent(() => import("./SpeedMenu.tsx").then((file) => file.SpeedMenu));

export function StepButton() {
  const { runs } = usePage();
  const units = useUnits();
  const isOver = useLeadingRuns(({ playback }) => playback !== null && hasPlaybackEnded(playback.state.is));
  const cycles = usePageRuns((page) => stepCycles(page.runs));
  return (
    <Button className="step" aria-description={`${units.sayTime(cycles)} forward`} disabled={isOver} onClick={() => stepForward(runs)}>
      Step
    </Button>
  );
}

export function SpeedButton() {
  const speed = useWorkbench((state) => state.session.speed);
  return (
    <PopupButton popup={speedMenu} popupProps={{}} aria-haspopup="menu" className="icon" aria-label={`Speed ${speedText(speed)}`}>
      {speedText(speed)}
    </PopupButton>
  );
}
