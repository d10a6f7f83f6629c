/** Saves a view as a file: its table as CSV; its drawing, redrawn for paper, as SVG, PNG or PDF. */
import type { Canvas, FigureSource, View, ViewData, ViewFile } from "../contract.ts";
import { createSvgElement } from "../marks/bound-data.ts";
import { readTheme } from "../marks/color.ts";
import { csvText, downloadFile, standaloneSvg } from "./export.ts";
import type { PdfPage, SvgNode } from "./pdf.ts";
import { noActions } from "../no-actions.ts";
import { drawMarks, setAttributes, textMark } from "../marks/marks.ts";

/** Pixels per CSS pixel of a saved picture, and of the painted parts of a figure for print: 384 dpi. */
const [pictureDensity, printDensity] = [2, 4];

/** Downloads the table of a view as CSV. */
export function downloadTable(view: View, data: ViewData): void {
  downloadFile(`${view.id}.csv`, new Blob([csvText(data.units.inPageUnit(view.table(data)))], { type: "text/csv;charset=utf-8" }));
}

/** Downloads a file that the view creates itself. */
export function downloadViewFile({ name, type, text }: ViewFile, data: ViewData): void {
  downloadFile(name, new Blob([text(data)], { type }));
}

/** Format of a saved figure. */
export type FigureFormat = "svg" | "png" | "pdf";

/**
 * Widths of figures in a paper of two columns, inches: IEEE asks for 3.5 and 7.16 (Author Center, "Resolution and size"); ACM's columns of
 * 3.33 and 7 inches take the same figures, 5 % smaller.
 */
const paperWidths = { column: 3.5, page: 7.16 } as const;
export type FigureWidth = keyof typeof paperWidths;

/** Pixels and points per inch. */
const perInch = { pixels: 96, points: 72 } as const;
/** Limits of height over width for printed figures without a preferred size. */
const printProportions = { least: 0.45, most: 1 } as const;

/**
 * Saves the drawing of a view as an SVG, PNG or PDF file, with the source of the figure (its link and the version of the program) printed
 * below.
 * @param shownSize Size of the drawing on the page, CSS pixels.
 * @param width Width in a paper, a column or a page; null for the size on the page.
 * @returns a warning sentence about characters that the fonts of a PDF lack; null if there are none
 */
export async function downloadFigure(
  view: View,
  data: ViewData,
  shownSize: PixelSize,
  source: FigureSource | null,
  format: FigureFormat,
  width: FigureWidth | null = null,
): Promise<string | null> {
  const size = width === null ? shownSize : printSize(view, data, shownSize, paperWidths[width] * perInch.pixels);
  const figure = createFigure(view, data, size, source, width === null ? pictureDensity : printDensity);
  const name = `${view.id}${width === null ? "" : `-${width}`}.${format}`;
  if (format === "svg") downloadFile(name, new Blob([svgText(figure, width)], { type: "image/svg+xml;charset=utf-8" }));
  else if (format === "png") downloadFile(name, await pngOf(figure));
  else {
    const { createPdf } = await import("./pdf.ts");
    const pointsPerPixel = width === null ? perInch.points / perInch.pixels : (paperWidths[width] * perInch.points) / figure.width;
    const { bytes, missing } = await createPdf({ ...figure, root: svgNodeOf(figure.drawing), pointsPerPixel });
    downloadFile(name, new Blob([bytes], { type: "application/pdf" }));
    if (missing.length > 0)
      return `Saved; the PDF fonts lack ${missing.slice(0, 5).join(" ")}${missing.length > 5 ? " …" : ""}, which is printed as “?”. An SVG file contains every letter.`;
  }
  return null;
}

type PixelSize = Pick<Canvas, "width" | "height">;

/** Size of the drawing for a width: its preferred height, otherwise the proportions on the page. */
function printSize(view: View, data: ViewData, shownSize: PixelSize, width: number): PixelSize {
  const preferred = view.preferredSize?.(data, width);
  if (preferred !== undefined) return { width: preferred.width, height: preferred.height };
  return {
    width,
    height: Math.round(width * Math.max(printProportions.least, Math.min(printProportions.most, shownSize.height / shownSize.width))),
  };
}

/** A drawing for paper, with the metadata of a file. Sizes are pixels. */
interface Figure extends PixelSize {
  /** The drawing, with all styles written out as attributes. */
  readonly drawing: SVGSVGElement;
  readonly title: string;
  /** Source of the drawing as text. */
  readonly subject: string;
  readonly link: PdfPage["link"];
  readonly pictures: ReadonlyMap<string, ImageData>;
}

/**
 * Draws a view once more as a figure for paper, in a hidden element. The drawing on the page stays as it is. The figure is in the light
 * theme on white, without hover; below it are the lines of its source. Parts that the view paints on a canvas become an image. If the view
 * has no data, its message is drawn instead.
 * @param imageDensity Pixels of that image per pixel of the drawing.
 */
