/**
 * Renders views to SVG files in a page without a browser. Styles come from the page's own style sheets, as far as drawings use them: named
 * colors, fonts, and attributes of an element and its ancestors.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Canvas, View, ViewData } from "../../src/views/contract.ts";
import { readTheme } from "../../src/views/marks/colour.ts";
import { standAlone } from "../../src/views/export/export.ts";
import { saveFigure } from "../../src/views/export/files.ts";
import { still } from "../../src/views/still.ts";

const sheet = (path: string) => readFileSync(join(import.meta.dirname, "../../src", path), "utf8");

type Values = Readonly<Record<string, string>>;

/** The declarations of the first rule with this selector. */
function declarations(text: string, selector: string): Values {
  const at = text.indexOf(`${selector} {`);
  if (at < 0) throw new Error(`No style sheet has a rule for "${selector}", which drawings use.`);
  const from = at + selector.length + 2;
  const body = text.slice(from, text.indexOf("}", from));
  return Object.fromEntries([...body.matchAll(/([\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name, value.trim()]));
}

const [tokens, base] = [sheet("app/tokens.css"), sheet("app/base.css")];
const themes = {
  light: declarations(tokens, '[data-theme="light"]'),
  dark: { ...declarations(tokens, '[data-theme="light"]'), ...declarations(tokens, '[data-theme="dark"]') },
};
const shared = declarations(tokens, "}\n\n:root");
const paper = declarations(tokens, ".view-paper");
const texts = declarations(base, "svg text");

/** Attributes that SVG elements inherit from their ancestors. */
const inherited = new Set([
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-opacity",
  "stroke-dasharray",
  "stroke-linecap",
  "stroke-linejoin",
  "paint-order",
  "font-family",
  "font-size",
  "font-weight",
  "text-anchor",
]);
const initial: Values = { fill: "#000000", stroke: "none", "stroke-width": "1", "font-size": "13px", "font-weight": "400" };

/** The computed style of an element, as far as drawings and themes read it. */
export function styleOf(element: Element): Pick<CSSStyleDeclaration, "getPropertyValue"> {
  const token = (name: string): string => {
    const theme = element.closest("[data-theme]")?.getAttribute("data-theme") === "dark" ? "dark" : "light";
    const own = element.closest(".view-paper") === null ? {} : paper;
    return own[name] ?? themes[theme][name] ?? shared[name] ?? "";
  };
  const resolved = (value: string): string => value.replace(/var\((--[\w-]+)\)/, (_, name: string) => resolved(token(name)));
  const valueOf = (at: Element | null, name: string): string => {
    if (at === null || !(at instanceof SVGElement)) return initial[name] ?? "";
    const own = (at.localName === "text" ? texts[name] : undefined) ?? at.getAttribute(name);
    return own ?? (inherited.has(name) ? valueOf(at.parentElement, name) : "");
  };
  return { getPropertyValue: (name) => (name.startsWith("--") ? token(name) : resolved(valueOf(element, name))) };
}

type Size = Pick<Canvas, "width" | "height">;

/** The SVG file that the page saves of a view. */
export async function savedPicture(view: View, data: ViewData, size: Size): Promise<string> {
  const create = URL.createObjectURL;
  let file: Blob | null = null;
  URL.createObjectURL = (blob) => create((file = blob as Blob));
  try {
    await saveFigure(view, data, size, null, "svg");
  } finally {
    URL.createObjectURL = create;
  }
  if (file === null) throw new Error(`${view.id} was not saved.`);
  return (file as Blob).text();
}

/** A view as a page of this theme shows it, as an SVG file. */
export function shownPicture(view: View, data: ViewData, size: Size, theme: "light" | "dark"): string {
  const box = document.createElement("div");
  box.className = "view";
  box.dataset["theme"] = theme;
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  for (const name of ["width", "height"] as const) svg.setAttribute(name, String(size[name]));
  const group = document.createElementNS("http://www.w3.org/2000/svg", "g");
  svg.append(group);
  box.append(svg);
  document.body.append(box);
  try {
    const canvas: Canvas = { ...size, theme: readTheme(box), units: data.units };
    view.draw(view.layout(data, canvas), group, canvas, still);
    const ground = view.place === undefined ? canvas.theme.surface : canvas.theme.ground;
    return `${new XMLSerializer().serializeToString(standAlone(svg, view.summary(data), ground))}\n`;
  } finally {
    box.remove();
  }
}
