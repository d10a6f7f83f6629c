/** A view as a file: its table as CSV; its drawing, made anew for paper, as SVG, PNG and PDF. */
import type { Canvas, FigureSource, View, ViewData, ViewFile } from "../contract.ts";
import { madeOf } from "../marks/bound.ts";
import { readTheme } from "../marks/colour.ts";
import { csvText, save, standAlone } from "./export.ts";
import type { PdfPage, SvgNode } from "./pdf.ts";
import { still } from "../still.ts";
import { drawMarks, setAttributes, textMark } from "../marks/marks.ts";

/** Pixels of a saved picture for each of the page's, and of what is painted in a figure for print: 384 to the inch. */
const [density, finest] = [2, 4];

/** Hands the reader the table. */
export function saveTable(view: View, data: ViewData): void {
  save(`${view.id}.csv`, new Blob([csvText(data.units.inPageUnit(view.table(data)))], { type: "text/csv;charset=utf-8" }));
}

/** Hands the reader a file that the view makes itself. */
export function saveOwn({ name, type, text }: ViewFile, data: ViewData): void {
  save(name, new Blob([text(data)], { type }));
}

/** A file that a figure is saved as. */
export type FigureFormat = "svg" | "png" | "pdf";

/**
 * Widths of figures in a paper of two columns, inches: IEEE asks for 3.5 and 7.16 (Author Center, "Resolution and size"); ACM's columns
 * of 3.33 and 7 inches take the same, a twentieth smaller.
 */
const inches = { column: 3.5, page: 7.16 } as const;
export type FigureWidth = keyof typeof inches;

/** Pixels and points of an inch. */
const inch = { pixels: 96, points: 72 } as const;
/** Heights of figures in print that say none of their own, in parts of their width. */
const proportions = { least: 0.45, most: 1 } as const;

/**
 * Hands the reader the drawing as a figure, with its source below it.
 * @param seen its size on the page, CSS pixels
 * @param width that of a paper; null for the size that is seen
 * @returns what the file lacks, as a sentence; nothing where it lacks nothing
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

/** The drawing in a width: as high as it wants to be, else as it is seen. */
function sizeInPrint(view: View, data: ViewData, seen: Size, width: number): Size {
  const wanted = view.room?.(data, width);
  if (wanted !== undefined) return { width: wanted.width, height: wanted.height };
  return { width, height: Math.round(width * Math.max(proportions.least, Math.min(proportions.most, seen.height / seen.width))) };
}

/** A drawing for paper, with what a file says of it. Sizes are pixels. */
interface Figure extends Size {
  /** All looks are written out as attributes. */
  readonly drawing: SVGSVGElement;
  readonly title: string;
  /** What it was made of, in words. */
  readonly subject: string;
  readonly link: PdfPage["link"];
  readonly pictures: ReadonlyMap<string, ImageData>;
}

/**
 * The drawing for paper. It is not the page's own: whatever theme the page has, it is light and on white, and holds
 * nothing of the pointer. What a view paints on a canvas goes in as an image.
 * @param fine pixels of that image for each of the drawing's
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

/** Size of the words below a figure, the distance of their lines, and how wide a letter is at most, pixels. */
const [footSize, footLine, footLetter] = [7.5, 10, 4.3];
/** Lines of a link that a figure prints; of a longer one it says where it is. */
const mostLinkLines = 4;

/** The source below a figure, line by line: the link, then program and digest. */
function footOf({ link, results }: FigureSource, width: number): readonly string[] {
  const letters = Math.max(20, Math.floor((width - 8) / footLetter));
  // A link is parted before the name of a value, where there is one.
  const lines = link.match(new RegExp(`.{1,${letters - 1}}(?=&|$)|.{1,${letters}}`, "gsu")) ?? [];
  const shown = lines.length <= mostLinkLines ? lines : ["The link is too long to print; the file's properties have it."];
  // Words are parted at spaces.
  return [...shown, ...results.match(new RegExp(`.{1,${letters}}(?= |$)`, "gu"))!.map((line) => line.trim())];
}

/** @param width of paper; null where pixels are its measure */
function svgText({ drawing, subject, width, height }: Figure, paper: FigureWidth | null): string {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  if (paper !== null) setAttributes(copy, { width: `${inches[paper]}in`, height: `${((inches[paper] * height) / width).toFixed(3)}in` });
  if (subject !== "") copy.firstElementChild?.after(Object.assign(madeOf("desc"), { textContent: subject }));
  return `${new XMLSerializer().serializeToString(copy)}\n`;
}

/** The figure as PNG, twice as fine as on the page. */
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

/** An element and those in it as plain data. */
function nodeOf(element: Element): SvgNode {
  const attributes = Object.fromEntries(element.getAttributeNames().map((name) => [name, element.getAttribute(name)!]));
  return { tag: element.localName, attributes, text: element.textContent, children: [...element.children].map(nodeOf) };
}

function blankCanvas({ width, height }: Size, fine: number): HTMLCanvasElement {
  return Object.assign(document.createElement("canvas"), { width: Math.round(width * fine), height: Math.round(height * fine) });
}

/** What a view paints; null where it paints nothing. */
function painted(view: View, marks: unknown, canvas: Canvas, fine: number): HTMLCanvasElement | null {
  const element = view.paint === undefined ? null : blankCanvas(canvas, fine);
  const context = element?.getContext("2d") ?? null;
  if (element === null || context === null) return null;
  context.scale(fine, fine);
  return view.paint?.(marks, context, canvas) === true ? element : null;
}
