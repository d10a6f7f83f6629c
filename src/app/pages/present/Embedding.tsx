/** What the page has instead of its bar while it stands within another page: the way to the whole, with what it shows now. */
import { useEffect } from "react";
import { Mark } from "../../shell/icons.tsx";
import { study } from "../../page.ts";
import { linkOf } from "../../shell/bar/sharing.ts";
import "./embed.css";

export function Embedding() {
  useEffect(restWhileUnseen, []);
  return (
    <button type="button" className="embedded-way" onClick={() => void openWhole()}>
      <Mark />
      Open in Fabricscope
    </button>
  );
}

async function openWhole(): Promise<void> {
  const link = await linkOf();
  window.open(link ?? location.href.replace(/#.*/, ""), "_blank", "noopener");
}

/** A run that has been scrolled out of sight waits until it is seen again; one that the reader has paused stays paused. */
function restWhileUnseen(): () => void {
  let rests = false;
  const observer = new IntersectionObserver(([{ isIntersecting }]) => {
    const { playback } = study.snapshot();
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
