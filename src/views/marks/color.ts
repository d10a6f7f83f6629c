/**
 * Color scales. Color shows the load of channels, and distinguishes jobs and algorithms; all other values have shades of the text color.
 * The scale of loads starts clearly distinct from the background and ends with the strongest contrast: navy in the light theme, yellow in
 * the dark theme. (cividis: Nuñez, Anderton, Renslow, PLoS ONE 13(7), 2018)
 */
import { memoize } from "../../core/base/memoize.ts";
import type { Theme } from "../contract.ts";

/** Red, green, blue, each 0 to 255. */
export type Rgb = readonly [number, number, number];

/** Number of tones above 0. A tone is a step of a palette. Marks of one tone share one path, and so one element. */
export const toneCount = 32;

/** The cividis color map, from dark to light. */
const cividis: readonly Rgb[] = [
  "#00224e",
  "#123570",
  "#3b496c",
  "#575d6d",
  "#707173",
  "#8a8678",
  "#a59c74",
  "#c3b369",
  "#e1cc55",
  "#fee838",
].map(parseColor);

/** Colors of jobs and algorithms, always beside a name or letter; for the light and the dark theme. (Okabe, Ito 2008) */
const categoryColors = {
  light: [
    "#0072b2",
    "#c24e00",
    "#00805e",
    "#7b4fa8",
    "#8a6d00",
    "#2f8fbf",
    "#5c6370",
    "#9a4b2c",
    "#4f7a00",
    "#00727f",
    "#a63d9b",
    "#3d4fb5",
  ],
  dark: [
    "#5db1ff",
    "#ff9b54",
    "#4ed3a4",
    "#c3a2ff",
    "#e0c455",
    "#9bdcff",
    "#b4bac6",
    "#e8a889",
    "#b4e06a",
    "#56d0dc",
    "#f09ae6",
    "#98a8ff",
  ],
} as const;

/** Number of different category colors. */
export const maxCategoryColors = categoryColors.light.length;

/** Color of the category with that index. */
export function categoryColor(number: number, { dark }: Pick<Theme, "dark">): string {
  const themeColors = dark ? categoryColors.dark : categoryColors.light;
  return themeColors[number % themeColors.length];
}

/** Parses `#rgb` and `#rrggbb`; black for any other text. */
export function parseColor(text: string): Rgb {
  const digits = text.trim().replace(/^#/, "");
  const sixDigits = digits.length === 3 ? digits.replace(/./g, "$&$&") : digits;
  const value = Number.parseInt(sixDigits.slice(0, 6), 16);
  return Number.isNaN(value) ? [0, 0, 0] : [value >> 16, (value >> 8) & 255, value & 255];
}

/** Formats as `#rrggbb`. */
function formatColor(color: Rgb): string {
  return `#${color.map((component) => Math.round(component).toString(16).padStart(2, "0")).join("")}`;
}

/** The part of cividis nearest to the background is skipped, so that the lowest load is clearly visible. */
const scaleStart = 0.2;

/** Color of a load, 0 to 1; the same on background and cards. */
export function loadColor(load: number, theme: Theme): Rgb {
  const x = scaleStart + (1 - scaleStart) * Math.max(0, Math.min(1, load));
  return cividisAt(theme.dark ? x : 1 - x);
}

/** Shade of the lowest tone. It may be paler than that of loads, because shades fill cells and are never thin lines. */
const minShade = 0.1;

/** Colors of the tones 0 to {@link toneCount}, and for each the text color with the better contrast. */
export interface TonePalette {
  readonly fill: readonly string[];
  readonly ink: readonly string[];
}

const loadPalettes = memoize((theme: Theme) => ({
  ground: loadPaletteOn(theme, theme.ground),
  surface: loadPaletteOn(theme, theme.surface),
}));

/** The load palette of a theme, for marks on the page background or on a card surface. */
export function loadPalette(theme: Theme, background: "ground" | "surface"): TonePalette {
  return loadPalettes(theme)[background];
}

function loadPaletteOn(theme: Theme, base: string): TonePalette {
  // Tone 0 is exactly no load and has the color of the background.
  const colors = Array.from({ length: toneCount + 1 }, (_, tone) => (tone === 0 ? parseColor(base) : loadColor(tone / toneCount, theme)));
  return paletteOf(colors);
}

function paletteOf(colors: readonly Rgb[]): TonePalette {
  return { fill: colors.map(formatColor), ink: colors.map(textColorOn) };
}

/** Shades of the text color on a card, for values other than channel loads: times, demands, ranks, owners. */
export const inkPalette = memoize((theme: Theme): TonePalette => {
  const [surface, ink] = [parseColor(theme.surface), parseColor(theme.ink)];
  return paletteOf(
    Array.from({ length: toneCount + 1 }, (_, tone) =>
      tone === 0 ? surface : mix(surface, ink, minShade + (1 - minShade) * (tone / toneCount)),
    ),
  );
});

/** The tone of a value, 0 to 1: 0 for exactly 0, at least 1 for any positive value. */
export function toneOf(load: number): number {
  return load > 0 ? Math.max(1, Math.min(toneCount, Math.round(load * toneCount))) : 0;
}

/** Black or white, whichever has more contrast; at least 4.5 : 1 on any color. */
export function textColorOn(color: Rgb): string {
  return contrastRatio(color, [0, 0, 0]) >= contrastRatio(color, [255, 255, 255]) ? "#000000" : "#ffffff";
}

/** Contrast ratio of two colors, 1 to 21. (WCAG 2.2, relative luminance) */
export function contrastRatio(a: Rgb, b: Rgb): number {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

/** The theme at an element, read from the page's custom properties and the nearest `data-theme`. */
export function readTheme(element: Element): Theme {
  const style = getComputedStyle(element);
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    dark: element.closest("[data-theme]")?.getAttribute("data-theme") === "dark",
    ground: token("ground"),
    surface: token("surface"),
    ink: token("ink"),
    ink2: token("ink-2"),
    line: token("line"),
    edge: token("edge"),
    wire: token("wire"),
    accent: token("accent"),
  };
}

function cividisAt(x: number): Rgb {
  const position = Math.max(0, Math.min(1, x)) * (cividis.length - 1);
  const lowerIndex = Math.min(cividis.length - 2, Math.floor(position));
  return mix(cividis[lowerIndex], cividis[lowerIndex + 1], position - lowerIndex);
}

function mix(from: Rgb, to: Rgb, fraction: number): Rgb {
  const channel = (i: 0 | 1 | 2) => from[i] + (to[i] - from[i]) * fraction;
  return [channel(0), channel(1), channel(2)];
}

function luminance(color: Rgb): number {
  const [r, g, b] = color.map((component) => {
    const v = component / 255;
    return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/**
 * Calls a listener after every change of the theme; returns a function that removes it. Printing changes the theme temporarily, so drawings
 * must be updated synchronously.
 */
export function onThemeChange(listener: (isPrinting: boolean) => void): () => void {
  const observer = new MutationObserver(() => listener(false));
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  const onPrint = () => listener(true);
  window.addEventListener("beforeprint", onPrint);
  return () => {
    observer.disconnect();
    window.removeEventListener("beforeprint", onPrint);
  };
}
