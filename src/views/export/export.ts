/** Exports a view as files: its drawing as a self-contained SVG, its table as CSV. */
import { csvOf } from "../../words/csv.ts";
import type { TableData } from "../contract.ts";

const svgNamespace = "http://www.w3.org/2000/svg";

/** Style properties of an SVG element, which are read from the page and written into the file. */
const styleProperties = [
  "opacity",
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-opacity",
  "stroke-dasharray",
  "stroke-linecap",
  "stroke-linejoin",
  "paint-order",
] as const;
/** Style properties of a text element. */
const textStyleProperties = [...styleProperties, "font-family", "font-size", "font-weight", "font-variant-numeric", "text-anchor"] as const;
/** Default values, which need not be written. */
const defaultStyles: Readonly<Record<string, string>> = {
  opacity: "1",
  "fill-opacity": "1",
  "stroke-opacity": "1",
  "stroke-dasharray": "none",
  "stroke-linecap": "butt",
  "stroke-linejoin": "miter",
  "paint-order": "normal",
  "font-weight": "400",
  "font-variant-numeric": "normal",
  "text-anchor": "start",
};

/**
 * Copies a drawing of the page as an SVG that can be saved as a file: colors and fonts, which come from style sheets on the page, are
 * written into each element. Moving packets, tooltips and the surface that catches the pointer are omitted.
 * @param title text for screen readers
 * @param background CSS color behind the drawing
 * @param backdrop An image below the upper left part of the drawing, as a data URL, with its size in pixels.
 */
export function standaloneSvg(
  drawing: SVGSVGElement,
  title: string,
  background: string,
  backdrop: { readonly url: string; readonly width: number; readonly height: number } | null = null,
): SVGSVGElement {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const originals = drawing.querySelectorAll<SVGElement>("*");
  const copies = [...copy.querySelectorAll<SVGElement>("*")];
  const omitted = new Set(drawing.querySelectorAll(".packets, .catcher, .tip, .tip *"));
  copies.forEach((element, i) => {
    if (omitted.has(originals[i])) element.remove();
    else writeStyles(element, getComputedStyle(originals[i]));
    for (const name of ["class", "style", "tabindex"]) element.removeAttribute(name);
  });
  const { width, height } = drawing.getBoundingClientRect();
  const size = { width: String(Math.round(width)), height: String(Math.round(height)) };
  for (const name of copy.getAttributeNames()) copy.removeAttribute(name);
  for (const [name, value] of Object.entries({ ...size, viewBox: `0 0 ${size.width} ${size.height}` })) copy.setAttribute(name, value);
  copy.prepend(
    svgElement("title", {}, title),
    svgElement("rect", { ...size, fill: background }),
    ...(backdrop === null
      ? []
      : [svgElement("image", { width: String(backdrop.width), height: String(backdrop.height), href: backdrop.url })]),
  );
  return copy;
}

/** Writes all styles to each element, so that elements inherit nothing from a group but its opacity. */
function writeStyles(element: SVGElement, style: CSSStyleDeclaration): void {
  const hasNoStroke = style.getPropertyValue("stroke") === "none";
  const properties: readonly string[] =
    element instanceof SVGGElement ? ["opacity"] : element instanceof SVGTextElement ? textStyleProperties : styleProperties;
  for (const property of textStyleProperties) {
    const value = properties.includes(property) ? style.getPropertyValue(property) : "";
    if (value === "" || value === defaultStyles[property] || (hasNoStroke && property.startsWith("stroke")))
      element.removeAttribute(property);
    else element.setAttribute(property, value);
  }
}

function svgElement(tag: string, attributes: Readonly<Record<string, string>>, text = ""): SVGElement {
  const created = document.createElementNS(svgNamespace, tag);
  for (const [name, value] of Object.entries(attributes)) created.setAttribute(name, value);
  created.textContent = text;
  return created;
}

/** The table as CSV: a header of titles with units, then a line per row. */
export function csvText({ columns, rows }: TableData): string {
  return csvOf([columns.map(({ title, unit }) => (unit === "" ? title : `${title} (${unit})`)), ...rows]);
}

/** Downloads data as a file. */
export function downloadFile(name: string, file: Blob): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser has read the URL by the next task.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
