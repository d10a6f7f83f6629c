/** Saves a view as a file: its table as CSV; its drawing, redrawn for paper, as SVG, PNG or PDF. */
import type { Canvas, FigureSource, View, ViewData, ViewFile } from "../contract.ts";
import { madeOf } from "../marks/bound.ts";
import { readTheme } from "../marks/colour.ts";
import { csvText, save, standAlone } from "./export.ts";
import type { PdfPage, SvgNode } from "./pdf.ts";
import { still } from "../still.ts";
import { drawMarks, setAttributes, textMark } from "../marks/marks.ts";

/** Pixels per CSS pixel of a saved picture, and of the painted parts of a figure for print: 384 dpi. */
const [density, finest] = [2, 4];

/** Downloads the table of a view as CSV. */
export function saveTable(view: View, data: ViewData): void {
  save(`${view.id}.csv`, new Blob([csvText(data.units.inPageUnit(view.table(data)))], { type: "text/csv;charset=utf-8" }));
}

/** Downloads a file that the view creates itself. */
export function saveOwn({ name, type, text }: ViewFile, data: ViewData): void {
  save(name, new Blob([text(data)], { type }));
}

/** Format of a saved figure. */
export type FigureFormat = "svg" | "png" | "pdf";

/**
 * Widths of figures in a paper of two columns, inches: IEEE asks for 3.5 and 7.16 (Author Center, "Resolution and size"); ACM's columns of
 * 3.33 and 7 inches take the same figures, 5 % smaller.
 */
const inches = { column: 3.5, page: 7.16 } as const;
export type FigureWidth = keyof typeof inches;

/** Pixels and points per inch. */
const inch = { pixels: 96, points: 72 } as const;
/** Limits of height over width for printed figures without a preferred size. */
const proportions = { least: 0.45, most: 1 } as const;

/**
 * Downloads a figure with its source printed below.
 * @param seen Size of the drawing on the page, CSS pixels.
 * @param width Width in a paper; null for the size on the page.
 * @returns a warning sentence about missing characters; null if there are none
 */
export async function saveFigure(
  view: View,
  data: ViewData,
  seen: Size,
  source: FigureSource | null,
  format: FigureFormat,
  width: FigureWidth | null = null,
): Promise<string | null> {
  const size = width === null ? seen : sizeInPrint(view, data, seen, inches[width] * inch.pixels);
  const figure = figureOf(view, data, size, source, width === null ? density : finest);
  const name = `${view.id}${width === null ? "" : `-${width}`}.${format}`;
  if (format === "svg") save(name, new Blob([svgText(figure, width)], { type: "image/svg+xml;charset=utf-8" }));
  else if (format === "png") save(name, await pictureOf(figure));
  else {
    const { pdfOf } = await import("./pdf.ts");
    const points = width === null ? inch.points / inch.pixels : (inches[width] * inch.points) / figure.width;
    const { bytes, missing } = await pdfOf({ ...figure, root: nodeOf(figure.drawing), points });
    save(name, new Blob([bytes], { type: "application/pdf" }));
    if (missing.length > 0)
      return `Saved; the fonts of a PDF have no ${missing.slice(0, 5).join(" ")}${missing.length > 5 ? " …" : ""}, and ? stands in its place. An SVG has every letter.`;
  }
  return null;
}

type Size = Pick<Canvas, "width" | "height">;

/** Size of the drawing for a width: its preferred height, otherwise the proportions on the page. */
function sizeInPrint(view: View, data: ViewData, seen: Size, width: number): Size {
  const wanted = view.room?.(data, width);
  if (wanted !== undefined) return { width: wanted.width, height: wanted.height };
  return { width, height: Math.round(width * Math.max(proportions.least, Math.min(proportions.most, seen.height / seen.width))) };
}

/** A drawing for paper, with the metadata of a file. Sizes are pixels. */
interface Figure extends Size {
  /** The drawing, with all styles written out as attributes. */
  readonly drawing: SVGSVGElement;
  readonly title: string;
  /** Source of the drawing as text. */
  readonly subject: string;
  readonly link: PdfPage["link"];
  readonly pictures: ReadonlyMap<string, ImageData>;
}

/**
 * Draws a figure for paper. It is separate from the drawing on the page: always in the light theme on white, without hover or selection of
 * the pointer. Parts that the view paints on a canvas become an image.
 * @param fine Pixels of that image per pixel of the drawing.
 */
