/**
 * Writes a drawing as a PDF of one page (PDF 32000-1): the paths, texts and images of its SVG. Drawings use few kinds of marks, so this
 * small writer suffices; a PDF library would be many times as large as the rest of the export code.
 */
import { pdfNumber, pathOperators } from "./pdf-path.ts";
import { type FontName, fonts, textRuns } from "./pdf-text.ts";

/** An SVG element with all styles as attributes. */
export interface SvgNode {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly text: string;
  readonly children: readonly SvgNode[];
}

/** Pixels of an image, row by row: red, green, blue and opacity, 0 … 255. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: ArrayLike<number>;
}

/** A page to write: the drawing, its size, and the metadata of the file. */
export interface PdfPage {
  /** The drawing, in pixels. */
  readonly root: SvgNode;
  /** Size in pixels, and points per pixel. */
  readonly width: number;
  readonly height: number;
  readonly pointsPerPixel: number;
  readonly title: string;
  /** Source of the drawing as text; may be empty. */
  readonly subject: string;
  /** A link with its rectangle on the page, pixels; null for none. */
  readonly link: {
    readonly url: string;
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  } | null;
  /** Images by the URL used in the drawing. */
  readonly pictures: ReadonlyMap<string, Pixels>;
}

/** The file, and the characters that its fonts do not have, which are replaced by question marks. */
export interface Pdf {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly missing: readonly string[];
}

/**
 * Writes a drawing as a PDF file of one page. The objects of the file are, in this order: the content stream (first, because only then the
 * opacities and images that it uses are known), the opacities and images as resources, the page, the catalog and the metadata.
 */
export async function createPdf(page: PdfPage): Promise<Pdf> {
  const content = new ContentWriter(page.pictures);
  const scale = pdfFactor(page.pointsPerPixel);
  // The matrix scales pixels to points and turns the y axis downwards.
  content.write("q", `${scale} 0 0 -${scale} 0 ${pdfNumber(page.height * page.pointsPerPixel)} cm`);
  content.paint(page.root, { opacity: 1 });
  content.write("Q");
  const file = new PdfFile();
  const contentObject = file.add("", await deflate(latinBytes(content.text())));
  const fontRefs = Object.entries(fonts).map(([name, font]) => {
    const encoding = font === "Symbol" ? "" : " /Encoding /WinAnsiEncoding";
    return `/${name} ${file.add(`/Type /Font /Subtype /Type1 /BaseFont /${font}${encoding}`)} 0 R`;
  });
  // Opacities are set by graphics states of the page.
  const states = content.states.map(([fill, stroke], i) => `/G${i} << /ca ${fill} /CA ${stroke} >>`);
  const pictures = await Promise.all(content.usedPictures.map(async (pixels, i) => `/I${i} ${await addPicture(file, pixels)} 0 R`));
  const resources = `<< /Font << ${fontRefs.join(" ")} >> /ExtGState << ${states.join(" ")} >> /XObject << ${pictures.join(" ")} >> >>`;
  const pages = file.reserve();
  const box = `[0 0 ${pdfNumber(page.width * page.pointsPerPixel)} ${pdfNumber(page.height * page.pointsPerPixel)}]`;
  const pageObject = file.add(
    `/Type /Page /Parent ${pages} 0 R /MediaBox ${box} /Resources ${resources} /Contents ${contentObject} 0 R${annotationsOf(page)}`,
  );
  file.fill(pages, `/Type /Pages /Kids [${pageObject} 0 R] /Count 1`);
  const catalog = file.add(`/Type /Catalog /Pages ${pages} 0 R /ViewerPreferences << /DisplayDocTitle true >>`);
  const info = file.add(`/Title ${pdfString(page.title)} /Subject ${pdfString(page.subject)} /Creator (Fabricscope)`);
  return { bytes: file.bytes(catalog, info), missing: [...content.missing] };
}

function annotationsOf({ link, height, pointsPerPixel }: PdfPage): string {
  if (link === null) return "";
  const [left, right] = [link.x, link.x + link.width].map((x) => pdfNumber(x * pointsPerPixel));
  const [top, bottom] = [link.y, link.y + link.height].map((y) => pdfNumber((height - y) * pointsPerPixel));
  // URLs are ASCII.
  const address = encodeURI(link.url)
    .replaceAll("%25", "%")
    .replaceAll(/[\\()]/g, String.raw`\$&`);
  return ` /Annots [<< /Type /Annot /Subtype /Link /Border [0 0 0] /Rect [${left} ${bottom} ${right} ${top}] /A << /S /URI /URI (${address}) >> >>]`;
}

