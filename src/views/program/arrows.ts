/** Messages as arrows: positions, states, and marks that draw all arrows in a few paths. */
import type { Frame } from "../../core/simulation/frame.ts";
import type { Theme } from "../contract.ts";
import { type Attributes, type Mark, pathMark, tenth } from "../marks/marks.ts";

/** An arrow of a message, pixels. */
export interface Arrow {
  readonly message: number;
  readonly column: number;
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
}

/** States of a message. */
export const states = ["not sent", "under way", "arrived"] as const;
export type State = (typeof states)[number];

/** Returns the state of each message in a frame; null where the frame does not record single messages. */
export function stateIn(frame: Frame | null, messages: number): ((m: number) => State) | null {
  if (frame === null || frame.messageInjected.length < messages || messages === 0) return null;
  const { messageInjected, messageDelivered } = frame;
  return (m) => (messageInjected[m] < 0 ? "not sent" : messageDelivered[m] < 0 ? "under way" : "arrived");
}

/** Style of arrows by state, distinguished by dashes and width as well as by tone. */
export function styleOf(state: State | "planned", theme: Theme): Attributes {
  switch (state) {
    case "not sent":
      return { stroke: theme.edge, "stroke-width": 0.9, "stroke-dasharray": "2 3" };
    case "under way":
      return { stroke: theme.ink, "stroke-width": 2.1, "stroke-dasharray": "6 2" };
    case "arrived":
    case "planned":
      return { stroke: theme.ink2, "stroke-width": 1.2 };
  }
}

/** Maximum number of arrows with arrowheads. */
const mostHeads = 240;
/** Length of an arrowhead on a sufficiently long arrow, pixels. */
const head = 6;

/** The lines of arrows as one path. */
export function lines(arrows: readonly Arrow[]): string {
  return arrows.map(({ x1, y1, x2, y2 }) => `M${tenth(x1)} ${tenth(y1)}L${tenth(x2)} ${tenth(y2)}`).join("");
}

/** The heads of arrows as one path. */
export function heads(arrows: readonly Arrow[]): string {
  return arrows.map(headOf).join("");
}

function headOf({ x1, y1, x2, y2 }: Arrow): string {
  const length = Math.hypot(x2 - x1, y2 - y1);
  if (length < 4) return "";
  const size = Math.min(head, length * 0.45);
  const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
  const [bx, by] = [x2 - ux * size, y2 - uy * size];
  const wide = size * 0.42;
  return `M${tenth(x2)} ${tenth(y2)}L${tenth(bx - uy * wide)} ${tenth(by + ux * wide)}L${tenth(bx + uy * wide)} ${tenth(by - ux * wide)}z`;
}

/** All arrows: for each state a path for the lines and one for the heads. Messages in flight come last and lie on top. */
export function arrowMarks(arrows: readonly Arrow[], stateOf: ((m: number) => State) | null, theme: Theme): readonly Mark[] {
  const hasHeads = arrows.length <= mostHeads;
  const groups: readonly (State | "planned")[] = stateOf === null ? ["planned"] : ["not sent", "arrived", "under way"];
  return groups.flatMap((state) => {
    const own = stateOf === null ? arrows : arrows.filter(({ message }) => stateOf(message) === state);
    if (own.length === 0) return [];
    const style = styleOf(state, theme);
    const thin = arrows.length > mostHeads ? { "stroke-width": Number(style["stroke-width"]) / 2, "stroke-opacity": 0.75 } : {};
    const line = pathMark(`messages ${state}`, lines(own), { ...style, ...thin });
    return hasHeads ? [line, pathMark(`heads ${state}`, heads(own), { fill: style["stroke"] })] : [line];
  });
}

/** Arrows that are selected or belong to the current step. */
export function highlightedMarks(key: string, arrows: readonly Arrow[], width: number, theme: Theme): readonly Mark[] {
  if (arrows.length === 0) return [];
  const d = lines(arrows);
  return [
    pathMark(`${key} halo`, d, { stroke: theme.surface, "stroke-width": width + 3.4, "stroke-opacity": 0.85 }),
    pathMark(`${key} lines`, d, { stroke: theme.accent, "stroke-width": width }),
    ...(arrows.length <= mostHeads ? [pathMark(`${key} heads`, heads(arrows), { fill: theme.accent })] : []),
  ];
}

/** The nearest arrow within a distance from a point; null for none. */
export function arrowAt(arrows: readonly Arrow[], x: number, y: number, within: number): Arrow | null {
  let [found, least]: [Arrow | null, number] = [null, within];
  for (const arrow of arrows) {
    const away = distanceTo(arrow, x, y);
    if (away < least) [found, least] = [arrow, away];
  }
  return found;
}

function distanceTo({ x1, y1, x2, y2 }: Arrow, x: number, y: number): number {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const squared = dx * dx + dy * dy;
  const part = squared === 0 ? 0 : Math.max(0, Math.min(1, ((x - x1) * dx + (y - y1) * dy) / squared));
  return Math.hypot(x - x1 - part * dx, y - y1 - part * dy);
}
