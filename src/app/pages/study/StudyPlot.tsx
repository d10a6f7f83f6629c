/** The interactive plot of all networks: hover and select networks, and drag the lines of the budget and of the required throughput. */
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useMemo, useRef, useState } from "react";
import { type FrontData, layoutFront } from "../../../views/pareto-front/layout.ts";
import { occupiedPoints, tooltipMarks } from "../../../views/marks/tooltip.ts";
import { hitTestTargets, nextTarget } from "../../../views/plot/hover.ts";
import { unitsOfResults } from "../../../words/units.ts";
import { MarksGroup } from "../../view-frame/MarksGroup.tsx";
import { type NetworkDescription, descriptionSentence } from "./plot-data.ts";
import { useCanvasSettings } from "../../view-frame/useCanvasSettings.ts";

/**
 * Distances in pixels from which the pointer hits a mark, a mark that covers a line, and a line. A mark attracts the pointer from three
 * times `markReach`.
 */
const [markReach, coveringMarkReach, lineReach] = [8, 3, 7];
/** Height of the handle at the top of the budget line, in pixels. */
const handleHeight = 12;

/** The keyboard instructions, for screen readers. */
const keyHelp = "Arrow keys move from one network to the next, Enter selects it, Escape clears the highlight.";

export interface StudyPlotProps {
  readonly data: FrontData;
  /** Whether a line is being dragged. Escape can end the drag before the pointer is released. */
  readonly isDragging: boolean;
  readonly label: string;
  /** The description of the hovered network; null if none is hovered. */
  readonly hovered: NetworkDescription | null;
  readonly onHover: (id: string | null) => void;
  readonly onSelect: (id: string) => void;
  /** Called when the reader drags a line: at the start and end of the drag, and with a new budget or a new required throughput. */
  readonly onDragChange: (isStart: boolean) => void;
  readonly onBudget: (value: number) => void;
  readonly onRequirement: (value: number) => void;
}

/** Handles pointer and keyboard events of the plot. While a line is dragged, hovering is suspended. */
export function StudyPlot({ data, isDragging, label, hovered, onHover, onSelect, onDragChange, onBudget, onRequirement }: StudyPlotProps) {
  const [box, surroundings] = useCanvasSettings<HTMLDivElement>();
  const drag = useRef<"limit" | "asked" | null>(null);
  const [cursor, setCursor] = useState("");
  // Networks found by keyboard or touch are announced to screen readers; hovering is not.
  const [isAnnounced, setAnnounced] = useState(false);
  const layout = useMemo(
    () => (surroundings === null || surroundings.width < 120 || surroundings.height < 120 ? null : layoutFront(data, surroundings)),
    [data, surroundings],
  );
  const tip = useMemo(() => {
    const position = layout?.positions.find(({ id }) => id === data.hovered);
    if (layout === null || surroundings === null || position === undefined || hovered === null || isDragging) return [];
    // The plot already outlines the network.
    const target = { ...position, ...hovered, outline: [] };
    const others = layout.positions.map(({ x, y }) => [x, y] as const);
    return tooltipMarks(target, { ...surroundings, units: unitsOfResults }, undefined, [...occupiedPoints(layout.marks), ...others]);
  }, [layout, surroundings, data.hovered, hovered, isDragging]);

  const pointerPosition = (event: MouseEvent) => {
    const { left, top } = box.current!.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };
  const idAt = (x: number, y: number) => hitTestTargets(layout?.positions ?? [], x, y, markReach)?.id ?? null;
  const lineAt = (x: number, y: number): "limit" | "asked" | null => {
    if (layout === null) return null;
    const { budget, requirement } = data;
    const isAtBudget = budget !== null && Math.abs(layout.x(budget) - x) <= lineReach;
    // The handle of the budget line is above all marks; below it, a mark takes precedence over a line.
    if (isAtBudget && y < handleHeight) return "limit";
    if (hitTestTargets(layout.positions, x, y, coveringMarkReach) !== null) return null;
    if (isAtBudget) return "limit";
    if (
      requirement !== null &&
      (Math.abs(layout.y(requirement) - y) <= lineReach || (x < layout.x(0) + 10 && Math.abs(layout.y(requirement) - y) <= 14))
    )
      return "asked";
    return null;
  };
  const onPointerMove = (event: PointerEvent) => {
    if (layout === null) return;
    const { x, y } = pointerPosition(event);
    if (drag.current !== null && !isDragging) return;
    if (drag.current === "limit") return onBudget(Math.max(0, layout.x.invert(x)));
    if (drag.current === "asked") return onRequirement(Math.max(0, layout.y.invert(y)));
    const line = lineAt(x, y);
    setAnnounced(false);
    setCursor(line === "limit" ? "ew-resize" : line === "asked" ? "ns-resize" : "");
    onHover(line === null ? idAt(x, y) : null);
  };
  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0) return;
    const { x, y } = pointerPosition(event);
    const line = lineAt(x, y);
    if (line === null) return;
    drag.current = line;
    event.currentTarget.setPointerCapture(event.pointerId);
    event.preventDefault();
    onDragChange(true);
  };
  const onPointerUp = () => {
    if (drag.current === null) return;
    if (isDragging) onDragChange(false);
    // Reset after the click event that follows, which belongs to the drag.
    setTimeout(() => (drag.current = null));
  };
  const onClick = (event: MouseEvent) => {
    if (drag.current !== null || layout === null) return;
    const { x, y } = pointerPosition(event);
    const id = idAt(x, y);
    if (id === null) return onHover(null);
    // The first tap on a mark shows the network, the second tap selects the network.
    const isTouch = (event.nativeEvent as globalThis.PointerEvent).pointerType === "touch";
    setAnnounced(isTouch);
    if (isTouch && data.hovered !== id) onHover(id);
    else onSelect(id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (layout === null || event.ctrlKey || event.metaKey || event.altKey) return;
    // The hovered network may not have a position on the current axes.
    const positionOf = (id: string | null) => layout.positions.find((position) => position.id === id);
    const current = positionOf(data.hovered) ?? positionOf(data.answer) ?? layout.positions[0];
    if (current === undefined) return;
    const next = nextTarget(layout.positions, current, event.key);
    setAnnounced(true);
    if (next !== undefined) onHover((next ?? current).id);
    else if (event.key === "Enter" || event.key === " ") onSelect(current.id);
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
      aria-description={keyHelp}
      aria-roledescription="picture"
      style={cursor === "" ? undefined : { cursor }}
      onPointerMove={onPointerMove}
      onPointerDown={onPointerDown}
      onPointerUp={onPointerUp}
      onPointerCancel={onPointerUp}
      onPointerLeave={(event) => drag.current === null && event.pointerType !== "touch" && onHover(null)}
      onClick={onClick}
      onKeyDown={onKeyDown}
    >
      <svg width={surroundings?.width ?? 0} height={surroundings?.height ?? 0} aria-hidden="true">
        {layout !== null && <MarksGroup marks={layout.marks} />}
        <MarksGroup marks={tip} />
      </svg>
      <span role="status" className="visually-hidden">
        {isAnnounced && hovered !== null ? descriptionSentence(hovered) : ""}
      </span>
    </div>
  );
}