/** State inherited from parent elements. */
interface Inherited {
  readonly opacity: number;
}

/** Translates a drawing into the operators of a page content stream. */
class ContentWriter {
  private readonly lines: string[] = [];
  readonly missing = new Set<string>();
  /** Graphics states: opacities of fill and stroke. */
  readonly states: (readonly [fill: number, stroke: number])[] = [];
  readonly usedPictures: Pixels[] = [];

  constructor(private readonly pictures: ReadonlyMap<string, Pixels>) {}

  write(...lines: readonly string[]): void {
    this.lines.push(...lines);
  }

  text(): string {
    return `${this.lines.join("\n")}\n`;
  }

  /** Writes an element and its children. A transform is wrapped in a saved graphics state. */
  paint(node: SvgNode, { opacity: outer }: Inherited): void {
    const { tag, attributes, children } = node;
    const opacity = outer * Number(attributes["opacity"] ?? 1);
    if (opacity === 0 || tag === "title" || attributes["display"] === "none") return;
    const transforms = transformOperators(attributes["transform"] ?? "");
    if (transforms.length > 0) this.write("q", ...transforms);
    if (tag === "text") this.paintText(node, opacity);
    else if (tag === "image") this.paintPicture(attributes);
    else {
      const outline = outlineOf(tag, attributes);
      if (outline !== "") this.paintOutline(outline, attributes, opacity);
      for (const child of children) this.paint(child, { opacity });
    }
    if (transforms.length > 0) this.write("Q");
  }

  /** Fills and strokes an outline with its colors and opacities. */
  private paintOutline(outline: string, attributes: SvgNode["attributes"], opacity: number): void {
    const fill = parseCssColor(attributes["fill"] ?? "#000");
    const stroke = this.strokeOf(attributes);
    if (fill === null && stroke === null) return;
    const [fillOpacity, strokeOpacity] = [fill, stroke?.color ?? null].map(
      (color, i) => opacity * (color?.alpha ?? 1) * Number(attributes[i === 0 ? "fill-opacity" : "stroke-opacity"] ?? 1),
    );
    this.write(
      "q",
      this.stateOf(fillOpacity, strokeOpacity),
      ...(fill === null ? [] : [`${fill.text} rg`]),
      ...(stroke?.operators ?? []),
      outline,
      fill === null ? "S" : stroke === null ? "f" : "B",
      "Q",
    );
  }

  private strokeOf(attributes: SvgNode["attributes"]) {
    const color = parseCssColor(attributes["stroke"] ?? "none");
    const width = Number.parseFloat(attributes["stroke-width"] ?? "1");
    if (color === null || width === 0) return null;
    const dashes = (attributes["stroke-dasharray"] ?? "none").match(/[\d.]+/g) ?? [];
    const cap = ["butt", "round", "square"].indexOf(attributes["stroke-linecap"] ?? "butt");
    const join = ["miter", "round", "bevel"].indexOf(attributes["stroke-linejoin"] ?? "miter");
    const operators = [`${color.text} RG`, `${pdfNumber(width)} w`, `${Math.max(0, cap)} J`, `${Math.max(0, join)} j`];
    return { color, operators: dashes.length === 0 ? operators : [...operators, `[${dashes.join(" ")}] 0 d`] };
  }

  /**
   * Writes a text element: positions its runs (parts in one font) from left to right according to its anchor. If it has a halo, the text is
   * stroked first and then filled. Widths of runs are in thousandths of the font size; `scale` and `rise` (the shift upwards) are parts of
   * it.
   */
  private paintText({ attributes, text }: SvgNode, opacity: number): void {
    const fill = parseCssColor(attributes["fill"] ?? "#000");
    const size = Number.parseFloat(attributes["font-size"] ?? "11");
    const weight = attributes["font-weight"] ?? "400";
    const runs = textRuns(text, weight === "bold" || Number(weight) >= 600, this.missing);
    const width = (runs.reduce((sum, each) => sum + each.width, 0) / 1000) * size;
    const anchorShare = { middle: 0.5, end: 1 }[attributes["text-anchor"] ?? ""] ?? 0;
    const left = Number.parseFloat(attributes["x"] ?? "0") - anchorShare * width;
    const y = Number.parseFloat(attributes["y"] ?? "0");
    /** Operators that draw all runs. `mode` is the text rendering mode of PDF: 0 fills, 1 strokes. */
    const textOperators = (mode: 0 | 1) => {
      let x = left;
      return runs.flatMap(({ font, codes, width: advance, scale, rise }) => {
        const textMatrix = `1 0 0 -1 ${pdfNumber(x)} ${pdfNumber(y - rise * size)} Tm`;
        x += (advance / 1000) * size;
        return [
          `/${font satisfies FontName} ${pdfNumber(size * scale)} Tf`,
          `${mode} Tr`,
          textMatrix,
          `<${codes.map((code) => code.toString(16).padStart(2, "0")).join("")}> Tj`,
        ];
      });
    };
    // The halo is stroked before the letters are filled.
    const stroke = this.strokeOf(attributes);
    if (stroke !== null) {
      const strokeOpacity = opacity * stroke.color.alpha * Number(attributes["stroke-opacity"] ?? 1);
      this.write("q", this.stateOf(1, strokeOpacity), ...stroke.operators, "BT", ...textOperators(1), "ET", "Q");
    }
    if (fill === null) return;
    const fillOpacity = opacity * fill.alpha * Number(attributes["fill-opacity"] ?? 1);
    this.write("q", this.stateOf(fillOpacity, 1), `${fill.text} rg`, "BT", ...textOperators(0), "ET", "Q");
  }

