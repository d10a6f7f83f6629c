/** The networks as marks, under the hand: point at one, pick it, drag what may be spent and what must be carried. */
import { type KeyboardEvent, type PointerEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { type FrontData, layoutFront, nearest, towards } from "../../../views/front/layout.ts";
import { onTheme, readTheme } from "../../../views/marks/colour.ts";
import { drawMarks } from "../../../views/marks/marks.ts";
import type { Theme } from "../../../views/contract.ts";

/** Pixels around a mark within which a hand means it, and around a rule. */
const [reach, grip] = [24, 7];
/** Where the hand at the top of the budget's rule ends, pixels. */
const handFoot = 12;

export interface FrontPictureProps {
  readonly data: FrontData;
  readonly label: string;
  readonly onPoint: (id: string | null) => void;
  readonly onPick: (id: string) => void;
  /** A rule is dragged: to this cost, or this throughput. */
  readonly onHold: (isHeld: boolean) => void;
  readonly onLimit: (value: number) => void;
  readonly onAsked: (value: number) => void;
}

export function FrontPicture({ data, label, onPoint, onPick, onHold, onLimit, onAsked }: FrontPictureProps) {
  const box = useRef<HTMLDivElement>(null);
  const group = useRef<SVGGElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  const [theme, setTheme] = useState<Theme | null>(null);
  const drag = useRef<"limit" | "asked" | null>(null);
  const [cursor, setCursor] = useState("");
  useLayoutEffect(() => {
    const element = box.current!;
    const look = () => setTheme(readTheme(element));
    look();
    const stop = onTheme(look);
    const sizes = new ResizeObserver(([{ contentRect }]) =>
      setSize({ width: Math.floor(contentRect.width), height: Math.floor(contentRect.height) }),
    );
    sizes.observe(element);
    return () => {
      stop();
      sizes.disconnect();
    };
  }, []);
  const layout = useMemo(
    () => (theme === null || size.width < 120 || size.height < 120 ? null : layoutFront(data, { ...size, theme })),
    [data, size, theme],
  );
  useEffect(() => {
    if (layout !== null && group.current !== null) drawMarks(layout.marks, group.current);
  }, [layout]);

  const at = (event: PointerEvent) => {
    const { left, top } = box.current!.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };
  const ruleAt = (x: number, y: number): "limit" | "asked" | null => {
    if (layout === null) return null;
    const { limit, asked } = data;
    const isAtLimit = limit !== null && Math.abs(layout.x(limit) - x) <= grip;
    // Its hand lies above all marks; elsewhere a mark goes before a rule.
    if (isAtLimit && y < handFoot) return "limit";
    if (nearest(layout.places, x, y, 9) !== null) return null;
    if (isAtLimit) return "limit";
    if (asked !== null && (Math.abs(layout.y(asked) - y) <= grip || (x < layout.x(0) + 10 && Math.abs(layout.y(asked) - y) <= 14)))
      return "asked";
    return null;
  };
  const move = (event: PointerEvent) => {
    if (layout === null) return;
    const { x, y } = at(event);
    if (drag.current === "limit") return onLimit(Math.max(0, layout.x.invert(x)));
    if (drag.current === "asked") return onAsked(Math.max(0, layout.y.invert(y)));
    const rule = ruleAt(x, y);
    setCursor(rule === "limit" ? "ew-resize" : rule === "asked" ? "ns-resize" : "");
    onPoint(rule === null ? nearest(layout.places, x, y, reach) : null);
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
    onHold(false);
    // The click that follows is the end of the drag.
    setTimeout(() => (drag.current = null));
  };
  const click = (event: PointerEvent | React.MouseEvent) => {
    if (drag.current !== null || layout === null) return;
    const { left, top } = box.current!.getBoundingClientRect();
    const id = nearest(layout.places, event.clientX - left, event.clientY - top, reach);
    if (id === null) return onPoint(null);
    // A finger shows first, and picks when it comes again.
    const isTouch = (event.nativeEvent as globalThis.PointerEvent).pointerType === "touch";
    if (isTouch && data.shown !== id) onPoint(id);
    else onPick(id);
  };
  const key = (event: KeyboardEvent) => {
    if (layout === null || event.ctrlKey || event.metaKey || event.altKey) return;
    // What is shown may have no place on these axes.
    const isPlaced = (id: string | null) => layout.places.some((place) => place.id === id);
    const from = [data.shown, data.answer].find(isPlaced) ?? layout.places[0]?.id;
    if (from === undefined) return;
    const steps: Readonly<Record<string, readonly [number, number]>> = {
      ArrowRight: [1, 0],
      ArrowLeft: [-1, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
    };
    const way = steps[event.key];
    if (way !== undefined) onPoint(towards(layout.places, from, ...way));
    else if (event.key === "Enter" || event.key === " ") onPick(from);
    else if (event.key === "Escape" && data.shown !== null) onPoint(null);
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
      <svg width={size.width} height={size.height} aria-hidden="true">
        <g ref={group} />
      </svg>
    </div>
  );
}
