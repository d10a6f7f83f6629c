/** The answers of a class to a numeric question, as a plot that fills its box. */
import { useEffect, useRef } from "react";
import { drawPlot } from "../../../../views/plot/draw.ts";
import { plotKeys } from "../../../../views/plot/plot-keys.ts";
import { inCycles } from "../../../../words/units.ts";
import { useSurroundings } from "../../../view-frame/useSurroundings.ts";
import { answersPlot, type AnswersPlotOptions } from "./answers-plot.ts";

interface ValuePictureProps extends AnswersPlotOptions {
  readonly onHot: (at: number | null) => void;
  readonly summary: string;
}

/**
 * Size in px up to which the plot is drawn at scale 1. In a larger box everything is scaled up, to be readable from the back of a lecture
 * hall.
 */
const usual = { width: 640, height: 440 } as const;

export function ValuePicture({ onHot, summary, ...options }: ValuePictureProps) {
  const [box, around] = useSurroundings<HTMLDivElement>();
  const group = useRef<SVGGElement>(null);
  const scale = around === null ? 1 : Math.max(1, Math.min(around.width / usual.width, around.height / usual.height));
  const size = { width: (around?.width ?? 0) / scale, height: (around?.height ?? 0) / scale };
  useEffect(() => {
    if (group.current === null || around === null || size.width === 0) return;
    // The plot has no card of its own: it lies on the background of the page.
    const theme = { ...around.theme, surface: around.theme.ground };
    const act = { pick: () => undefined, ask: onHot, turn: () => undefined };
    drawPlot(answersPlot(options, { ...size, theme }), group.current, { ...size, theme, units: inCycles }, act);
  });
  return (
    <div ref={box} className="class-picture view-box" role="group" tabIndex={0} aria-label={summary} aria-description={plotKeys}>
      <svg viewBox={`0 0 ${size.width} ${size.height}`} role="img" aria-label={summary}>
        <g ref={group} />
      </svg>
    </div>
  );
}