  /** Places an image. */
  private paintPicture(attributes: SvgNode["attributes"]): void {
    const pixels = this.pictures.get(attributes["href"] ?? "");
    if (pixels === undefined) return;
    const [x, y, width, height] = ["x", "y", "width", "height"].map((name) => Number.parseFloat(attributes[name] ?? "0"));
    this.usedPictures.push(pixels);
    // Image rows run upwards in PDF.
    this.write(
      "q",
      `${pdfNumber(width)} 0 0 -${pdfNumber(height)} ${pdfNumber(x)} ${pdfNumber(y + height)} cm`,
      `/I${this.usedPictures.length - 1} Do`,
      "Q",
    );
  }

  /** Operator that selects the graphics state of two opacities. */
  private stateOf(fill: number, stroke: number): string {
    const rounded = [fill, stroke].map((each) => Math.round(each * 1000) / 1000) as [number, number];
    let index = this.states.findIndex(([a, b]) => a === rounded[0] && b === rounded[1]);
    if (index < 0) index = this.states.push(rounded) - 1;
    return `/G${index} gs`;
  }
}

/** The transformations of an SVG `transform` as operators, in order. */
function transformOperators(transform: string): readonly string[] {
  return [...transform.matchAll(/(\w+)\s*\(([^)]*)\)/g)].flatMap(([, name, argumentText]) => {
    const [a = 0, b, c, ...rest] = argumentText
      .split(/[\s,]+/)
      .filter((each) => each !== "")
      .map(Number);
    const matrix = (...values: readonly number[]) => `${values.map((value) => pdfFactor(value)).join(" ")} cm`;
    if (name === "translate") return [matrix(1, 0, 0, 1, a, b ?? 0)];
    if (name === "scale") return [matrix(a, 0, 0, b ?? a, 0, 0)];
    if (name === "matrix") return [matrix(a, b, c, ...rest)];
    const [cos, sin] = [Math.cos((a * Math.PI) / 180), Math.sin((a * Math.PI) / 180)];
    const rotation = matrix(cos, sin, -sin, cos, 0, 0);
    return b === undefined ? [rotation] : [matrix(1, 0, 0, 1, b, c), rotation, matrix(1, 0, 0, 1, -b, -c)];
  });
}

/** A number with six decimals, for scale factors. */
const pdfFactor = (value: number) => String(Math.round(value * 1e6) / 1e6);

/**
 * Path operators of PDF for the outline of an SVG element; empty for an element without an outline. PDF has no circles and no rounded
 * rectangles, so they become paths with arcs.
 */
function outlineOf(tag: string, attributes: SvgNode["attributes"]): string {
  const number = (name: string) => Number.parseFloat(attributes[name] ?? "0");
  const [x, y, width, height] = [number("x"), number("y"), number("width"), number("height")];
  switch (tag) {
    case "path":
      return pathOperators(attributes["d"] ?? "");
    case "rect": {
      const r = Math.min(number("rx") || number("ry"), width / 2, height / 2);
      if (width <= 0 || height <= 0) return "";
      if (r <= 0) return `${[x, y, width, height].map(pdfNumber).join(" ")} re`;
      // Clockwise, from the left end of the upper edge.
      const arc = `a${r} ${r} 0 0 1`;
      return pathOperators(
        `M${x + r} ${y}h${width - 2 * r}${arc} ${r} ${r}v${height - 2 * r}${arc} ${-r} ${r}h${2 * r - width}${arc} ${-r} ${-r}v${2 * r - height}${arc} ${r} ${-r}z`,
      );
    }
    case "circle": {
      const r = number("r");
      return r <= 0 ? "" : pathOperators(`M${number("cx") - r} ${number("cy")}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`);
    }
    case "line":
      return pathOperators(`M${number("x1")} ${number("y1")}L${number("x2")} ${number("y2")}`);
    default:
      return "";
  }
}

