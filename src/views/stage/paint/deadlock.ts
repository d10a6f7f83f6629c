/** Draws the dependency cycle of a deadlock. */
import type { Canvas, Variant } from "../../contract.ts";
import { circlePath, type Mark, pathMark, toTenths } from "../../marks/marks.ts";
import { hasDeadlocked } from "../../readings/loads.ts";
import { type CubicCurve, curvePathData, pointOnCurve, type Scene } from "../scene.ts";
import { linesOfChannels } from "./channel-lines.ts";

/** Channels of the dependency cycle. Empty until the run shown is deadlocked, even if the result of the whole run is known already. */
export function deadlockCycle(variant: Pick<Variant, "frame" | "results">): readonly number[] {
  return hasDeadlocked(variant) ? (variant.results?.deadlockChannels ?? []) : [];
}

/**
 * Marks of the dependency cycle of a deadlock: its channels as lines, each with a dot near its tail and an arrowhead in its direction.
 * Empty without a deadlock.
 */
export function deadlockMarks(scene: Scene, variant: Pick<Variant, "frame" | "results">, { theme }: Canvas): Mark[] {
  const channels = deadlockCycle(variant);
  if (channels.length === 0) return [];
  const lines = linesOfChannels(scene, channels);
  const d = lines.map((line) => curvePathData(line.curve)).join("") + channels.map((channel) => wraparoundPath(scene, channel)).join("");
  const width = scene.strandWidth.hot;
  return [
    pathMark("deadlock halo", d, { stroke: theme.ground, "stroke-width": toTenths(width + 5), "stroke-linecap": "round" }),
    pathMark("deadlock", d, {
      stroke: theme.ink,
      "stroke-width": toTenths(Math.max(2.4, width * 1.3)),
      "stroke-linecap": "round",
      "stroke-linejoin": "round",
      class: "deadlock",
    }),
    pathMark("deadlock dots", lines.map(({ curve }) => circlePath(...pointOnCurve(curve, 0.12), Math.max(1.5, width * 0.9))).join(""), {
      fill: theme.ink,
    }),
    pathMark("deadlock points", lines.map(({ curve }) => arrowhead(curve, Math.max(4.5, width * 2.4))).join(""), {
      fill: theme.ink,
      stroke: theme.ground,
      "stroke-width": 1,
    }),
  ];
}

/**
 * A wraparound link is drawn as two stubs, so a dependency cycle over it would look like an open row. This path connects the stubs beside
 * the row. Empty for other channels.
 */
function wraparoundPath(scene: Scene, channel: number): string {
  const [firstStub, secondStub, ...furtherLines] = linesOfChannels(scene, [channel]);
  const [box] = scene.boxes;
  if (secondStub === undefined || furtherLines.length > 0 || box === undefined) return "";
  const [x1, y1] = [firstStub.curve[6], firstStub.curve[7]].map(toTenths);
  const [x0, y0] = [secondStub.curve[0], secondStub.curve[1]].map(toTenths);
  if (Math.abs(y1 - y0) < 1) return `M${x1} ${y1}V${toTenths(y1 + box.height)}H${x0}V${y0}`;
  return Math.abs(x1 - x0) < 1 ? `M${x1} ${y1}H${toTenths(x1 - 0.9 * box.width)}V${y0}H${x0}` : "";
}

function arrowhead(curve: CubicCurve, size: number): string {
  const [x, y] = pointOnCurve(curve, 0.62);
  const [behindX, behindY] = pointOnCurve(curve, 0.52);
  const length = Math.hypot(x - behindX, y - behindY) || 1;
  const [dx, dy] = [((x - behindX) / length) * size, ((y - behindY) / length) * size];
  const cornerAt = (along: number, across: number) => `${toTenths(x + dx * along - dy * across)} ${toTenths(y + dy * along + dx * across)}`;
  return `M${cornerAt(1, 0)}L${cornerAt(-0.8, 0.8)}L${cornerAt(-0.8, -0.8)}z`;
}
