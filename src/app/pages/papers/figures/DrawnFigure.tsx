/** Draws any figure, for the width it has and in the colours around it, and names what is pointed at. */
import "./figures.css";
import { type ReactNode, type SVGProps, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Selected, Theme } from "../../../../views/contract.ts";
import { onTheme, readTheme } from "../../../../views/marks/colour.ts";
import { circleMark } from "../../../../views/marks/marks.ts";
import { drawPointed, type Spot } from "../../../../views/marks/pointing.ts";
import { useWidth } from "../useWidth.ts";
import { inCycles } from "../../../../words/units.ts";
import type { Drawn, Room } from "./contract.ts";

interface DrawnFigureProps {
  readonly label: string;
  readonly layout: (room: Room) => Drawn | null;
  readonly onPick?: (selected: Selected) => void;
  readonly svg?: SVGProps<SVGSVGElement>;
  /** What stands over the drawing, or beside it. */
  readonly children?: (drawn: Drawn, theme: Theme) => ReactNode;
}

/** Narrower drawings show nothing, px. */
const narrowest = 120;
const nobody = () => undefined;

export function DrawnFigure({ label, layout, onPick = nobody, svg, children }: DrawnFigureProps) {
  const [box, width] = useWidth<HTMLDivElement>();
  const group = useRef<SVGGElement>(null);
  const [theme, setTheme] = useState<Theme | null>(null);
  useEffect(() => {
    const read = () => box.current !== null && setTheme(readTheme(box.current));
    read();
    return onTheme(() => flushSync(read));
  }, [box]);
  const hasRoom = theme !== null && width >= narrowest;
  const drawn = hasRoom ? layout({ width, theme }) : null;
  const size = { width: drawn?.width ?? width, height: drawn?.height ?? 0 };
  useEffect(() => {
    if (group.current === null || drawn === null || theme === null) return;
    const act = { pick: onPick, ask: nobody, turn: nobody };
    drawPointed(drawn, group.current, { ...size, theme, units: inCycles }, act, spotIn);
  });
  return (
    <div ref={box} className="figure-box">
      <svg data-drawn role="img" {...svg} {...size} viewBox={`0 0 ${size.width} ${size.height}`} aria-label={drawn?.said ?? label}>
        <g ref={group} />
      </svg>
      {drawn !== null && theme !== null && children?.(drawn, theme)}
      {drawn?.caption !== undefined && <p className="paper-caption">{drawn.caption}</p>}
      {hasRoom && drawn === null && <p className="paper-caption">Waiting for its run …</p>}
    </div>
  );
}

/** What is named at a point: the nearest dot, or what the figure finds there. */
function spotIn({ dots = [], spotAt }: Drawn, x: number, y: number, within: number, { theme }: Room): Spot | null {
  const far = (dot: { readonly x: number; readonly y: number }) => Math.hypot(dot.x - x, dot.y - y);
  const dot = dots.reduce<(typeof dots)[number] | null>((best, each) => (best === null || far(each) < far(best) ? each : best), null);
  if (dot === null || far(dot) > within) return spotAt?.(x, y, within) ?? null;
  const outline = [circleMark("hover", dot.x, dot.y, 5, { fill: "none", stroke: theme.accent, "stroke-width": 1.5 })];
  return { ...dot, outline, picks: null };
}
