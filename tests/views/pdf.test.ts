/** Figures as PDF: path data as lines and curves, texts in the standard fonts, and a well-formed file. */
import { inflateSync } from "node:zlib";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pathOperators } from "../../src/views/export/pdf-path.ts";
import { textRuns } from "../../src/views/export/pdf-text.ts";
import { createPdf, type PdfPage, type SvgNode } from "../../src/views/export/pdf.ts";
import { cases } from "../effort.ts";

const node = (tag: string, attributes: Readonly<Record<string, string>>, text = "", children: readonly SvgNode[] = []): SvgNode => ({
  tag,
  attributes,
  text,
  children,
});
/** End points of the operators of a path. */
const endsOf = (operators: string) =>
  operators
    .split("\n")
    .filter((line) => !line.endsWith("h"))
    .map((line) => line.split(" ").slice(0, -1).slice(-2).map(Number));

describe("path data", () => {
  test("is lines and cubic curves, relative and absolute, one command after another", () => {
    expect(pathOperators("M1 2l3 4h5V1 0H-1.5z")).toBe("1 2 m\n4 6 l\n9 6 l\n9 1 l\n9 0 l\n-1.5 0 l\nh");
    // Further pairs after a move are lines. A minus sign or a second decimal point starts a new number.
    expect(pathOperators("m1-2.5.5 3-1")).toBe("1 -2.5 m\n1.5 0.5 l");
    expect(pathOperators("M0 0Q3 3 6 0T12 0")).toBe("0 0 m\n2 2 4 2 6 0 c\n8 -2 10 -2 12 0 c");
    expect(pathOperators("M0 0C1 1 2 1 3 0S5 -1 6 0")).toBe("0 0 m\n1 1 2 1 3 0 c\n4 -1 5 -1 6 0 c");
    expect(() => pathOperators("M0 0X1")).toThrow('path data has no command "X"; expected one of M, L, H');
  });

  test("has arcs as curves on the ellipse, from where they begin to where they end", () => {
    const length = fc.integer({ min: -50, max: 50 });
    fc.assert(
      fc.property(length, length, fc.integer({ min: 1, max: 60 }), fc.boolean(), fc.boolean(), (dx, dy, radius, isLarge, isSweep) => {
        fc.pre(dx !== 0 || dy !== 0);
        const operators = pathOperators(`M5 7a${radius} ${radius} 0 ${Number(isLarge)} ${Number(isSweep)} ${dx} ${dy}`);
        const ends = endsOf(operators);
        expect(ends[0]).toEqual([5, 7]);
        expect(ends.at(-1)).toEqual([5 + dx, 7 + dy]);
        // All end points have the same distance from one center. A radius that is too short is enlarged to half the distance of the ends.
        const r = Math.max(radius, Math.hypot(dx, dy) / 2);
        const half = Math.hypot(dx, dy) / 2;
        const away = Math.sqrt(Math.max(0, r * r - half * half)) * (isLarge === isSweep ? -1 : 1);
        const [cx, cy] = [5 + dx / 2 - (away * dy) / (2 * half), 7 + dy / 2 + (away * dx) / (2 * half)];
        for (const [x, y] of ends) expect(Math.abs(Math.hypot(x - cx, y - cy) - r)).toBeLessThan(0.03);
      }),
      { numRuns: cases(200) },
    );
  });
});

describe("text", () => {
  test("is Helvetica, with Symbol for what that lacks, and digits above the line", () => {
    const missing = new Set<string>();
    const runs = textRuns("k′ ≤ 10⁶ – ½", false, missing);
    expect(runs.map(({ font, rise }) => [font, rise])).toEqual([
      ["F1", 0],
      ["F3", 0],
      ["F1", 0],
      ["F3", 0],
      ["F1", 0],
      ["F1", 0.35],
      ["F1", 0],
    ]);
    // Space, en dash, space and one half in WinAnsiEncoding.
    expect(runs[6].codes).toEqual([32, 150, 32, 189]);
    expect(missing.size).toBe(0);
    // W is 944 thousandths of an em wide, i is 222.
    expect(textRuns("Wi", false, missing)[0].width).toBe(944 + 222);
    expect(textRuns("Wi", true, missing)[0].width).toBe(944 + 278);
    expect(String.fromCharCode(...textRuns("a日\u2068b\u2069", false, missing)[0].codes)).toBe("a?b");
    expect([...missing]).toEqual(["日"]);
  });
});

