/**
 * The colours of a difference: less runs into blue, more into orange, nothing melts into the page. Both arms are told apart
 * by people who cannot tell red from green, and neither comes near the accent.
 */
import { once } from "../../core/base/once.ts";
import { interpolateRgb, piecewise } from "d3-interpolate";
import type { Theme } from "../contract.ts";

/** Steps of each arm; a tone is a whole number from −steps to steps, 0 for no difference. */
export const differenceTones = 16;

const arms = {
  light: { less: ["#5aa0d0", "#0b4a86"], more: ["#e39a45", "#8f3f00"] },
  dark: { less: ["#3a76ab", "#a9d6ff"], more: ["#a8662a", "#ffc683"] },
} as const;

/** Colours of all tones on the theme's ground. */
export const differencePalette = once((theme: Theme): ReadonlyMap<number, string> => {
  const { less, more } = arms[theme.dark ? "dark" : "light"];
  const along = (arm: readonly string[]) => piecewise(interpolateRgb, [theme.ground, ...arm]);
  const [down, up] = [along(less), along(more)];
  // The first step is already seen.
  const at = (tone: number) => 0.2 + (0.8 * Math.abs(tone)) / differenceTones;
  return new Map(
    Array.from({ length: 2 * differenceTones + 1 }, (_, i) => i - differenceTones).map((tone) => [
      tone,
      tone === 0 ? theme.wire : (tone < 0 ? down : up)(at(tone)),
    ]),
  );
});

/** The tone of a difference where `most` is the largest: 0 for hardly any. */
export function differenceTone(difference: number, most: number): number {
  return most > 0 ? Math.max(-differenceTones, Math.min(differenceTones, Math.round((difference / most) * differenceTones))) : 0;
}
