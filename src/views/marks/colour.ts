/**
 * Colour as a measure, of the load of channels alone; all else that is measured or told apart has shades of ink. The scale of loads runs away from the ground: its cold end is clearly seen on
 * the page, its hot end is the strongest tone on it, navy on light and yellow on dark. (cividis: Nuñez, Anderton, Renslow, PLoS ONE 13(7), 2018)
 */
import { once } from "../../core/base/once.ts";
import type { Theme } from "../contract.ts";

/** Red, green, blue, each 0 … 255. */
export type Rgb = readonly [number, number, number];

/** Steps of the palette above 0. A tone is a step: marks of one tone share one path, and so one element. */
export const tones = 32;

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
].map(parseColour);

/** Jobs, and algorithms, are told apart by a word, and by a colour of their own beside it; on light and on dark ground. (Okabe, Ito 2008) */
const hues = {
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

/** Most that have colours of their own. */
export const mostHues = hues.light.length;

/** Colour of the one of that number among several that are named. */
export function hueOf(number: number, { dark }: Pick<Theme, "dark">): string {
  const all = dark ? hues.dark : hues.light;
  return all[number % all.length];
}

/** Reads `#rgb` and `#rrggbb`; anything else is black. */
export function parseColour(text: string): Rgb {
  const digits = text.trim().replace(/^#/, "");
  const long = digits.length === 3 ? digits.replace(/./g, "$&$&") : digits;
  const value = Number.parseInt(long.slice(0, 6), 16);
  return Number.isNaN(value) ? [0, 0, 0] : [value >> 16, (value >> 8) & 255, value & 255];
}

/** Writes `#rrggbb`. */
function writeColour(colour: Rgb): string {
  return `#${colour.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;
}

/** The scale begins so far from the end that melts into the ground, so that the least load is clearly seen on it. */
const beginning = 0.2;

/** Colour of a load of 0 … 1; the same on ground and surface. */
export function loadColour(load: number, theme: Theme): Rgb {
  const x = beginning + (1 - beginning) * Math.max(0, Math.min(1, load));
  return cividisAt(theme.dark ? x : 1 - x);
}

/** Steps of shades begin nearer to the surface than those of loads: they fill cells, and are never a thin line. */
const palest = 0.1;

/** Colours of the tones 0 … {@link tones} on a base, each with the ink that reads on it. */
export interface Palette {
  readonly fill: readonly string[];
  readonly ink: readonly string[];
}

const palettes = once((theme: Theme) => ({ ground: paletteOn(theme, theme.ground), surface: paletteOn(theme, theme.surface) }));

/** The palette of a theme on its ground or surface. */
export function palette(theme: Theme, on: "ground" | "surface"): Palette {
  return palettes(theme)[on];
}

function paletteOn(theme: Theme, base: string): Palette {
  // Nothing at all is no load: there the base shows.
  const colours = Array.from({ length: tones + 1 }, (_, tone) => (tone === 0 ? parseColour(base) : loadColour(tone / tones, theme)));
  return paletteOf(colours);
}

function paletteOf(colours: readonly Rgb[]): Palette {
  return { fill: colours.map(writeColour), ink: colours.map(inkOn) };
}

/** Shades of ink on a surface, for what is not the load of a channel: times, demands, ranks, who owns what. */
export const shades = once((theme: Theme): Palette => {
  const [surface, ink] = [parseColour(theme.surface), parseColour(theme.ink)];
  return paletteOf(
    Array.from({ length: tones + 1 }, (_, tone) => (tone === 0 ? surface : mix(surface, ink, palest + (1 - palest) * (tone / tones)))),
  );
});

/** The tone of a part of 0 … 1: 0 for exactly nothing, at least 1 for anything. */
export function toneOf(load: number): number {
  return load > 0 ? Math.max(1, Math.min(tones, Math.round(load * tones))) : 0;
}

/** Black or white, whichever contrasts more; at least 4.5 : 1 on any colour. */
export function inkOn(colour: Rgb): string {
  return contrast(colour, [0, 0, 0]) >= contrast(colour, [255, 255, 255]) ? "#000000" : "#ffffff";
}

/** Contrast ratio of two colours, 1 … 21. (WCAG 2.2, relative luminance) */
export function contrast(a: Rgb, b: Rgb): number {
  const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

/** The theme in force at an element, read from the page's custom properties and the nearest `data-theme`. */
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
  const place = Math.max(0, Math.min(1, x)) * (cividis.length - 1);
  const below = Math.min(cividis.length - 2, Math.floor(place));
  return mix(cividis[below], cividis[below + 1], place - below);
}

function mix(from: Rgb, to: Rgb, part: number): Rgb {
  const channel = (i: 0 | 1 | 2) => from[i] + (to[i] - from[i]) * part;
  return [channel(0), channel(1), channel(2)];
}

function luminance(colour: Rgb): number {
  const [r, g, b] = colour.map((part) => {
    const v = part / 255;
    return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/**
 * Hears of every change of the theme; returns the way to stop. A page that is printed wears another one for that moment, and what is to
 * be seen on paper has to be drawn at once.
 */
export function onTheme(told: (isPrinting: boolean) => void): () => void {
  const themes = new MutationObserver(() => told(false));
  themes.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
  const print = () => told(true);
  window.addEventListener("beforeprint", print);
  return () => {
    themes.disconnect();
    window.removeEventListener("beforeprint", print);
  };
}
