/** Replaces the bar when Fabricscope is embedded in another page: a button that opens the current state in the full application. */
import "./embed.css";
import { useEffect } from "react";
import { Mark } from "../../ui/icons.tsx";
import { fragmentOf } from "../../sharing/link.ts";
import { usePage } from "../../hooks.ts";
import type { Page } from "../../create-page.ts";
import { Button } from "../../ui/Button.tsx";
import type { PageRuns } from "../../runs/page-runs.ts";

export function Embedding() {
  const page = usePage();
  const { runs } = page;
  useEffect(() => restWhileUnseen(runs), [runs]);
  return (
    <Button className="embedded-way row small" onClick={() => void openWhole(page)}>
      <Mark />
      Open in Fabricscope
    </Button>
  );
}

async function openWhole(page: Page): Promise<void> {
  const fragment = await fragmentOf(page);
  window.open(`${location.href.replace(/#.*/s, "")}${fragment === null ? "" : `#${fragment}`}`, "_blank", "noopener");
}

/** Pauses playback while the frame is scrolled out of the viewport, and resumes it afterwards, unless the reader paused it. */
function restWhileUnseen(runs: PageRuns): () => void {
  let rests = false;
  const observer = new IntersectionObserver(([{ isIntersecting }]) => {
    const { playback } = runs.first.snapshot();
    if (!isIntersecting && playback?.state.is === "playing") {
      playback.pause();
      rests = true;
    } else if (isIntersecting && rests) {
      rests = false;
      playback?.play();
    }
  });
  observer.observe(document.documentElement);
  return () => observer.disconnect();
}
