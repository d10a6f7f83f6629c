/** What the hand is doing on a drawing: views change it in every frame, the page reads it. It is no part of the document. */
import type { Drawing } from "../../core/network/drawing/drawing.ts";
import type { Network } from "../../core/network/network.ts";
import type { Camera } from "../stage/layouts/by-hand.ts";

/** A point of the stage, pixels. */
export type At = readonly [x: number, y: number];

/** What the hand holds. Switches by their places in the list. */
export type Held =
  /** Links that have one end so far; over switch `to`, or far enough from any for a new one. */
  | {
      readonly is: "link";
      /** The switch that they are pulled from. */
      readonly from: number;
      /** All switches that get one: with several chosen, each of these. */
      readonly sources: readonly number[];
      readonly to: number | null;
      readonly at: At;
      readonly isFar: boolean;
      readonly byKey?: true;
    }
  /** The chosen switches, or copies of them, so many steps from where they stand; lined up with others along guides, in steps. */
  | { readonly is: "move" | "copy"; readonly by: readonly [dx: number, dy: number]; readonly guides: readonly Guide[] }
  /** A terminal on its way to another switch. */
  | { readonly is: "terminal"; readonly terminal: number; readonly from: number; readonly to: number | null; readonly at: At }
  /** A loop around what is to be chosen. */
  | { readonly is: "lasso"; readonly points: readonly At[]; readonly chosen: readonly number[] };

/** A line between two places that are in one row or column, in steps. */
export type Guide = readonly [x1: number, y1: number, x2: number, y2: number];

/** What a pointer that holds nothing rests on. */
export type Hovered =
  | { readonly is: "switch" | "edge"; readonly s: number; readonly at: At }
  | { readonly is: "terminal"; readonly terminal: number }
  | { readonly is: "link"; readonly a: number; readonly b: number }
  | { readonly is: "ground" };

export interface DrawingSession {
  /** How the drawing is looked at; null to see all of it. It stays while switches come and go. */
  camera: Camera | null;
  /** Words stand over the upper edge so far, pixels. */
  headroom: number;
  /** The room in which the camera shows all, pixels: it does so again in another one. Null once a hand has turned it. */
  fittedTo: readonly [width: number, height: number] | null;
  held: Held | null;
  /** The drawing that it is held on: with another one it is let go, as what it names may be gone. */
  on: Drawing | null;
  hovered: Hovered;
  /** Room that the drawing has, pixels. */
  room: readonly [width: number, height: number];
  /** Where the upper edge of the drawing was on the page when its height last changed, pixels of the drawing. */
  top: number;
  /** Where that edge is now; null before it is on the page. */
  topNow: (() => number) | null;
  /** The network that ran when the ground was emptied: its loads are none of what is drawn since. Null where it was not. */
  emptied: Network | null;
  /** Whether keys were the last to do something; hints then speak of keys. */
  isByKey: boolean;
  /** True until keys go to the drawing: from its beginning on they do. */
  wantsKeys: boolean;
}

/** A hand that holds nothing yet. */
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

/** The switches that links are pulled from together: all that are chosen, where one of these is pulled from. */
export function sourcesOf({ chosen }: { readonly chosen: ReadonlySet<number> }, from: number): readonly number[] {
  return chosen.has(from) ? [...chosen] : [from];
}
