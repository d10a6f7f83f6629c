/** Draws a figure for the available width and the current theme, and makes its targets reachable by pointer and keyboard. */
import "./figures.css";
import { type ReactNode, useEffect, useRef } from "react";
import type { Selected, Theme } from "../../../../views/contract.ts";
import { drawPlot } from "../../../../views/plot/draw.ts";
import { plotKeys } from "../../../../views/plot/plot-keys.ts";
import { targetsOf } from "../../../../views/plot/targets.ts";
import { inCycles } from "../../../../words/units.ts";
import { useSurroundings } from "../../../view-frame/useSurroundings.ts";
import type { Drawn, Room } from "./contract.ts";

interface DrawnFigureProps {
  readonly label: string;
  readonly layout: (room: Room) => Drawn | null;
  readonly onPick?: (selected: Selected) => void;
  /** Content that is placed over or next to the drawing. */
  readonly children?: (drawn: Drawn, theme: Theme) => ReactNode;
}

/** Below this width, in px, nothing is drawn. */
const narrowest = 120;
const ignore = () => undefined;

/** Calls the layout for the current width and draws its marks after every render. */
export function DrawnFigure({ label, layout, onPick = ignore, children }: DrawnFigureProps) {
  const [box, around] = useSurroundings<HTMLDivElement>();
  const group = useRef<SVGGElement>(null);
  // Figures have no card of their own: they lie on the background of the page.
  const room = around === null || around.width < narrowest ? null : { width: around.width, theme: onGround(around.theme) };
  const drawn = room === null ? null : layout(room);
  const size = { width: drawn?.width ?? around?.width ?? 0, height: drawn?.height ?? 0 };
  const name = drawn?.said ?? label;
  useEffect(() => {
    if (group.current === null || drawn === null || room === null) return;
    drawPlot(drawn, group.current, { ...size, theme: room.theme, units: inCycles }, { pick: onPick, ask: ignore, turn: ignore });
  });
  const isWalked = drawn !== null && targetsOf(drawn.marks).length > 0;
  return (
    <div ref={box} className="figure-box">
      <div {...(isWalked && { className: "view-box", role: "group", tabIndex: 0, "aria-label": name, "aria-description": plotKeys })}>
        <svg data-drawn role="img" {...size} viewBox={`0 0 ${size.width} ${size.height}`} aria-label={name}>
          <g ref={group} />
        </svg>
      </div>
      {drawn !== null && room !== null && children?.(drawn, room.theme)}
      {drawn?.caption !== undefined && <p className="paper-caption">{drawn.caption}</p>}
      {room !== null && drawn === null && <p className="paper-caption">Waiting for its run …</p>}
    </div>
  );
}

const onGround = (theme: Theme): Theme => ({ ...theme, surface: theme.ground });
