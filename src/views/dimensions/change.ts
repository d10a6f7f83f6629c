/** Change of each channel's load between two runs of one network, for the unfolded network. */
import { smallText } from "../plot/vertical-axis.ts";
import type { Canvas, ViewData } from "../contract.ts";
import { signedLoad } from "../comparison/paint-difference.ts";
import { isSameShape, type NetworkPair, chosenPair } from "../comparison/pair.ts";
import { differencePalette, differenceTone } from "../comparison/difference-colors.ts";
import { frameLoads } from "../readings/loads.ts";
import { rectMark, textMark } from "../marks/marks.ts";
import { dimensionsByLoad, directionsOf, loadsOfDirection, type ShownLoads } from "./directions.ts";
import type { Shading } from "./unfolded.ts";
import type { Units } from "../../words/units.ts";
import { textWidth } from "../plot/text-width.ts";

/** The color scale always reaches at least this difference, phits per cycle: smaller ones may be chance and should look pale. */
const minChangeScale = 0.05;

/** Two runs of one network with their channel loads. */
export interface DimensionChange {
  readonly pair: NetworkPair;
  readonly before: ShownLoads;
  readonly after: ShownLoads;
}

/** The two chosen runs; null if their networks differ, or one has not begun. */
export function dimensionChange(data: ViewData, loadsFor: (variant: NetworkPair["a"]) => ShownLoads | null): DimensionChange | null {
  const pair = data.variants.length < 2 ? null : chosenPair(data);
  if (pair === null || !isSameShape(pair.a.network, pair.b.network)) return null;
  const [before, after] = [pair.a, pair.b].map((each) => (frameLoads(each).cycles > 0 ? loadsFor(each) : null));
  return before === null || after === null ? null : { pair, before, after };
}

/** Change of the mean load of each dimension, as a sentence. */
export function sayDimensionChange(units: Units, { pair: { a, b }, before, after }: DimensionChange): string {
  const [first, second] = [dimensionsByLoad(a.network, before), dimensionsByLoad(b.network, after)];
  const changes = a.network.axes.flatMap(({ name }) => {
    const [from, to] = [first, second].map((all) => all.find((each) => each.name === name)?.mean);
    return from === undefined || to === undefined ? [] : [`${name}\u00a0${signedLoad(units, to - from)}`];
  });
  const highestLoad = (loads: ShownLoads) =>
    Math.max(...directionsOf(a.network).map((direction) => loadsOfDirection(direction, loads).largest));
  return `From ${a.letter} to ${b.letter}, mean load of the links: ${units.withUnit(changes.join(", "), "phits/cycle")}; the busiest link carries ${after.write(highestLoad(after))} instead of ${before.write(highestLoad(before))}.`;
}

/**
 * Coloring of the channels by the change of their load between two runs of one network, from less to more. The strongest colors mean the
 * largest change, but at least `minChangeScale` phits per cycle. Contains the color of a channel, its text for a tooltip, and the legend at
 * the bottom of the drawing.
 */
export function changeShading({ pair: { b, a }, before, after }: DimensionChange, { units, width, height, theme }: Canvas): Shading {
  const changeAt = (channel: number) => after.loadOf(channel) - before.loadOf(channel);
  const scale = directionsOf(a.network)
    .flatMap(({ channels }) => [...channels])
    .reduce((largest, channel) => Math.max(largest, Math.abs(changeAt(channel))), minChangeScale);
  const colors = differencePalette(theme);
  const tones = [...colors.keys()];
  const labelStyle = smallText(theme);
  const lessText = `less in ${b.letter} ${signedLoad(units, -scale)}`;
  const [left, scaleWidth] = [textWidth(lessText) + 8, Math.min(120, width * 0.26)];
  return {
    colorOf: (channel) => colors.get(differenceTone(changeAt(channel), scale)) as string,
    say: (channel) =>
      `${units.withUnit(signedLoad(units, changeAt(channel)), "phits/cycle")}: ${before.write(before.loadOf(channel))} to ${after.write(after.loadOf(channel))}`,
    legend: [
      textMark("less", 1, height - 5, lessText, labelStyle),
      ...tones.map((tone, i) =>
        rectMark(`scale ${tone}`, left + (i * scaleWidth) / tones.length, height - 13, scaleWidth / tones.length + 0.3, 8, {
          fill: colors.get(tone) as string,
        }),
      ),
      textMark("more", left + scaleWidth + 6, height - 5, `${signedLoad(units, scale)} more`, labelStyle),
    ],
  };
}
