/** Scales its content to be as large as the slide allows, so that the audience need not scroll. */
import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from "react";
import { useElementWidth } from "../useElementWidth.ts";

/**
 * Combinations of zoom and width, as a fraction of the available width, in the order in which they are tried. A square figure gets lower
 * with less width; a figure made of lines gets lower with less zoom.
 */
const candidateScales: readonly (readonly [zoom: number, part: number])[] = [
  [2.1, 1],
  [1.85, 1],
  [1.85, 0.8],
  [1.7, 1],
  [1.6, 1],
  [1.6, 0.8],
  [1.6, 0.64],
  [1.45, 1],
  [1.45, 0.75],
  [1.3, 1],
  [1.3, 0.7],
  [1.3, 0.52],
  [1.15, 1],
  [1, 1],
];
/**
 * The slide width in px for which the zooms are chosen. A smaller slide is viewed from closer, so everything is scaled down, but not below
 * the factors `minScale` and `minZoom`.
 */
const referenceWidth = 1800;
const [minScale, minZoom] = [0.62, 0.8];
/** Time in ms without a change of size after which a figure counts as drawn. */
const settleTime = 50;

/**
 * Scales its content to be as large as the slide allows: tries pairs of zoom and width (`candidateScales`), the largest first, until the
 * content does not overflow. If the width of the slide changes, it starts again.
 */
export function FitToSlide({ children }: { readonly children: ReactNode }) {
  const [outerRef, width] = useElementWidth<HTMLDivElement>();
  const innerRef = useRef<HTMLDivElement>(null);
  const [attempt, setAttempt] = useState({ width, candidateIndex: 0 });
  const scaleIndex = attempt.width === width ? attempt.candidateIndex : 0;
  const [zoom, widthFraction] = candidateScales[scaleIndex];
  useEffect(() => {
    const [slide, content] = [outerRef.current, innerRef.current];
    if (slide === null || content === null || scaleIndex === candidateScales.length - 1) return undefined;
    const checkOverflow = () => {
      if (slide.scrollHeight > slide.clientHeight + 1 || slide.scrollWidth > slide.clientWidth + 1)
        setAttempt({ width, candidateIndex: scaleIndex + 1 });
    };
    // Figures are drawn after their width is known, some only after a run. Wait until the sizes are stable: a figure drawn for the previous
    // zoom may be too large for a moment.
    let timer = setTimeout(checkOverflow, settleTime);
    const resizeObserver = new ResizeObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(checkOverflow, settleTime);
    });
    resizeObserver.observe(content);
    return () => {
      resizeObserver.disconnect();
      clearTimeout(timer);
    };
  }, [outerRef, width, scaleIndex]);
  const scale = Math.min(1, Math.max(minScale, width / referenceWidth));
  return (
    <div className="fitted" ref={outerRef}>
      <div ref={innerRef} style={{ zoom: Math.max(minZoom, zoom * scale), "--part": `${widthFraction * 100}%` } as CSSProperties}>
        {children}
      </div>
    </div>
  );
}
