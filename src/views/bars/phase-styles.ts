/** Styles of the named phases of a program, the same in all views; waiting phases are pale. */
import { waitingPhase } from "../../core/programs/program.ts";
import type { Theme } from "../contract.ts";
import { inkPalette, toneOf } from "../marks/color.ts";
import type { Phase } from "./stacked-bars.ts";

/**
 * Phases in increasingly dark shades, every second one hatched; waiting phases are pale.
 * @param theme Theme for the colors; null where they are not needed.
 */
export function phaseStyles(names: readonly string[], theme: Theme | null): readonly Phase[] {
  const tonePalette = theme === null ? null : inkPalette(theme).fill;
  const busyPhases = names.filter((name) => name !== waitingPhase);
  let busyIndex = 0;
  return names.map((title, i): Phase => {
    const id = `phase ${i}`;
    if (title === waitingPhase) return { id, title, fill: "var(--idle)", pattern: "outlined" };
    const fill = tonePalette === null ? "" : tonePalette[toneOf((busyIndex + 1) / busyPhases.length)];
    return { id, title, fill, pattern: busyIndex++ % 2 === 0 ? "solid" : "hatched" };
  });
}
