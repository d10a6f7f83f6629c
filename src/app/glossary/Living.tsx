/** A small animated picture; still if the reader prefers reduced motion. */
import { useEffect, useState } from "react";
import { type Draw, height, width } from "../../glossary/marks.ts";
import { useMedia } from "../ui/useMedia.ts";

/** Time in seconds of the most informative frame, shown as the still picture. */
const stillAt = 2.2;
/** Milliseconds between two frames. */
const pace = 50;

export function Living({ draw }: { readonly draw: Draw }) {
  const isStill = useMedia("(prefers-reduced-motion: reduce)");
  const [time, setTime] = useState(stillAt);
  useEffect(() => {
    if (isStill) return undefined;
    const start = performance.now() - stillAt * 1000;
    const timer = setInterval(() => setTime((performance.now() - start) / 1000), pace);
    return () => clearInterval(timer);
  }, [isStill]);
  return (
    <svg className="living" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {draw(isStill ? stillAt : time).map((mark, i) => {
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
