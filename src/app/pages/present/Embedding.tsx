/** What the page has instead of its bar while it stands within another page: the way to the whole, with what it shows now. */
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

/** A run that has been scrolled out of sight waits until it is seen again; one that the reader has paused stays paused. */
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