function createFigure(view: View, data: ViewData, size: PixelSize, source: FigureSource | null, imageDensity: number): Figure {
  // A hidden element in the light theme, because colors are read from the style sheets of the page.
  const paper = document.createElement("div");
  paper.className = "view view-paper";
  paper.dataset["theme"] = "light";
  paper.ariaHidden = "true";
  const drawing = createSvgElement("svg") as SVGSVGElement;
  const [group, sourceGroup] = [createSvgElement("g"), createSvgElement("g")] as [SVGGElement, SVGGElement];
  drawing.append(group, sourceGroup);
  paper.append(drawing);
  document.body.append(paper);
  try {
    const canvas: Canvas = { ...size, theme: readTheme(paper), units: data.units };
    const sourceRows = source === null ? [] : sourceLines(source, size.width);
    const height = Math.ceil(size.height) + (sourceRows.length === 0 ? 0 : sourceRows.length * sourceLineHeight + 6);
    setAttributes(drawing, { width: size.width, height });
    const lineY = (i: number) => Math.ceil(size.height) + (i + 1) * sourceLineHeight;
    drawMarks(
      sourceRows.map((line, i) => textMark(`source ${i}`, 4, lineY(i), line, { "font-size": sourceFontSize, fill: canvas.theme.ink2 })),
      sourceGroup,
    );
    const common = {
      width: size.width,
      height,
      subject: source === null ? "" : [source.results, source.link].filter((each) => each !== "").join(" "),
      link:
        source === null || source.link === ""
          ? null
          : { url: source.link, x: 0, y: lineY(-1), width: size.width, height: height - lineY(-1) },
    };
    // A view without data is drawn as its message.
    const message = view.emptyMessage(data);
    if (message !== null) {
      drawMarks([textMark("missing", 12, 24, message, { "font-size": 13, fill: canvas.theme.ink2 })], group);
      return { ...common, drawing: standaloneSvg(drawing, message, canvas.theme.surface), title: message, pictures: new Map() };
    }
    const marks = view.layout(data, canvas);
    view.draw(marks, group, canvas, noActions);
    const title = view.summary(data);
    const backdrop = paintView(view, marks, canvas, imageDensity);
    const imageUrl = backdrop?.toDataURL("image/png") ?? null;
    const copy = standaloneSvg(drawing, title, canvas.theme.surface, imageUrl === null ? null : { url: imageUrl, ...size });
    const pixels = backdrop?.getContext("2d")?.getImageData(0, 0, backdrop.width, backdrop.height);
    return {
      ...common,
      drawing: copy,
      title,
      pictures: imageUrl === null || pixels === undefined ? new Map() : new Map([[imageUrl, pixels]]),
    };
  } finally {
    paper.remove();
  }
}

/** Font size of the source below a figure, line distance, and maximum width of a character, pixels. */
const [sourceFontSize, sourceLineHeight, sourceCharWidth] = [7.5, 10, 4.3];
/** Maximum lines of a printed link; a note replaces a longer one. */
const maxLinkLines = 4;

/** Lines of the source below a figure: the sentence of its document, the link, then program and checksum. */
function sourceLines({ document, link, results }: FigureSource, width: number): readonly string[] {
  const charsPerLine = Math.max(20, Math.floor((width - 8) / sourceCharWidth));
  // Break the link before a parameter name where possible.
  const lines = link.match(new RegExp(`.{1,${charsPerLine - 1}}(?=&|$)|.{1,${charsPerLine}}`, "gsu")) ?? [];
  const linkLines = lines.length <= maxLinkLines ? lines : ["The link is too long to print; it is in the file's properties."];
  // Break texts at spaces.
  const linesOf = (text: string) => (text.match(new RegExp(`.{1,${charsPerLine}}(?= |$)`, "gu")) ?? []).map((line) => line.trim());
  return [...linesOf(document), ...linkLines, ...linesOf(results)];
}

/** @param paper Width in a paper; null to keep the size in pixels. */
function svgText({ drawing, subject, width, height }: Figure, paper: FigureWidth | null): string {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  if (paper !== null)
    setAttributes(copy, { width: `${paperWidths[paper]}in`, height: `${((paperWidths[paper] * height) / width).toFixed(3)}in` });
  if (subject !== "") copy.firstElementChild?.after(Object.assign(createSvgElement("desc"), { textContent: subject }));
  return `${new XMLSerializer().serializeToString(copy)}\n`;
}

/** Renders the figure as a PNG at twice the resolution of the page. */
async function pngOf(figure: Figure): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([svgText(figure, null)], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = blankCanvas(figure, pictureDensity);
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
    if (picture === null) throw new Error(`A picture of ${canvas.width} × ${canvas.height} pixels is too large for this browser.`);
    return picture;
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** An element and its descendants as plain data. */
function svgNodeOf(element: Element): SvgNode {
  const attributes = Object.fromEntries(element.getAttributeNames().map((name) => [name, element.getAttribute(name)!]));
  return { tag: element.localName, attributes, text: element.textContent, children: [...element.children].map(svgNodeOf) };
}

function blankCanvas({ width, height }: PixelSize, density: number): HTMLCanvasElement {
  return Object.assign(document.createElement("canvas"), { width: Math.round(width * density), height: Math.round(height * density) });
}

/** Paints the canvas part of a view; null if it paints nothing. */
function paintView(view: View, marks: unknown, canvas: Canvas, density: number): HTMLCanvasElement | null {
  const element = view.paint === undefined ? null : blankCanvas(canvas, density);
  const context = element?.getContext("2d") ?? null;
  if (element === null || context === null) return null;
  context.scale(density, density);
  return view.paint?.(marks, context, canvas) === true ? element : null;
}
