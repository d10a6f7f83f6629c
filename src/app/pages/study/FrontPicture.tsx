/** The interactive plot of all networks: hover and select networks, and drag the lines of the budget and of the required throughput. */
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useMemo, useRef, useState } from "react";
import { type FrontData, layoutFront } from "../../../views/front/layout.ts";
import { occupiedPoints, tipMarks } from "../../../views/marks/tip.ts";
import { hitTest, nextTarget } from "../../../views/plot/hover.ts";
import { inCycles } from "../../../words/units.ts";
import { Marks } from "../../view-frame/Marks.tsx";
import { type ShownWords, shownSentence } from "./front-data.ts";
import { useSurroundings } from "../../view-frame/useSurroundings.ts";

/**
 * Hit distances in pixels: for a mark, which attracts the pointer from three times as far; for a mark that covers a line; and for a line.
 */
const [reach, nearReach, grip] = [8, 3, 7];
/** Height of the handle at the top of the budget line, in pixels. */
const handFoot = 12;

/** The keyboard instructions, for screen readers. */
const keys = "Arrow keys go from one network to the next, Enter picks it, Escape lets go.";

export interface FrontPictureProps {
  readonly data: FrontData;
  /** Whether a line is being dragged. Escape can end the drag before the pointer is released. */
  readonly isHeld: boolean;
  readonly label: string;
  /** The description of the hovered network; null if none is hovered. */
  readonly said: ShownWords | null;
  readonly onPoint: (id: string | null) => void;
  readonly onPick: (id: string) => void;
  /** Drags of the lines: their start and end, a new budget, and a new required throughput. */
  readonly onHold: (isHeld: boolean) => void;
  readonly onLimit: (value: number) => void;
  readonly onAsked: (value: number) => void;
}

/** Handles pointer and keyboard events of the plot. While a line is dragged, hovering is suspended. */
export function FrontPicture({ data, isHeld, label, said, onPoint, onPick, onHold, onLimit, onAsked }: FrontPictureProps) {
  const [box, around] = useSurroundings<HTMLDivElement>();
  const drag = useRef<"limit" | "asked" | null>(null);
  const [cursor, setCursor] = useState("");
  // Networks found by keyboard or touch are announced to screen readers; hovering is not.
  const [isAnnounced, setAnnounced] = useState(false);
  const layout = useMemo(
    () => (around === null || around.width < 120 || around.height < 120 ? null : layoutFront(data, around)),
    [data, around],
  );
  const tip = useMemo(() => {
    const place = layout?.places.find(({ id }) => id === data.shown);
    if (layout === null || around === null || place === undefined || said === null || isHeld) return [];
    // The plot already outlines the network.
    const spot = { ...place, ...said, outline: [] };
    const others = layout.places.map(({ x, y }) => [x, y] as const);
    return tipMarks(spot, { ...around, units: inCycles }, undefined, [...occupiedPoints(layout.marks), ...others]);
  }, [layout, around, data.shown, said, isHeld]);

  const at = (event: MouseEvent) => {
    const { left, top } = box.current!.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };
  const idAt = (x: number, y: number) => hitTest(layout?.places ?? [], x, y, reach)?.id ?? null;
  const ruleAt = (x: number, y: number): "limit" | "asked" | null => {
    if (layout === null) return null;
    const { limit, asked } = data;
    const isAtLimit = limit !== null && Math.abs(layout.x(limit) - x) <= grip;
    // The handle of the budget line is above all marks; below it, a mark takes precedence over a line.
    if (isAtLimit && y < handFoot) return "limit";
    if (hitTest(layout.places, x, y, nearReach) !== null) return null;
    if (isAtLimit) return "limit";
    if (asked !== null && (Math.abs(layout.y(asked) - y) <= grip || (x < layout.x(0) + 10 && Math.abs(layout.y(asked) - y) <= 14)))
      return "asked";
    return null;
  };
  const move = (event: PointerEvent) => {
    if (layout === null) return;
    const { x, y } = at(event);
    if (drag.current !== null && !isHeld) return;
    if (drag.current === "limit") return onLimit(Math.max(0, layout.x.invert(x)));
    if (drag.current === "asked") return onAsked(Math.max(0, layout.y.invert(y)));
    const rule = ruleAt(x, y);
    setAnnounced(false);
    setCursor(rule === "limit" ? "ew-resize" : rule === "asked" ? "ns-resize" : "");
    onPoint(rule === null ? idAt(x, y) : null);
  };
  const down = (event: PointerEvent) => {
    if (event.button !== 0) return;
    const { x, y } = at(event);
    const rule = ruleAt(x, y);
    if (rule === null) return;
    drag.current = rule;
    event.currentTarget.setPointerCapture(event.pointerId);
    event.preventDefault();
    onHold(true);
  };
  const up = () => {
    if (drag.current === null) return;
    if (isHeld) onHold(false);
    // Reset after the click event that follows, which belongs to the drag.
    setTimeout(() => (drag.current = null));
  };
  const click = (event: MouseEvent) => {
    if (drag.current !== null || layout === null) return;
    const { x, y } = at(event);
    const id = idAt(x, y);
    if (id === null) return onPoint(null);
    // The first tap on a mark shows the network, the second one selects it.
    const isTouch = (event.nativeEvent as globalThis.PointerEvent).pointerType === "touch";
    setAnnounced(isTouch);
    if (isTouch && data.shown !== id) onPoint(id);
    else onPick(id);
  };
  const key = (event: KeyboardEvent) => {
    if (layout === null || event.ctrlKey || event.metaKey || event.altKey) return;
    // The hovered network may not have a position on the current axes.
    const placeOf = (id: string | null) => layout.places.find((place) => place.id === id);
    const from = placeOf(data.shown) ?? placeOf(data.answer) ?? layout.places[0];
    if (from === undefined) return;
    const next = nextTarget(layout.places, from, event.key);
    setAnnounced(true);
    if (next !== undefined) onPoint((next ?? from).id);
    else if (event.key === "Enter" || event.key === " ") onPick(from.id);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      ref={box}
      className="front"
      role="application"
      tabIndex={0}
      aria-label={label}
      aria-description={keys}
      aria-roledescription="picture"
      style={cursor === "" ? undefined : { cursor }}
      onPointerMove={move}
      onPointerDown={down}
      onPointerUp={up}
      onPointerCancel={up}
      onPointerLeave={(event) => drag.current === null && event.pointerType !== "touch" && onPoint(null)}
      onClick={click}
      onKeyDown={key}
    >
      <svg width={around?.width ?? 0} height={around?.height ?? 0} aria-hidden="true">
        {layout !== null && <Marks of={layout.marks} />}
        <Marks of={tip} />
      </svg>
      <span role="status" className="visually-hidden">
        {isAnnounced && said !== null ? shownSentence(said) : ""}
      </span>
    </div>
  );
}
