/**
 * Color scale of a difference: a decrease is blue, an increase orange, and both stand out from the background. Readers who cannot
 * distinguish red from green can distinguish the two colors, and neither is close to the accent color.
 */
import { memoize } from "../../core/base/memoize.ts";
import { interpolateRgb, piecewise } from "d3-interpolate";
import type { Theme } from "../contract.ts";

/** Number of tones of a decrease and of an increase; a tone is an integer from −differenceTones to differenceTones, 0 for no difference. */
export const differenceTones = 16;

const armColors = {
  light: { less: ["#5aa0d0", "#0b4a86"], more: ["#e39a45", "#8f3f00"] },
  dark: { less: ["#3a76ab", "#a9d6ff"], more: ["#a8662a", "#ffc683"] },
} as const;

/** Colors of all tones on the background of the theme. */
export const differencePalette = memoize((theme: Theme): ReadonlyMap<number, string> => {
  const { less, more } = armColors[theme.dark ? "dark" : "light"];
  const armScale = (arm: readonly string[]) => piecewise(interpolateRgb, [theme.ground, ...arm]);
  const [lessColor, moreColor] = [armScale(less), armScale(more)];
  // The first tone is already visible.
  const fraction = (tone: number) => 0.2 + (0.8 * Math.abs(tone)) / differenceTones;
  return new Map(
    Array.from({ length: 2 * differenceTones + 1 }, (_, i) => i - differenceTones).map((tone) => [
      tone,
      tone === 0 ? theme.wire : (tone < 0 ? lessColor : moreColor)(fraction(tone)),
    ]),
  );
});

/** Tone of a difference relative to the `largest` one: 0 for a negligible difference. */
export function differenceTone(difference: number, largest: number): number {
  return largest > 0 ? Math.max(-differenceTones, Math.min(differenceTones, Math.round((difference / largest) * differenceTones))) : 0;
}
