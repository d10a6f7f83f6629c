/** What the ranks of a program did over time: a row for each, as the view of the workbench draws it. */
import { useMemo, useRef } from "react";
import { withTimesIn } from "../../../../words/numbers.ts";
import { layoutRanks, ranksHeight } from "../../../../views/ranks/layout.ts";
import type { FigureProps } from "./contract.ts";
import { useMarks } from "./useMarks.ts";
import { useTheme } from "./useTheme.ts";
import { useWidth } from "./useWidth.ts";

export function Ranks({ figure, outcome }: FigureProps<"ranks">) {
  const [box, width] = useWidth<HTMLDivElement>();
  const group = useRef<SVGGElement>(null);
  const theme = useTheme(group);
  const run = outcome.ranks?.get(figure.run);
  const height = ranksHeight(run?.timeline.terminals.length ?? 4, width, 0);
  const marks = useMemo(() => {
    if (run === undefined || theme === null || width < 120) return null;
    const { timeline, messages, cycleSeconds } = run;
    return withTimesIn(cycleSeconds ?? null, () => layoutRanks(timeline, messages, { width, height, theme }, { hasPanel: false }).marks);
  }, [run, theme, width, height]);
  useMarks(group, marks);
  return (
    <div ref={box} className="figure-box">
      <svg
        data-drawn
        width={width}
        height={height}
        role="img"
        aria-label={`${figure.title}; the times of each process stand in the table.`}
      >
        <g ref={group} />
      </svg>
      {run === undefined && <p className="paper-caption">Waiting for its run …</p>}
    </div>
  );
}
