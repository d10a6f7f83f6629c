/** A view as a file: its drawing as SVG that stands alone, its table as CSV. */
import type { Table } from "../contract.ts";

/** What decides how an SVG element looks; read from the page's styles and written into the file. */
const looks = [
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
] as const;

/** The drawing with every colour and font written out. What moves, and what waits for the pointer, is left out. */
export function svgText(drawing: SVGSVGElement, title: string, ground: string): string {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const originals = drawing.querySelectorAll<SVGElement>("*");
  copy.querySelectorAll<SVGElement>("*").forEach((element, i) => {
    const style = getComputedStyle(originals[i]);
    for (const look of looks) {
      const value = style.getPropertyValue(look);
      if (value !== "" && (value !== "none" || look === "fill")) element.setAttribute(look, value);
    }
    element.removeAttribute("class");
  });
  const passing = drawing.querySelectorAll<SVGElement>("*");
  [...copy.querySelectorAll<SVGElement>("*")].forEach((element, i) => {
    if (passing[i].matches(".drift, .catcher, .tip, .tip *")) element.remove();
  });
  const { width, height } = drawing.getBoundingClientRect();
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(Math.round(width)));
  copy.setAttribute("height", String(Math.round(height)));
  for (const name of ["class", "style", "role", "aria-label", "data-playing"]) copy.removeAttribute(name);
  const name = document.createElementNS("http://www.w3.org/2000/svg", "title");
  name.textContent = title;
  const paper = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  for (const [attribute, value] of [
    ["width", "100%"],
    ["height", "100%"],
    ["fill", ground],
  ])
    paper.setAttribute(attribute, value);
  copy.prepend(name, paper);
  return `${new XMLSerializer().serializeToString(copy)}\n`;
}

/** The table as CSV: a header of titles with units, a line per row. (RFC 4180) */
export function csvText({ columns, rows }: Table): string {
  const quoted = (value: string | number) =>
    typeof value === "string" && /[",\n\r]/.test(value) ? `"${value.replaceAll('"', '""')}"` : String(value);
  const header = columns.map(({ title, unit }) => quoted(unit === "" ? title : `${title} (${unit})`));
  return [header, ...rows.map((row) => row.map(quoted))].map((line) => `${line.join(",")}\r\n`).join("");
}

/** Hands a text to the reader as a file. */
export function saveText(name: string, type: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken the address by the next turn.
  setTimeout(() => URL.revokeObjectURL(address), 0);
}
