/** Exports a view as files: its drawing as a self-contained SVG, its table as CSV. */
import { csvOf } from "../../words/csv.ts";
import type { Table } from "../contract.ts";

const svgNamespace = "http://www.w3.org/2000/svg";

/** Style properties of an SVG element, which are read from the page and written into the file. */
const looks = [
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
const textLooks = [...looks, "font-family", "font-size", "font-weight", "font-variant-numeric", "text-anchor"] as const;
/** Default values, which need not be written. */
const usual: Readonly<Record<string, string>> = {
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
 * A drawing on the page with all colors and fonts written out. Moving parts and hover elements are omitted.
 * @param under An image below the upper left part of the drawing, as a data URL, with its size.
 */
export function standAlone(
  drawing: SVGSVGElement,
  title: string,
  ground: string,
  under: { readonly address: string; readonly width: number; readonly height: number } | null = null,
): SVGSVGElement {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const originals = drawing.querySelectorAll<SVGElement>("*");
  const copies = [...copy.querySelectorAll<SVGElement>("*")];
  const isLeftOut = new Set(drawing.querySelectorAll(".packets, .catcher, .tip, .tip *"));
  copies.forEach((element, i) => {
    if (isLeftOut.has(originals[i])) element.remove();
    else writeLooks(element, getComputedStyle(originals[i]));
    for (const name of ["class", "style", "tabindex"]) element.removeAttribute(name);
  });
  const { width, height } = drawing.getBoundingClientRect();
  const size = { width: String(Math.round(width)), height: String(Math.round(height)) };
  for (const name of copy.getAttributeNames()) copy.removeAttribute(name);
  for (const [name, value] of Object.entries({ ...size, viewBox: `0 0 ${size.width} ${size.height}` })) copy.setAttribute(name, value);
  copy.prepend(
    element("title", {}, title),
    element("rect", { ...size, fill: ground }),
    ...(under === null ? [] : [element("image", { width: String(under.width), height: String(under.height), href: under.address })]),
  );
  return copy;
}

/** Writes all styles onto the element itself, so that groups pass down nothing but their opacity. */
function writeLooks(element: SVGElement, style: CSSStyleDeclaration): void {
  const isBare = style.getPropertyValue("stroke") === "none";
  const own: readonly string[] = element instanceof SVGGElement ? ["opacity"] : element instanceof SVGTextElement ? textLooks : looks;
  for (const look of textLooks) {
    const value = own.includes(look) ? style.getPropertyValue(look) : "";
    if (value === "" || value === usual[look] || (isBare && look.startsWith("stroke"))) element.removeAttribute(look);
    else element.setAttribute(look, value);
  }
}

function element(tag: string, attributes: Readonly<Record<string, string>>, text = ""): SVGElement {
  const made = document.createElementNS(svgNamespace, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.textContent = text;
  return made;
}

/** The table as CSV: a header of titles with units, then a line per row. */
export function csvText({ columns, rows }: Table): string {
  return csvOf([columns.map(({ title, unit }) => (unit === "" ? title : `${title} (${unit})`)), ...rows]);
}

/** Downloads data as a file. */
export function save(name: string, file: Blob): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser has read the URL by the next task.
  setTimeout(() => URL.revokeObjectURL(address), 0);
}