/** A CSS color as computed by a browser, components 0 … 1; null for no color. */
function parseCssColor(value: string): { readonly text: string; readonly alpha: number } | null {
  if (value === "none" || value === "transparent" || value === "") return null;
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(value)?.[1];
  if (hex !== undefined) {
    const sixDigits = hex.length === 3 ? hex.replaceAll(/./g, "$&$&") : hex;
    return pdfColor(
      [0, 2, 4].map((at) => Number.parseInt(sixDigits.slice(at, at + 2), 16) / 255),
      1,
    );
  }
  const parts = value.match(/-?[\d.]+(?:e-?\d+)?/g)?.map(Number) ?? [0, 0, 0];
  const largest = value.startsWith("color(") ? 1 : 255;
  return pdfColor(
    parts.slice(0, 3).map((part) => part / largest),
    parts[3] ?? 1,
  );
}

function pdfColor(parts: readonly number[], alpha: number) {
  const text = parts.map((part) => String(Math.round(Math.max(0, Math.min(1, part)) * 1000) / 1000)).join(" ");
  return { text, alpha };
}

async function addPicture(file: PdfFile, { width, height, data }: Pixels): Promise<number> {
  const [colors, opacities] = [new Uint8Array(3 * width * height), new Uint8Array(width * height)];
  for (let i = 0; i < opacities.length; i++) {
    colors.set([data[4 * i], data[4 * i + 1], data[4 * i + 2]], 3 * i);
    opacities[i] = data[4 * i + 3];
  }
  const dictionary = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent 8`;
  const mask = file.add(`${dictionary} /ColorSpace /DeviceGray`, await deflate(opacities));
  return file.add(`${dictionary} /ColorSpace /DeviceRGB /SMask ${mask} 0 R`, await deflate(colors));
}

/** The objects of a PDF file, numbered from 1. */
class PdfFile {
  private readonly objects: (readonly Uint8Array[])[] = [];

  reserve(): number {
    return this.objects.push([]);
  }

  fill(object: number, entries: string): void {
    this.objects[object - 1] = [latinBytes(`<< ${entries} >>`)];
  }

  /** Adds a dictionary, with a deflated stream if given. @returns the object number */
  add(entries: string, stream?: Uint8Array): number {
    const object = this.reserve();
    if (stream === undefined) this.fill(object, entries);
    else
      this.objects[object - 1] = [
        latinBytes(`<< ${entries} /Filter /FlateDecode /Length ${stream.length} >>\nstream\n`),
        stream,
        latinBytes("\nendstream"),
      ];
    return object;
  }

  /**
   * Writes the whole file as bytes: header, objects, the cross-reference table with the byte offset of each object, and the trailer, which
   * refers to the objects numbered `catalog` and `info`.
   */
  bytes(catalog: number, info: number): Uint8Array<ArrayBuffer> {
    // Bytes above 127 in the second line mark the file as binary.
    const parts: Uint8Array[] = [latinBytes("%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n")];
    let length = parts[0].length;
    const append = (part: Uint8Array) => {
      parts.push(part);
      length += part.length;
    };
    const offsets = this.objects.map((object, i) => {
      const offset = length;
      append(latinBytes(`${i + 1} 0 obj\n`));
      for (const part of object) append(part);
      append(latinBytes("\nendobj\n"));
      return offset;
    });
    const xrefOffset = length;
    const rows = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
    append(latinBytes(`xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${rows}`));
    append(
      latinBytes(`trailer\n<< /Size ${offsets.length + 1} /Root ${catalog} 0 R /Info ${info} 0 R >>\nstartxref\n${xrefOffset}\n%%EOF\n`),
    );
    const bytes = new Uint8Array(length);
    let position = 0;
    for (const part of parts) {
      bytes.set(part, position);
      position += part.length;
    }
    return bytes;
  }
}

/** Latin-1 text as bytes. */
function latinBytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

/** Any text as a PDF string: hexadecimal UTF-16 with a byte order mark. */
function pdfString(text: string): string {
  const units = Array.from({ length: text.length }, (_, i) => text.charCodeAt(i).toString(16).padStart(4, "0"));
  return `<feff${units.join("")}>`;
}

async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
