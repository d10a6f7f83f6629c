/** Where the time of each node goes, a bar for each; the node under a pointer is said below. */
import { useMemo, useRef, useState } from "react";
import type { FigureProps } from "./contract.ts";
import { placeTimes } from "./times.ts";
import { useMarks } from "./useMarks.ts";
import { useTheme } from "./useTheme.ts";
import { useWidth } from "./useWidth.ts";

const height = 300;

export function Times({ figure, outcome }: FigureProps<"times">) {
  const [box, width] = useWidth<HTMLDivElement>();
  const group = useRef<SVGGElement>(null);
  const theme = useTheme(group);
  const [said, setSaid] = useState<string | null>(null);
  const times = outcome.times?.get(figure.times);
  const drawing = useMemo(
    () => (times === undefined || theme === null || width < 120 ? null : placeTimes(times, { width, height, theme })),
    [times, theme, width],
  );
  useMarks(group, drawing?.marks ?? null);
  return (
    <div ref={box} className="figure-box">
      <svg
        data-drawn
        width={width}
        height={height}
        role="img"
        aria-label={`${figure.title}; the times of each group stand in the table.`}
        onPointerMove={({ nativeEvent }) => setSaid(drawing?.sayAt(nativeEvent.offsetX) ?? null)}
        onPointerLeave={() => setSaid(null)}
      >
        <g ref={group} />
      </svg>
      <p className="paper-caption">{said ?? (times === undefined ? "Waiting for its run …" : "Point at a bar for its node.")}</p>
    </div>
  );
}
