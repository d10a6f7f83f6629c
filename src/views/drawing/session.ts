/** State of the editing gestures on a drawing: views change it in every frame, and the page reads it. It is not part of the document. */
import type { Drawing } from "../../core/network/drawing/drawing.ts";
import type { Network } from "../../core/network/network.ts";
import type { Camera } from "../stage/layouts/by-hand.ts";

/** A point of the stage, pixels. */
export type At = readonly [x: number, y: number];

/** The gesture under way. Switches are given by their index in the drawing. */
export type Held =
  /** Links being drawn. They lead to switch `to`, or to a new switch where `isFar`. */
  | {
      readonly is: "link";
      /** The switch that the links are dragged from. */
      readonly from: number;
      /** All switches that get a link: the whole selection if `from` belongs to it. */
      readonly sources: readonly number[];
      readonly to: number | null;
      readonly at: At;
      readonly isFar: boolean;
      readonly byKey?: true;
    }
  /** The selected switches, or copies of them, displaced by grid steps and snapped along guides. */
  | { readonly is: "move" | "copy"; readonly by: readonly [dx: number, dy: number]; readonly guides: readonly Guide[] }
  /** A terminal being dragged to another switch. */
  | { readonly is: "terminal"; readonly terminal: number; readonly from: number; readonly to: number | null; readonly at: At }
  /** A selection lasso. */
  | { readonly is: "lasso"; readonly points: readonly At[]; readonly chosen: readonly number[] };

/** A line between two positions in one row or column, in grid steps. */
export type Guide = readonly [x1: number, y1: number, x2: number, y2: number];

/** The hovered object, while no gesture is under way. */
export type Hovered =
  | { readonly is: "switch" | "edge"; readonly s: number; readonly at: At }
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
   * Size for which the camera was fitted to the whole drawing, pixels; it is fitted again when the size changes. Null after the user panned
   * or zoomed.
   */
  fittedTo: readonly [width: number, height: number] | null;
  held: Held | null;
  /** The drawing on which the gesture began. If the drawing changes, the gesture is canceled, because its switches may be gone. */
  on: Drawing | null;
  hovered: Hovered;
  /** Size of the stage, pixels. */
  room: readonly [width: number, height: number];
  /** Position of the drawing's upper edge on the page when its height last changed, in pixels of the drawing. */
  top: number;
  /** Measures the current position of that edge; null before the drawing is on the page. */
  topNow: (() => number) | null;
  /** The network that was running when the drawing was cleared. Its loads do not apply to the new drawing. Null if it was not cleared. */
  emptied: Network | null;
  /** Whether the last input was from the keyboard; hints then name keys. */
  isByKey: boolean;
  /** True until the drawing has received the keyboard focus once. */
  wantsKeys: boolean;
}

/** A session without a gesture. */
export function newSession(isByKey = false): DrawingSession {
  return {
    camera: null,
    headroom: 0,
    fittedTo: null,
    held: null,
    on: null,
    emptied: null,
    hovered: { is: "ground" },
    room: [0, 0],
    top: 0,
    topNow: null,
    isByKey,
    wantsKeys: true,
  };
}

/** The switches that are linked together: the whole selection if the link starts at one of its switches. */
export function sourcesOf({ chosen }: { readonly chosen: ReadonlySet<number> }, from: number): readonly number[] {
  return chosen.has(from) ? [...chosen] : [from];
}
