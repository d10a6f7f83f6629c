/** Messages as arrows: positions, states, and marks that draw all arrows in a few paths. */
import type { Frame } from "../../core/simulation/frame.ts";
import type { Theme } from "../contract.ts";
import { type Attributes, type Mark, pathMark, toTenths } from "../marks/marks.ts";

/** An arrow of a message, pixels. */
export interface ProgramArrow {
  readonly message: number;
  readonly column: number;
  readonly x1: number;
  readonly y1: number;
  readonly x2: number;
  readonly y2: number;
}

/** States of a message. */
export const messageStates = ["not sent", "in flight", "arrived"] as const;
export type MessageState = (typeof messageStates)[number];

/** Returns the state of each message in a frame; null where the frame does not record single messages. */
export function messageStateIn(frame: Frame | null, messages: number): ((message: number) => MessageState) | null {
  if (frame === null || frame.messageInjected.length < messages || messages === 0) return null;
  const { messageInjected, messageDelivered } = frame;
  return (message) => (messageInjected[message] < 0 ? "not sent" : messageDelivered[message] < 0 ? "in flight" : "arrived");
}

/** Style of arrows by state, distinguished by dashes and width as well as by tone. */
export function messageStateStyle(state: MessageState | "planned", theme: Theme): Attributes {
  switch (state) {
    case "not sent":
      return { stroke: theme.edge, "stroke-width": 0.9, "stroke-dasharray": "2 3" };
    case "in flight":
      return { stroke: theme.ink, "stroke-width": 2.1, "stroke-dasharray": "6 2" };
    case "arrived":
    case "planned":
      return { stroke: theme.ink2, "stroke-width": 1.2 };
  }
}

/** Maximum number of arrows with arrowheads. */
const maxArrowsWithHeads = 240;
/** Length of an arrowhead on a sufficiently long arrow, pixels. */
const headLength = 6;

/** The lines of arrows as one path. */
export function arrowLinesPath(arrows: readonly ProgramArrow[]): string {
  return arrows.map(({ x1, y1, x2, y2 }) => `M${toTenths(x1)} ${toTenths(y1)}L${toTenths(x2)} ${toTenths(y2)}`).join("");
}

/** The heads of arrows as one path. */
export function arrowHeadsPath(arrows: readonly ProgramArrow[]): string {
  return arrows.map(arrowHeadPath).join("");
}

function arrowHeadPath({ x1, y1, x2, y2 }: ProgramArrow): string {
  const length = Math.hypot(x2 - x1, y2 - y1);
  if (length < 4) return "";
  const size = Math.min(headLength, length * 0.45);
  const [unitX, unitY] = [(x2 - x1) / length, (y2 - y1) / length];
  const [baseX, baseY] = [x2 - unitX * size, y2 - unitY * size];
  const halfWidth = size * 0.42;
  return `M${toTenths(x2)} ${toTenths(y2)}L${toTenths(baseX - unitY * halfWidth)} ${toTenths(baseY + unitX * halfWidth)}L${toTenths(baseX + unitY * halfWidth)} ${toTenths(baseY - unitX * halfWidth)}z`;
}

/** All arrows: for each state a path for the lines and one for the heads. Messages in flight come last and lie on top. */
export function programArrowMarks(
  arrows: readonly ProgramArrow[],
  stateOf: ((messageIndex: number) => MessageState) | null,
  theme: Theme,
): readonly Mark[] {
  const hasHeads = arrows.length <= maxArrowsWithHeads;
  const drawingOrder: readonly (MessageState | "planned")[] = stateOf === null ? ["planned"] : ["not sent", "arrived", "in flight"];
  return drawingOrder.flatMap((state) => {
    const stateArrows = stateOf === null ? arrows : arrows.filter(({ message }) => stateOf(message) === state);
    if (stateArrows.length === 0) return [];
    const style = messageStateStyle(state, theme);
    const thin = arrows.length > maxArrowsWithHeads ? { "stroke-width": Number(style["stroke-width"]) / 2, "stroke-opacity": 0.75 } : {};
    const line = pathMark(`messages ${state}`, arrowLinesPath(stateArrows), { ...style, ...thin });
    return hasHeads ? [line, pathMark(`heads ${state}`, arrowHeadsPath(stateArrows), { fill: style["stroke"] })] : [line];
  });
}

/** Arrows that are selected or belong to the current step. */
export function highlightedArrowMarks(key: string, arrows: readonly ProgramArrow[], width: number, theme: Theme): readonly Mark[] {
  if (arrows.length === 0) return [];
  const d = arrowLinesPath(arrows);
  return [
    pathMark(`${key} halo`, d, { stroke: theme.surface, "stroke-width": width + 3.4, "stroke-opacity": 0.85 }),
    pathMark(`${key} lines`, d, { stroke: theme.accent, "stroke-width": width }),
    ...(arrows.length <= maxArrowsWithHeads ? [pathMark(`${key} heads`, arrowHeadsPath(arrows), { fill: theme.accent })] : []),
  ];
}

/** The nearest arrow within a distance from a point; null for none. */
export function nearestArrow(arrows: readonly ProgramArrow[], x: number, y: number, maxDistance: number): ProgramArrow | null {
  let [nearest, minDistance]: [ProgramArrow | null, number] = [null, maxDistance];
  for (const arrow of arrows) {
    const distance = distanceToArrow(arrow, x, y);
    if (distance < minDistance) [nearest, minDistance] = [arrow, distance];
  }
  return nearest;
}

function distanceToArrow({ x1, y1, x2, y2 }: ProgramArrow, x: number, y: number): number {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const squared = dx * dx + dy * dy;
  const part = squared === 0 ? 0 : Math.max(0, Math.min(1, ((x - x1) * dx + (y - y1) * dy) / squared));
  return Math.hypot(x - x1 - part * dx, y - y1 - part * dy);
}
