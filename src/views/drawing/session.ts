/** State of the editing gestures on a drawing: views change it in every frame, and the page reads it. It is not part of the document. */
import type { Drawing } from "../../core/network/drawing/drawing.ts";
import type { Network } from "../../core/network/network.ts";
import type { Camera } from "../stage/layouts/manual.ts";

/** A point of the stage, pixels. */
export type StagePoint = readonly [x: number, y: number];

/** The gesture under way. Switches are given by their index in the drawing. */
export type Gesture =
  /** Links being drawn. They lead to `targetSwitch`, or to a new switch if `isFar`. */
  | {
      readonly is: "link";
      /** The switch that the links are dragged from. */
      readonly sourceSwitch: number;
      /** All switches that get a link: the whole selection if `sourceSwitch` belongs to it. */
      readonly sources: readonly number[];
      readonly targetSwitch: number | null;
      readonly point: StagePoint;
      readonly isFar: boolean;
      readonly byKey?: true;
    }
  /** The selected switches, or copies of them, displaced by grid steps and snapped along guides. */
  | { readonly is: "move" | "copy"; readonly offset: readonly [dx: number, dy: number]; readonly guides: readonly SnapGuide[] }
  /** A terminal being dragged to another switch. */
  | {
      readonly is: "terminal";
      readonly terminal: number;
      readonly sourceSwitch: number;
      readonly targetSwitch: number | null;
      readonly point: StagePoint;
    }
  /** A selection lasso. */
  | { readonly is: "lasso"; readonly points: readonly StagePoint[]; readonly enclosedSwitches: readonly number[] };

/** A line between two positions in one row or column, in grid steps. */
export type SnapGuide = readonly [x1: number, y1: number, x2: number, y2: number];

/** The hovered object, while no gesture is under way. */
export type HoveredObject =
  | { readonly is: "switch" | "edge"; readonly switchIndex: number; readonly point: StagePoint }
  | { readonly is: "terminal"; readonly terminal: number }
  | { readonly is: "link"; readonly a: number; readonly b: number }
  | { readonly is: "ground" };

/** The state of one editing session, from the start of drawing to its end. */
export interface DrawingSession {
  /** Visible part of the drawing; null to show all of it. It stays while switches are added and removed. */
  camera: Camera | null;
  /** Height of the text over the upper edge, pixels. */
  headroom: number;
  /**
   * Size for which the camera was fitted to the whole drawing, pixels; the camera is fitted again when the size changes. Null after the
   * user panned or zoomed.
   */
  fittedTo: readonly [width: number, height: number] | null;
  gesture: Gesture | null;
  /** The drawing on which the gesture began. If the drawing changes, the gesture is canceled, because its switches may be gone. */
  gestureDrawing: Drawing | null;
  hovered: HoveredObject;
  /** Size of the stage, pixels. */
  size: readonly [width: number, height: number];
  /** Position of the drawing's upper edge on the page when its height last changed, in pixels of the drawing. */
  lastTop: number;
  /** Measures the current position of the drawing's upper edge; null before the drawing is on the page. */
  measureTop: (() => number) | null;
  /** The network that was running when the drawing was cleared. Its loads do not apply to the new drawing. Null if it was not cleared. */
  clearedNetwork: Network | null;
  /** Whether the last input was from the keyboard; hints then name keys. */
  isKeyboard: boolean;
  /** True until the drawing has received the keyboard focus once. */
  needsFocus: boolean;
}

/** A session without a gesture. */
export function newDrawingSession(isKeyboard = false): DrawingSession {
  return {
    camera: null,
    headroom: 0,
    fittedTo: null,
    gesture: null,
    gestureDrawing: null,
    clearedNetwork: null,
    hovered: { is: "ground" },
    size: [0, 0],
    lastTop: 0,
    measureTop: null,
    isKeyboard,
    needsFocus: true,
  };
}

/** The switches that are linked together: the whole selection if the link starts at one of its switches. */
export function linkSources({ selectedSwitches }: { readonly selectedSwitches: ReadonlySet<number> }, from: number): readonly number[] {
  return selectedSwitches.has(from) ? [...selectedSwitches] : [from];
}
