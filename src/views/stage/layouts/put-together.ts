/** Merges lines that nearly coincide where there are too many to be drawn separately. */
import { type Curve, type Line, mostStrands, pathOf, type Scene, type Strand } from "../scene.ts";

/** Maximum number of lines between two rows after merging, if the scene has more than {@link maxStrands} lines in total. */
const mostInBand = 1200;
/** Maximum number of lines where they run in any direction. Merged lines of this kind lose their shape, so the limit is higher. */
const mostLoose = 3 * mostStrands;

/** Strands of a drawing with rows. Above {@link maxStrands} lines, those between the same two rows are merged. */
export function strandsOf(lines: readonly Line[]): readonly Strand[] {
  if (lines.length <= mostStrands) return lines;
  const found = [...bands(lines).values()];
  const most = Math.min(mostInBand, Math.floor(mostLoose / found.length));
  return found.flatMap((band) => bundle(band, most, byWidthOfTheEnds));
}

/**
 * The fields of a scene that follow from its lines.
 * @param centerLines Center line of every link.
 * @param halfGap Distance of a line from the center of its link, pixels.
 */
export function drawnLines(
  lines: readonly Line[],
  middles: readonly Curve[],
  apart: number,
): Pick<Scene, "lines" | "wires" | "strandWidth" | "casing"> {
  return {
    lines,
    wires: lines.length > mostStrands ? "" : middles.map(pathOf).join(""),
    strandWidth: { cold: Math.min(0.5, apart), hot: Math.min(3.2, apart * 1.9) },
    casing: Math.min(5.5, 2.5 + apart * 1.5),
  };
}

/** Groups lines by the vertical positions of their ends. */
function bands(lines: readonly Line[]): ReadonlyMap<number, readonly Line[]> {
  const found = new Map<number, Line[]>();
  for (const each of lines) {
    const key = Math.round(each.curve[1]) * 65_536 + Math.round(each.curve[7]);
    const band = found.get(key);
    if (band === undefined) found.set(key, [each]);
    else band.push(each);
  }
  return found;
}

/** Strands of a drawing without rows: lines with nearly equal ends are merged if there are too many. */
export function looseStrandsOf(lines: readonly Line[]): readonly Strand[] {
  const kinds = [lines.filter((each) => !each.light), lines.filter((each) => each.light)];
  return lines.length > mostLoose ? kinds.flatMap((each) => bundle(each, mostLoose, byAllOfTheEnds)) : lines;
}

/** Returns equal keys for lines that are merged, for a tolerance of `step` pixels. */
type Likeness = (curve: Curve, step: number) => number;

const byWidthOfTheEnds: Likeness = (curve, step) => Math.round(curve[0] / step) * 65_536 + Math.round(curve[6] / step);
const byAllOfTheEnds: Likeness = (curve, step) =>
  [curve[0], curve[1], curve[6], curve[7]].reduce((key, value) => key * 8192 + Math.round(value / step) + 256, 0);

/** Merges lines with equal keys, increasing the tolerance until at most `maxLines` lines are left. A merged line is the mean of its lines. */
function bundle(band: readonly Line[], most: number, likeness: Likeness): readonly Line[] {
  if (band.length <= most) return band;
  let step = 1;
  const isTooFine = () => {
    const keys = new Set<number>();
    return band.some(({ curve }) => keys.add(likeness(curve, step)).size > most);
  };
  while (isTooFine()) step *= 1.5;
  const groups = new Map<number, { channels: number[]; sum: number[]; count: number }>();
  for (const each of band) {
    const key = likeness(each.curve, step);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { channels: [...each.channels], sum: [...each.curve], count: 1 });
    else {
      group.channels.push(...each.channels);
      group.count++;
      for (let i = 0; i < 8; i++) group.sum[i] += each.curve[i];
    }
  }
  return [...groups.values()].map(({ channels, sum, count }) => ({
    channels,
    curve: sum.map((value) => value / count) as unknown as Curve,
    light: band[0].light,
  }));
}
