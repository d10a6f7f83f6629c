/** The answers of a class to a numeric question, as a plot that fills its box. */
import { useEffect, useRef } from "react";
import { drawPlot } from "../../../../views/plot/draw.ts";
import { plotKeysHelp } from "../../../../views/plot/plot-keys.ts";
import { unitsOfResults } from "../../../../words/units.ts";
import { useCanvasSettings } from "../../../view-frame/useCanvasSettings.ts";
import { answersPlot, type AnswersPlotOptions } from "./answers-plot.ts";

interface ValuePictureProps extends AnswersPlotOptions {
  readonly onHover: (lineIndex: number | null) => void;
  readonly summary: string;
}

/**
 * Size in px up to which the plot is drawn at scale 1. In a larger box everything is scaled up, to be readable from the back of a lecture
 * hall.
 */
const referenceSize = { width: 640, height: 440 } as const;

/** Factor by which the pictures of answers are enlarged in a box of this size. */
export function referenceScale({ width, height }: { readonly width: number; readonly height: number }): number {
  return Math.max(1, Math.min(width / referenceSize.width, height / referenceSize.height));
}

/**
 * The SVG of the answers of a class to a numeric question. It is drawn for a reference size and enlarged for a larger box, such as a
 * projector's.
 */
export function ValuePicture({ onHover, summary, ...options }: ValuePictureProps) {
  const [box, surroundings] = useCanvasSettings<HTMLDivElement>();
  const group = useRef<SVGGElement>(null);
  const scale = surroundings === null ? 1 : referenceScale(surroundings);
  const size = { width: (surroundings?.width ?? 0) / scale, height: (surroundings?.height ?? 0) / scale };
  useEffect(() => {
    if (group.current === null || surroundings === null || size.width === 0) return;
    // The plot has no card of its own: it lies on the background of the page.
    const theme = { ...surroundings.theme, surface: surroundings.theme.ground };
    const plotActions = { select: () => undefined, hoverChannel: onHover, selectSweepPoint: () => undefined };
    drawPlot(answersPlot(options, { ...size, theme }), group.current, { ...size, theme, units: unitsOfResults }, plotActions);
  });
  return (
    <div ref={box} className="class-picture view-box" role="group" tabIndex={0} aria-label={summary} aria-description={plotKeysHelp}>
      <svg viewBox={`0 0 ${size.width} ${size.height}`} role="img" aria-label={summary}>
        <g ref={group} />
      </svg>
    </div>
  );
}
