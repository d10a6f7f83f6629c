/** A view as a file: its table as CSV; its drawing, made anew for paper, as SVG and PNG. */
import type { Canvas, View, ViewData, ViewFile } from "../contract.ts";
import { readTheme } from "../marks/colour.ts";
import { csvText, save, svgText } from "./export.ts";
import { still } from "../still.ts";
import { drawMarks, textMark } from "../marks/marks.ts";

/** Pixels of a saved picture for each of the page's. */
const density = 2;

/** Hands the reader the table. */
export function saveTable(view: View, data: ViewData): void {
  save(`${view.id}.csv`, new Blob([csvText(data.units.inPageUnit(view.table(data)))], { type: "text/csv;charset=utf-8" }));
}

/** Hands the reader a file that the view makes itself. */
export function saveOwn({ name, type, text }: ViewFile, data: ViewData): void {
  save(name, new Blob([text(data)], { type }));
}

/** Hands the reader the drawing as SVG of that size, CSS pixels. */
export function saveDrawing(view: View, data: ViewData, size: Size): void {
  save(`${view.id}.svg`, new Blob([drawingText(view, data, size)], { type: "image/svg+xml;charset=utf-8" }));
}

/** Hands the reader the drawing as PNG, twice as fine as on the page. */
export async function savePicture(view: View, data: ViewData, size: Size): Promise<void> {
  const address = URL.createObjectURL(new Blob([drawingText(view, data, size)], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = blankCanvas(size);
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
    if (picture === null) throw new Error(`A picture of ${canvas.width} × ${canvas.height} pixels is too large for this browser.`);
    save(`${view.id}.png`, picture);
  } finally {
    URL.revokeObjectURL(address);
  }
}

type Size = Pick<Canvas, "width" | "height">;

function blankCanvas({ width, height }: Size): HTMLCanvasElement {
  return Object.assign(document.createElement("canvas"), { width: Math.round(width * density), height: Math.round(height * density) });
}

/**
 * The drawing for paper. It is not the page's own: whatever theme the page has, it is light and on white, and holds
 * nothing of the pointer. What a view paints on a canvas goes in as an image.
 */
function drawingText(view: View, data: ViewData, size: Size): string {
  const paper = document.createElement("div");
  paper.className = "view view-paper";
  paper.dataset["theme"] = "light";
  paper.ariaHidden = "true";
  const drawing = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const group = document.createElementNS("http://www.w3.org/2000/svg", "g");
  drawing.setAttribute("width", String(size.width));
  drawing.setAttribute("height", String(size.height));
  drawing.append(group);
  paper.append(drawing);
  document.body.append(paper);
  try {
    const canvas: Canvas = { ...size, theme: readTheme(paper), units: data.units };
    const lacks = view.needs(data);
    if (lacks !== null) {
      drawMarks([textMark("missing", 12, 24, lacks, { "font-size": 13, fill: canvas.theme.ink2 })], group);
      return svgText(drawing, lacks, canvas.theme.surface);
    }
    const marks = view.layout(data, canvas);
    view.draw(marks, group, canvas, still);
    return svgText(drawing, view.summary(data), canvas.theme.surface, painted(view, marks, canvas));
  } finally {
    paper.remove();
  }
}

function painted(view: View, marks: unknown, canvas: Canvas): string | null {
  const element = view.paint === undefined ? null : blankCanvas(canvas);
  const context = element?.getContext("2d") ?? null;
  if (element === null || context === null) return null;
  context.scale(density, density);
  view.paint?.(marks, context, canvas);
  return element.toDataURL("image/png");
}
