/**
 * Renders views to SVG files in a page without a browser. Styles come from the page's own style sheets, as far as drawings use them: named
 * colors, fonts, and attributes of an element and its ancestors.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Canvas, View, ViewData } from "../../src/views/contract.ts";
import { readTheme } from "../../src/views/marks/color.ts";
import { standaloneSvg } from "../../src/views/export/export.ts";
import { downloadFigure } from "../../src/views/export/files.ts";
import { noActions } from "../../src/views/no-actions.ts";

const styleSheet = (path: string) => readFileSync(join(import.meta.dirname, "../../src", path), "utf8");

type StyleValues = Readonly<Record<string, string>>;

/** The declarations of the first rule with this selector. */
function declarations(text: string, selector: string): StyleValues {
  const start = text.indexOf(`${selector} {`);
  if (start < 0) throw new Error(`No style sheet has a rule for "${selector}", which drawings use.`);
  const bodyStart = start + selector.length + 2;
  const body = text.slice(bodyStart, text.indexOf("}", bodyStart));
  return Object.fromEntries([...body.matchAll(/([\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name, value.trim()]));
}

const [tokens, base] = [styleSheet("app/tokens.css"), styleSheet("app/base.css")];
const themeTokens = {
  light: declarations(tokens, '[data-theme="light"]'),
  dark: { ...declarations(tokens, '[data-theme="light"]'), ...declarations(tokens, '[data-theme="dark"]') },
};
const sharedTokens = declarations(tokens, "}\n\n:root");
const paperStyles = declarations(tokens, ".view-paper");
const textStyles = declarations(base, "svg text");

/** Attributes that SVG elements inherit from their ancestors. */
const inheritedAttributes = new Set([
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
const initialStyles: StyleValues = { fill: "#000000", stroke: "none", "stroke-width": "1", "font-size": "13px", "font-weight": "400" };

/** The computed style of an element, as far as drawings and themes read it. */
export function styleOf(element: Element): Pick<CSSStyleDeclaration, "getPropertyValue"> {
  const token = (name: string): string => {
    const theme = element.closest("[data-theme]")?.getAttribute("data-theme") === "dark" ? "dark" : "light";
    const paperOverrides = element.closest(".view-paper") === null ? {} : paperStyles;
    return paperOverrides[name] ?? themeTokens[theme][name] ?? sharedTokens[name] ?? "";
  };
  const resolveVariables = (value: string): string =>
    value.replace(/var\((--[\w-]+)\)/, (_, name: string) => resolveVariables(token(name)));
  const inheritedValue = (current: Element | null, name: string): string => {
    if (current === null || !(current instanceof SVGElement)) return initialStyles[name] ?? "";
    const paperOverrides = (current.localName === "text" ? textStyles[name] : undefined) ?? current.getAttribute(name);
    return paperOverrides ?? (inheritedAttributes.has(name) ? inheritedValue(current.parentElement, name) : "");
  };
  return { getPropertyValue: (name) => (name.startsWith("--") ? token(name) : resolveVariables(inheritedValue(element, name))) };
}

type Size = Pick<Canvas, "width" | "height">;

/** The SVG file that the page saves of a view. */
export async function savedSvg(view: View, data: ViewData, size: Size): Promise<string> {
  const createObjectUrl = URL.createObjectURL;
  let file: Blob | null = null;
  URL.createObjectURL = (blob) => createObjectUrl((file = blob as Blob));
  try {
    await downloadFigure(view, data, size, null, "svg");
  } finally {
    URL.createObjectURL = createObjectUrl;
  }
  if (file === null) throw new Error(`${view.id} was not saved.`);
  return (file as Blob).text();
}

/** A view as a page of this theme shows it, as an SVG file. */
export function themedSvg(view: View, data: ViewData, size: Size, theme: "light" | "dark"): string {
  const container = document.createElement("div");
  container.className = "view";
  container.dataset["theme"] = theme;
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  for (const name of ["width", "height"] as const) svg.setAttribute(name, String(size[name]));
  const group = document.createElementNS("http://www.w3.org/2000/svg", "g");
  svg.append(group);
  container.append(svg);
  document.body.append(container);
  try {
    const canvas: Canvas = { ...size, theme: readTheme(container), units: data.units };
    view.draw(view.layout(data, canvas), group, canvas, noActions);
    const background = view.region === undefined ? canvas.theme.surface : canvas.theme.ground;
    return `${new XMLSerializer().serializeToString(standaloneSvg(svg, view.summary(data), background))}\n`;
  } finally {
    container.remove();
  }
}
