/** Change of each channel's load between two runs of one network, for the unfolded network. */
import { small } from "../plot/axes.ts";
import type { Canvas, ViewData } from "../contract.ts";
import { signed } from "../comparison/paint-difference.ts";
import { isSameShape, type Pair, pairOf } from "../comparison/pair.ts";
import { differencePalette, differenceTone } from "../comparison/tones.ts";
import { loadsOf } from "../readings/loads.ts";
import { rectMark, textMark } from "../marks/marks.ts";
import { dimensionsByLoad, directionsOf, loadsOfDirection, type ShownLoads } from "./directions.ts";
import type { Shading } from "./unfolded.ts";
import type { Units } from "../../words/units.ts";
import { textWidth } from "../plot/text-width.ts";

/** The color scale always reaches at least this difference, phits per cycle: smaller ones may be chance and should look pale. */
const leastScale = 0.05;

/** Two runs of one network with their channel loads. */
export interface Change {
  readonly pair: Pair;
  readonly before: ShownLoads;
  readonly after: ShownLoads;
}

/** The two chosen runs; null if their networks differ, or one has not begun. */
export function changeOf(data: ViewData, measured: (of: Pair["a"]) => ShownLoads | null): Change | null {
  const pair = data.variants.length < 2 ? null : pairOf(data);
  if (pair === null || !isSameShape(pair.a.network, pair.b.network)) return null;
  const [before, after] = [pair.a, pair.b].map((each) => (loadsOf(each).cycles > 0 ? measured(each) : null));
  return before === null || after === null ? null : { pair, before, after };
}

/** Change of the mean load of each dimension, as a sentence. */
export function sayChange(units: Units, { pair: { a, b }, before, after }: Change): string {
  const [first, second] = [dimensionsByLoad(a.network, before), dimensionsByLoad(b.network, after)];
  const gained = a.network.axes.flatMap(({ name }) => {
    const [from, to] = [first, second].map((all) => all.find((each) => each.name === name)?.mean);
    return from === undefined || to === undefined ? [] : [`${name}\u00a0${signed(units, to - from)}`];
  });
  const most = (loads: ShownLoads) => Math.max(...directionsOf(a.network).map((direction) => loadsOfDirection(direction, loads).most));
  return `From ${a.letter} to ${b.letter}, mean load of the links: ${units.withUnit(gained.join(", "), "phits/cycle")}; the busiest one carries ${after.write(most(after))} instead of ${before.write(most(before))}.`;
}

/** Colors by the change of each channel, scaled to the largest change. */
export function shadedByChange({ pair: { b, a }, before, after }: Change, { units, width, height, theme }: Canvas): Shading {
  const of = (channel: number) => after.of(channel) - before.of(channel);
  const scale = directionsOf(a.network)
    .flatMap(({ channels }) => [...channels])
    .reduce((most, channel) => Math.max(most, Math.abs(of(channel))), leastScale);
  const colours = differencePalette(theme);
  const tones = [...colours.keys()];
  const words = small(theme);
  const least = `less in ${b.letter} ${signed(units, -scale)}`;
  const [left, room] = [textWidth(least) + 8, Math.min(120, width * 0.26)];
  return {
    colourOf: (channel) => colours.get(differenceTone(of(channel), scale)) as string,
    say: (channel) =>
      `${units.withUnit(signed(units, of(channel)), "phits/cycle")}: ${before.write(before.of(channel))} to ${after.write(after.of(channel))}`,
    legend: [
      textMark("less", 1, height - 5, least, words),
      ...tones.map((tone, i) =>
        rectMark(`scale ${tone}`, left + (i * room) / tones.length, height - 13, room / tones.length + 0.3, 8, {
          fill: colours.get(tone) as string,
        }),
      ),
      textMark("more", left + room + 6, height - 5, `${signed(units, scale)} more`, words),
    ],
  };
}
