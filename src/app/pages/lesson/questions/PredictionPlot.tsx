/** The plot in which a student makes a prediction by dragging, and in which the truth then grows beside it. */
import { type KeyboardEvent, type PointerEvent, type ReactNode, type Ref, useId } from "react";
import type { Mark } from "../../../../views/marks/marks.ts";
import { MarksGroup } from "../../../view-frame/MarksGroup.tsx";
import { classNames } from "../../../ui/class-names.ts";

/** Size of a drawing in its own units, about the size of the card in pixels. */
export interface DrawingSize {
  readonly width: number;
  readonly height: number;
}

export interface PredictionPlotProps {
  readonly drawing: Ref<SVGSVGElement>;
  readonly size: DrawingSize;
  /** Whether the student can still change the prediction. */
  readonly isOpen: boolean;
  readonly className?: string;
  /** Properties of the slider while the plot is open. */
  readonly slider: Readonly<Record<`aria-${string}`, string | number>>;
  /** Describes prediction and truth once the plot is no longer open. */
  readonly description: string;
  /** Called for each place to which the pointer is dragged, in units of the drawing; `isStart` for the first one. */
  readonly onDrag: (x: number, y: number, isStart: boolean) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly children: ReactNode;
}

/** The SVG: a slider for pointer and keyboard while it is open, otherwise a picture. */
export function PredictionPlot({
  drawing,
  size,
  isOpen,
  className,
  slider,
  description,
  onDrag,
  onKeyDown,
  children,
}: PredictionPlotProps) {
  const drag = ({ currentTarget, clientX, clientY }: PointerEvent<SVGSVGElement>, isStart: boolean) => {
    const box = currentTarget.getBoundingClientRect();
    if (box.width === 0 || box.height === 0) return;
    onDrag(((clientX - box.left) / box.width) * size.width, ((clientY - box.top) / box.height) * size.height, isStart);
  };
  return (
    <svg
      ref={drawing}
      className={classNames("value-axis", className)}
      viewBox={`0 0 ${size.width} ${size.height}`}
      data-open={isOpen || undefined}
      {...(isOpen ? { role: "slider", tabIndex: 0, ...slider } : { role: "img", "aria-label": description })}
      onKeyDown={(event) => isOpen && onKeyDown(event)}
      onPointerDown={(event) => {
        if (!isOpen || event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        drag(event, true);
      }}
      onPointerMove={(event) => isOpen && event.currentTarget.hasPointerCapture(event.pointerId) && drag(event, false)}
    >
      {children}
    </svg>
  );
}

/** Marks that grow from left to right when they appear. */
export function GrowingMarks({ marks, size }: { readonly marks: readonly Mark[]; readonly size: DrawingSize }) {
  const clipId = useId();
  return (
    <g clipPath={`url(#${clipId})`}>
      <clipPath id={clipId}>
        <rect className="grows" x={0} y={0} {...size} />
      </clipPath>
      <MarksGroup marks={marks} />
    </g>
  );
}
