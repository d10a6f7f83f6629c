/** A small animated picture; still if the reader prefers reduced motion. */
import { useEffect, useState } from "react";
import { type AnimatedPicture, pictureHeight, pictureWidth } from "../../glossary/marks.ts";
import { useMediaQuery } from "../ui/useMediaQuery.ts";

/** Time in seconds of the most informative frame, shown as the still picture. */
const stillTime = 2.2;
/** Milliseconds between two frames. */
const frameInterval = 50;

/**
 * Shows the animated picture of a glossary term. `draw` returns the shapes of the picture at a time in seconds. If the reader prefers
 * reduced motion, the picture is still, as at `stillTime`.
 */
export function Animation({ draw }: { readonly draw: AnimatedPicture }) {
  const isStill = useMediaQuery("(prefers-reduced-motion: reduce)");
  const [time, setTime] = useState(stillTime);
  useEffect(() => {
    if (isStill) return undefined;
    const start = performance.now() - stillTime * 1000;
    const timer = setInterval(() => setTime((performance.now() - start) / 1000), frameInterval);
    return () => clearInterval(timer);
  }, [isStill]);
  return (
    <svg className="term-animation" viewBox={`0 0 ${pictureWidth} ${pictureHeight}`} aria-hidden="true">
      {draw(isStill ? stillTime : time).map((mark, i) => {
        switch (mark.shape) {
          case "box":
            return <rect key={i} x={mark.x} y={mark.y} width={mark.w} height={mark.h} rx={mark.w > 30 ? 5 : 1.5} data-tone={mark.tone} />;
          case "line":
            return (
              <path
                key={i}
                d={mark.path}
                data-tone={mark.tone}
                strokeWidth={mark.thick}
                strokeDasharray={mark.isDashed === true ? "3 3" : undefined}
              />
            );
          case "text":
            return (
              <text key={i} x={mark.x} y={mark.y} textAnchor={mark.anchor}>
                {mark.text}
              </text>
            );
        }
      })}
    </svg>
  );
}
