/**
 * Draws the blocks of a matrix product: a cell for each block, in the color of the process that computes it. The current blocks have a
 * frame.
 */
import { strongWeight } from "../../../../views/plot/text-width.ts";
import type { BlockProduct } from "../../../../reproductions/contract.ts";
import { inkPalette, toneCount } from "../../../../views/marks/color.ts";
import { pathMark, rectMark, roundedRectanglePath, textMark } from "../../../../views/marks/marks.ts";
import type { FigureDrawing, FigureContext } from "./contract.ts";

/** Space for the names of rows and of columns, and the maximum width of a cell, in px. */
const [left, top, maxCell] = [58, 50, 46];
/** Maximum width of the product in px; beyond it there is no space for the text next to it. */
const maxProductWidth = 440;
/** Minimum width in px of a cell that shows a number. */
const minLabeledCell = 20;

/** The color index of a process. Indices are spread over the scale, without its ends, which are close to the background. */
export function processTone(process: number, processes: number): number {
  return Math.round(toneCount * (0.2 + (0.7 * process) / Math.max(1, processes - 1)));
}

/** Lays a product out at a step. Earlier blocks are half transparent, current blocks have a frame, later blocks are pale. */
export function layoutProduct({ processes, side, steps }: BlockProduct, step: number, { width, theme }: FigureContext): FigureDrawing {
  const cell = Math.max(6, Math.min(maxCell, Math.floor((Math.min(width, maxProductWidth) - left - 2) / side)));
  const { fill, ink } = inkPalette(theme);
  const gap = cell > 14 ? 1.5 : 0.5;
  const offsetOf = (index: number) => index * cell + gap;
  const innerSize = cell - 2 * gap;
  /**
   * The heading of a row or column of blocks: its name, and a round chip with the number and color of the process that owns it. It is to the
   * left of a row, above a column; (x, y) is the middle of that edge of the blocks, in pixels. Cells that are too small have no name or no
   * chip.
   */
  const rowOrColumnName = (process: number, x: number, y: number, name: string, key: string, isRow: boolean) => {
    const tone = processTone(process, processes);
    const [chipX, chipY] = isRow ? [x - 22, y - 8] : [x - 8, y - 22];
    const [nameX, nameY] = isRow ? [x - 30, y + 4] : [x, y - 28];
    return [
      ...(cell >= minLabeledCell
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
  const computedBlocks = steps.flatMap((blocks, blockStep) => blocks.map((block) => ({ ...block, s: blockStep })));
  const columnOwner = computedBlocks.reduce<number[]>((owners, { j, from, process }) => {
    // The process that owns a column of B computes with it without receiving it.
    if (from === null && owners[j] === undefined) owners[j] = process;
    return owners;
  }, []);
  const rowOwner = computedBlocks.reduce<number[]>((owners, { i, process }) => ((owners[i] = process), owners), []);
  const indices = Array.from({ length: side }, (_, k) => k);
  return {
    width: left + side * cell + 2,
    height: top + side * cell + 2,
    marks: [
      ...indices.flatMap((k) => [
        ...rowOrColumnName(rowOwner[k], left - 4, top + offsetOf(k) + innerSize / 2, `A${k}`, `row ${k}`, true),
        ...rowOrColumnName(columnOwner[k], left + offsetOf(k) + innerSize / 2, top - 4, `B${k}`, `column ${k}`, false),
      ]),
      ...computedBlocks.map(({ i, j, process, s: blockStep }) => {
        const d = roundedRectanglePath(left + offsetOf(j), top + offsetOf(i), innerSize, innerSize, cell > 20 ? 4 : 1);
        const style = blockStep > step ? { "fill-opacity": 0.14 } : blockStep < step ? { "fill-opacity": 0.55 } : {};
        return pathMark(`block ${i} ${j}`, d, { fill: fill[processTone(process, processes)], ...style });
      }),
      ...computedBlocks
        .filter(({ s: blockStep }) => blockStep === step)
        .map(({ i, j }) =>
          pathMark(`now ${i} ${j}`, roundedRectanglePath(left + offsetOf(j), top + offsetOf(i), innerSize, innerSize, cell > 20 ? 4 : 1), {
            stroke: theme.accent,
            "stroke-width": 2,
          }),
        ),
      ...(cell < minLabeledCell
        ? []
        : computedBlocks.map(({ i, j, process, s: blockStep }) =>
            textMark(`step ${i} ${j}`, left + offsetOf(j) + innerSize / 2, top + offsetOf(i) + innerSize / 2 + 4, String(blockStep), {
              "font-size": 12,
              "text-anchor": "middle",
              fill: blockStep === step ? ink[processTone(process, processes)] : theme.ink2,
              ...(blockStep === step ? { "font-weight": strongWeight } : {}),
            }),
          )),
    ],
  };
}
