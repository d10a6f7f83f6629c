/**
 * Draws the blocks of a matrix product: a cell for each block, in the color of the process that computes it. The current blocks have a
 * frame.
 */
import { strongWeight } from "../../../../views/plot/text-width.ts";
import type { Product } from "../../../../reproductions/contract.ts";
import { shades, tones } from "../../../../views/marks/colour.ts";
import { pathMark, rectMark, roundedRectangle, textMark } from "../../../../views/marks/marks.ts";
import type { Drawn, Room } from "./contract.ts";

/** Space for the names of rows and of columns, and the maximum width of a cell, in px. */
const [left, top, mostCell] = [58, 50, 46];
/** Maximum width of the product in px; beyond it there is no space for the text next to it. */
const widest = 440;
/** Narrower cells have no number, px. */
const legible = 20;

/** The color index of a process. Indices are spread over the scale, without its ends, which are close to the background. */
export function toneOfProcess(process: number, processes: number): number {
  return Math.round(tones * (0.2 + (0.7 * process) / Math.max(1, processes - 1)));
}

/** Lays a product out at a step. Earlier blocks are half transparent, current blocks have a frame, later blocks are pale. */
export function layoutProduct({ processes, side, steps }: Product, step: number, { width, theme }: Room): Drawn {
  const cell = Math.max(6, Math.min(mostCell, Math.floor((Math.min(width, widest) - left - 2) / side)));
  const { fill, ink } = shades(theme);
  const gap = cell > 14 ? 1.5 : 0.5;
  const at = (place: number) => place * cell + gap;
  const inner = cell - 2 * gap;
  const names = (process: number, x: number, y: number, name: string, key: string, isRow: boolean) => {
    const tone = toneOfProcess(process, processes);
    const [chipX, chipY] = isRow ? [x - 22, y - 8] : [x - 8, y - 22];
    const [nameX, nameY] = isRow ? [x - 30, y + 4] : [x, y - 28];
    return [
      ...(cell >= legible
        ? [textMark(`name ${key}`, nameX, nameY, name, { "font-size": 11, fill: theme.ink2, "text-anchor": isRow ? "end" : "middle" })]
        : []),
      ...(cell >= 17
        ? [
            rectMark(`chip ${key}`, chipX, chipY, 16, 16, { rx: 8, fill: fill[tone] }),
            textMark(`process ${key}`, chipX + 8, chipY + 12, String(process), {
              "font-size": 11,
              "text-anchor": "middle",
              fill: ink[tone],
            }),
          ]
        : []),
    ];
  };
  const computed = steps.flatMap((blocks, s) => blocks.map((block) => ({ ...block, s })));
  const column = computed.reduce<number[]>((owners, { j, from, process }) => {
    // The process that owns a column of B computes with it without receiving it.
    if (from === null && owners[j] === undefined) owners[j] = process;
    return owners;
  }, []);
  const rowOwner = computed.reduce<number[]>((owners, { i, process }) => ((owners[i] = process), owners), []);
  const lines = Array.from({ length: side }, (_, k) => k);
  return {
    width: left + side * cell + 2,
    height: top + side * cell + 2,
    marks: [
      ...lines.flatMap((k) => [
        ...names(rowOwner[k], left - 4, top + at(k) + inner / 2, `A${k}`, `row ${k}`, true),
        ...names(column[k], left + at(k) + inner / 2, top - 4, `B${k}`, `column ${k}`, false),
      ]),
      ...computed.map(({ i, j, process, s }) => {
        const d = roundedRectangle(left + at(j), top + at(i), inner, inner, cell > 20 ? 4 : 1);
        const style = s > step ? { "fill-opacity": 0.14 } : s < step ? { "fill-opacity": 0.55 } : {};
        return pathMark(`block ${i} ${j}`, d, { fill: fill[toneOfProcess(process, processes)], ...style });
      }),
      ...computed
        .filter(({ s }) => s === step)
        .map(({ i, j }) =>
          pathMark(`now ${i} ${j}`, roundedRectangle(left + at(j), top + at(i), inner, inner, cell > 20 ? 4 : 1), {
            stroke: theme.accent,
            "stroke-width": 2,
          }),
        ),
      ...(cell < legible
        ? []
        : computed.map(({ i, j, process, s }) =>
            textMark(`step ${i} ${j}`, left + at(j) + inner / 2, top + at(i) + inner / 2 + 4, String(s), {
              "font-size": 12,
              "text-anchor": "middle",
              fill: s === step ? ink[toneOfProcess(process, processes)] : theme.ink2,
              ...(s === step ? { "font-weight": strongWeight } : {}),
            }),
          )),
    ],
  };
}
