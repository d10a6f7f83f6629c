/** Replaces the bar when Fabricscope is embedded in another page: a button that opens the current state in the full application. */
import "./embed.css";
import { useEffect } from "react";
import { Logo } from "../../ui/icons.tsx";
import { documentFragment } from "../../sharing/link.ts";
import { usePage } from "../../hooks.ts";
import type { Page } from "../../create-page.ts";
import { Button } from "../../ui/Button.tsx";
import type { PageRuns } from "../../runs/page-runs.ts";

export function EmbeddedFrame() {
  const page = usePage();
  const { runs } = page;
  useEffect(() => pauseWhileInvisible(runs), [runs]);
  return (
    <Button className="embedded-link row small" onClick={() => void openFullPage(page)}>
      <Logo />
      Open in Fabricscope
    </Button>
  );
}

async function openFullPage(page: Page): Promise<void> {
  const fragment = await documentFragment(page);
  window.open(`${location.href.replace(/#.*/s, "")}${fragment === null ? "" : `#${fragment}`}`, "_blank", "noopener");
}

/** Pauses playback while the frame is scrolled out of the viewport, and resumes it afterwards, unless the reader paused it. */
function pauseWhileInvisible(runs: PageRuns): () => void {
  let isPausedHere = false;
  const observer = new IntersectionObserver(([{ isIntersecting }]) => {
    const { playback } = runs.first.snapshot();
    if (!isIntersecting && playback?.state.is === "playing") {
      playback.pause();
      isPausedHere = true;
    } else if (isIntersecting && isPausedHere) {
      isPausedHere = false;
      playback?.play();
    }
  });
  observer.observe(document.documentElement);
  return () => observer.disconnect();
}