const testPage: PdfPage = {
  root: node("svg", {}, "", [
    node("g", { transform: "translate(10 20)", opacity: "0.5" }, "", [
      node("rect", { x: "0", y: "0", width: "40", height: "30", fill: "rgb(255, 0, 51)", "fill-opacity": "0.5" }),
    ]),
    node("circle", { cx: "50", cy: "50", r: "5", fill: "none", stroke: "#000", "stroke-width": "2px", "stroke-dasharray": "4px, 2px" }),
    node("text", { x: "100", y: "40", "text-anchor": "end", "font-size": "10px", fill: "#000" }, "ii"),
    node("image", { x: "0", y: "0", width: "20", height: "10", href: "picture" }),
    node("title", {}, "not drawn"),
  ]),
  width: 336,
  height: 100,
  pointsPerPixel: 0.75,
  title: "Über (k′)",
  subject: "digest abc",
  link: { url: "https://a.b/#v=2&x=(1)×", x: 0, y: 90, width: 336, height: 10 },
  pictures: new Map([["picture", { width: 2, height: 1, data: [1, 2, 3, 255, 4, 5, 6, 128] }]]),
};

describe("a file", () => {
  test("has each object where its table says, the width in points, what is drawn, and its link", async () => {
    const { bytes, missing } = await createPdf(testPage);
    expect(missing).toEqual([]);
    const text = Buffer.from(bytes).toString("latin1");
    const begin = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)![1]);
    expect(text.slice(begin, begin + 5)).toBe("xref\n");
    const places = [...text.slice(begin).matchAll(/^(\d{10}) 00000 n $/gm)].map(([, place]) => Number(place));
    places.forEach((place, i) => expect(text.slice(place).startsWith(`${i + 1} 0 obj\n<< `)).toBe(true));
    expect(text).toContain(`/Size ${places.length + 1} `);
    // 3.5 inches are 252 points.
    expect(text).toContain("/MediaBox [0 0 252 75]");
    expect(text).toContain("/Rect [0 0 252 7.5] /A << /S /URI /URI (https://a.b/#v=2&x=\\(1\\)%C3%97)");
    expect(text).toContain(`/Title <feff${[..."Über (k′)"].map((sign) => sign.charCodeAt(0).toString(16).padStart(4, "0")).join("")}>`);
    const streams = [...text.matchAll(/\/Length (\d+) >>\nstream\n/g)].map((found) => {
      const at = found.index + found[0].length;
      return inflateSync(bytes.subarray(at, at + Number(found[1])));
    });
    const content = streams[0].toString("latin1");
    expect(content).toContain("0.75 0 0 -0.75 0 75 cm");
    expect(content).toContain("1 0 0 1 10 20 cm\nq\n/G0 gs\n1 0 0.2 rg\n0 0 40 30 re\nf\nQ\nQ");
    expect(text).toContain("/G0 << /ca 0.25 /CA 0.5 >>");
    expect(content).toContain("0 0 0 RG\n2 w\n0 J\n0 j\n[4 2] 0 d");
    // Two letters of 2.22 pixels end at x = 100.
    expect(content).toContain("1 0 0 -1 95.56 40 Tm\n<6969> Tj");
    expect(content).not.toContain("not drawn");
    expect(streams.slice(1).map((stream) => [...stream])).toEqual(
      expect.arrayContaining([
        [1, 2, 3, 4, 5, 6],
        [255, 128],
      ]),
    );
  });
});
