/** Draws a figure for the available width and the current theme, and makes its targets reachable by pointer and keyboard. */
import "./figures.css";
import { type ReactNode, useEffect, useRef } from "react";
import type { NetworkSelection, Theme } from "../../../../views/contract.ts";
import { drawPlot } from "../../../../views/plot/draw.ts";
import { plotKeysHelp } from "../../../../views/plot/plot-keys.ts";
import { hoverTargetsOf } from "../../../../views/plot/targets.ts";
import { unitsOfResults } from "../../../../words/units.ts";
import { useCanvasSettings } from "../../../view-frame/useCanvasSettings.ts";
import type { FigureDrawing, FigureContext } from "./contract.ts";

interface FigureViewProps {
  readonly label: string;
  readonly layout: (context: FigureContext) => FigureDrawing | null;
  readonly onSelect?: (selected: NetworkSelection) => void;
  /** Content that is placed over or next to the drawing. */
  readonly children?: (drawing: FigureDrawing, theme: Theme) => ReactNode;
}

/** Below this width, in px, nothing is drawn. */
const minWidth = 120;
const ignore = () => undefined;

/**
 * Draws a figure of a paper as SVG and makes its hover targets reachable by pointer and keyboard. `layout` is called at every render; it
 * returns null while a run is missing.
 */
export function FigureView({ label, layout, onSelect = ignore, children }: FigureViewProps) {
  // The size and the theme of the box, and from them the size and the colors of the drawing.
  const [box, surroundings] = useCanvasSettings<HTMLDivElement>();
  const group = useRef<SVGGElement>(null);
  // Figures have no card of their own: they lie on the background of the page.
  const context =
    surroundings === null || surroundings.width < minWidth
      ? null
      : { width: surroundings.width, theme: onPageBackground(surroundings.theme) };
  const drawing = context === null ? null : layout(context);
  const size = { width: drawing?.width ?? surroundings?.width ?? 0, height: drawing?.height ?? 0 };
  const accessibleName = drawing?.description ?? label;
  // This effect has no dependencies, so the figure is drawn after every render.
  useEffect(() => {
    if (group.current === null || drawing === null || context === null) return;
    drawPlot(
      drawing,
      group.current,
      { ...size, theme: context.theme, units: unitsOfResults },
      { select: onSelect, hoverChannel: ignore, selectSweepPoint: ignore },
    );
  });
  const hasTargets = drawing !== null && hoverTargetsOf(drawing.marks).length > 0;
  return (
    <div ref={box} className="figure-box">
      <div
        {...(hasTargets && {
          className: "view-box",
          role: "group",
          tabIndex: 0,
          "aria-label": accessibleName,
          "aria-description": plotKeysHelp,
        })}
      >
        <svg data-drawn role="img" {...size} viewBox={`0 0 ${size.width} ${size.height}`} aria-label={accessibleName}>
          <g ref={group} />
        </svg>
      </div>
      {drawing !== null && context !== null && children?.(drawing, context.theme)}
      {drawing?.caption !== undefined && <p className="paper-caption">{drawing.caption}</p>}
      {context !== null && drawing === null && <p className="paper-caption">Waiting for the run …</p>}
    </div>
  );
}

const onPageBackground = (theme: Theme): Theme => ({ ...theme, surface: theme.ground });