function figureOf(view: View, data: ViewData, size: Size, source: FigureSource | null, fine: number): Figure {
  const paper = document.createElement("div");
  paper.className = "view view-paper";
  paper.dataset["theme"] = "light";
  paper.ariaHidden = "true";
  const drawing = madeOf("svg") as SVGSVGElement;
  const [group, foot] = [madeOf("g"), madeOf("g")] as [SVGGElement, SVGGElement];
  drawing.append(group, foot);
  paper.append(drawing);
  document.body.append(paper);
  try {
    const canvas: Canvas = { ...size, theme: readTheme(paper), units: data.units };
    const words = source === null ? [] : footOf(source, size.width);
    const height = Math.ceil(size.height) + (words.length === 0 ? 0 : words.length * footLine + 6);
    setAttributes(drawing, { width: size.width, height });
    const at = (i: number) => Math.ceil(size.height) + (i + 1) * footLine;
    drawMarks(
      words.map((line, i) => textMark(`source ${i}`, 4, at(i), line, { "font-size": footSize, fill: canvas.theme.ink2 })),
      foot,
    );
    const rest = {
      width: size.width,
      height,
      subject: source === null ? "" : [source.results, source.link].filter((each) => each !== "").join(" "),
      link:
        source === null || source.link === ""
          ? null
          : { address: source.link, x: 0, y: at(-1), width: size.width, height: height - at(-1) },
    };
    const lacks = view.needs(data);
    if (lacks !== null) {
      drawMarks([textMark("missing", 12, 24, lacks, { "font-size": 13, fill: canvas.theme.ink2 })], group);
      return { ...rest, drawing: standAlone(drawing, lacks, canvas.theme.surface), title: lacks, pictures: new Map() };
    }
    const marks = view.layout(data, canvas);
    view.draw(marks, group, canvas, still);
    const title = view.summary(data);
    const under = painted(view, marks, canvas, fine);
    const address = under?.toDataURL("image/png") ?? null;
    const copy = standAlone(drawing, title, canvas.theme.surface, address === null ? null : { address, ...size });
    const pixels = under?.getContext("2d")?.getImageData(0, 0, under.width, under.height);
    return { ...rest, drawing: copy, title, pictures: address === null || pixels === undefined ? new Map() : new Map([[address, pixels]]) };
  } finally {
    paper.remove();
  }
}

/** Font size of the source below a figure, line distance, and maximum width of a character, pixels. */
const [footSize, footLine, footLetter] = [7.5, 10, 4.3];
/** Maximum lines of a printed link; a note replaces a longer one. */
const mostLinkLines = 4;

/** Lines of the source below a figure: the link, then program and checksum. */
function footOf({ link, results }: FigureSource, width: number): readonly string[] {
  const letters = Math.max(20, Math.floor((width - 8) / footLetter));
  // Break the link before a parameter name where possible.
  const lines = link.match(new RegExp(`.{1,${letters - 1}}(?=&|$)|.{1,${letters}}`, "gsu")) ?? [];
  const shown = lines.length <= mostLinkLines ? lines : ["The link is too long to print; the file's properties have it."];
  // Break the text at spaces.
  return [...shown, ...results.match(new RegExp(`.{1,${letters}}(?= |$)`, "gu"))!.map((line) => line.trim())];
}

/** @param paper Width in a paper; null to keep the size in pixels. */
function svgText({ drawing, subject, width, height }: Figure, paper: FigureWidth | null): string {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  if (paper !== null) setAttributes(copy, { width: `${inches[paper]}in`, height: `${((inches[paper] * height) / width).toFixed(3)}in` });
  if (subject !== "") copy.firstElementChild?.after(Object.assign(madeOf("desc"), { textContent: subject }));
  return `${new XMLSerializer().serializeToString(copy)}\n`;
}

/** Renders the figure as a PNG at twice the resolution of the page. */
async function pictureOf(figure: Figure): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([svgText(figure, null)], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = blankCanvas(figure, density);
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
    if (picture === null) throw new Error(`A picture of ${canvas.width} × ${canvas.height} pixels is too large for this browser.`);
    return picture;
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** An element and its descendants as plain data. */
function nodeOf(element: Element): SvgNode {
  const attributes = Object.fromEntries(element.getAttributeNames().map((name) => [name, element.getAttribute(name)!]));
  return { tag: element.localName, attributes, text: element.textContent, children: [...element.children].map(nodeOf) };
}

function blankCanvas({ width, height }: Size, fine: number): HTMLCanvasElement {
  return Object.assign(document.createElement("canvas"), { width: Math.round(width * fine), height: Math.round(height * fine) });
}

/** Paints the canvas part of a view; null if it paints nothing. */
function painted(view: View, marks: unknown, canvas: Canvas, fine: number): HTMLCanvasElement | null {
  const element = view.paint === undefined ? null : blankCanvas(canvas, fine);
  const context = element?.getContext("2d") ?? null;
  if (element === null || context === null) return null;
  context.scale(fine, fine);
  return view.paint?.(marks, context, canvas) === true ? element : null;
}
