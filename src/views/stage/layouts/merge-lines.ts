/** Merges lines that nearly coincide where there are too many to be drawn separately. */
import { type CubicCurve, type Line, maxStrands, curvePathData, type Scene, type Strand } from "../scene.ts";

/** Maximum number of lines between two rows after merging, if the scene has more than {@link maxStrands} lines in total. */
const maxPerRowPair = 1200;
/** Maximum number of lines in a drawing without rows. There, merging changes the shape of lines, so the limit is higher. */
const maxFreeStrands = 3 * maxStrands;

/** Lines of a drawing with rows. If there are more than {@link maxStrands}, lines between the same two rows are merged. */
export function rowStrands(lines: readonly Line[]): readonly Strand[] {
  if (lines.length <= maxStrands) return lines;
  const groups = [...linesByRowPair(lines).values()];
  const maxPerGroup = Math.min(maxPerRowPair, Math.floor(maxFreeStrands / groups.length));
  return groups.flatMap((group) => mergeLines(group, maxPerGroup, byEndX));
}

/**
 * The fields of a scene that follow from its lines.
 * @param centerLines Center line of every link.
 * @param halfGap Distance of a line from the center of its link, pixels.
 */
export function lineFields(
  lines: readonly Line[],
  centerLines: readonly CubicCurve[],
  halfGap: number,
): Pick<Scene, "lines" | "wires" | "strandWidth" | "casing"> {
  return {
    lines,
    wires: lines.length > maxStrands ? "" : centerLines.map(curvePathData).join(""),
    strandWidth: { cold: Math.min(0.5, halfGap), hot: Math.min(3.2, halfGap * 1.9) },
    casing: Math.min(5.5, 2.5 + halfGap * 1.5),
  };
}

/** Groups lines by the vertical positions of their ends. */
function linesByRowPair(lines: readonly Line[]): ReadonlyMap<number, readonly Line[]> {
  const groups = new Map<number, Line[]>();
  for (const line of lines) {
    const key = Math.round(line.curve[1]) * 65_536 + Math.round(line.curve[7]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [line]);
    else group.push(line);
  }
  return groups;
}

/** Lines of a drawing without rows. If there are too many, lines with nearly equal ends are merged. */
export function freeStrands(lines: readonly Line[]): readonly Strand[] {
  const linesByWidth = [lines.filter((each) => !each.isThin), lines.filter((each) => each.isThin)];
  return lines.length > maxFreeStrands ? linesByWidth.flatMap((each) => mergeLines(each, maxFreeStrands, byEnds)) : lines;
}

/** Returns equal keys for lines that are merged, for a tolerance of `step` pixels. */
type LineKey = (curve: CubicCurve, step: number) => number;

const byEndX: LineKey = (curve, step) => Math.round(curve[0] / step) * 65_536 + Math.round(curve[6] / step);
const byEnds: LineKey = (curve, step) =>
  [curve[0], curve[1], curve[6], curve[7]].reduce((key, value) => key * 8192 + Math.round(value / step) + 256, 0);

/**
 * Merges lines with nearly equal ends such that at most `maxLines` are left, because more would be slow to draw. Lines with equal keys are
 * merged; the tolerance of the keys grows until there are few enough. The curve of a merged line is the mean of its lines.
 */
function mergeLines(lines: readonly Line[], maxLines: number, keyOf: LineKey): readonly Line[] {
  if (lines.length <= maxLines) return lines;
  let tolerance = 1;
  const hasTooManyKeys = () => {
    const keys = new Set<number>();
    return lines.some(({ curve }) => keys.add(keyOf(curve, tolerance)).size > maxLines);
  };
  while (hasTooManyKeys()) tolerance *= 1.5;
  const groups = new Map<number, { channels: number[]; sum: number[]; count: number }>();
  for (const line of lines) {
    const key = keyOf(line.curve, tolerance);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { channels: [...line.channels], sum: [...line.curve], count: 1 });
    else {
      group.channels.push(...line.channels);
      group.count++;
      for (let i = 0; i < 8; i++) group.sum[i] += line.curve[i];
    }
  }
  return [...groups.values()].map(({ channels, sum, count }) => ({
    channels,
    curve: sum.map((value) => value / count) as unknown as CubicCurve,
    isThin: lines[0].isThin,
  }));
}
