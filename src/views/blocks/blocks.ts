/**
 * The matrix of blocks that a rank program moves: the block on each node, the destination and the switch of each block in every step, and
 * the arrival of blocks during the run. (Three Quads, Fig. 2)
 */
import { joinWithAnd } from "../../core/base/words.ts";
import { nameOfNode, type Network } from "../../core/network/network.ts";
import type { Canvas, View, ViewData } from "../contract.ts";
import { inkPalette } from "../marks/color.ts";
import { drawMarks, type MarksDrawing, type Mark, rectMark } from "../marks/marks.ts";
import { drawWithHover, type HoverTarget } from "../marks/hover-target.ts";
import { findTarget } from "../plot/hover.ts";
import { targetBoxBetween, LazyHoverTarget, targetMark } from "../plot/targets.ts";
import { currentStepIn, stepKeysHelp, currentStepLayer, bindStepController } from "../program/step-controller.ts";
import { type BlockMoves, blockMovesOf, type BlockState, blockStateOf } from "./block-moves.ts";
import {
  captionMarks,
  arrowEndsOf,
  blockCellMarks,
  blockLabelMarks,
  pointBesideArrow,
  minArrowCell,
  smallMatrixMarks,
  stepTabMarks,
  blockSwitchMarks,
  toneOfBlock,
  moveArrowMarks,
} from "./paint.ts";
import { rankCell, preferredBlocksHeight, rectangleAt, type BlocksLayout, layoutBlockMatrix } from "./layout.ts";
import { blockMovesTable, sayBlockMoves } from "./describe.ts";

export interface BlocksMarks extends MarksDrawing {
  readonly blockMoves: BlockMoves | null;
  readonly layout: BlocksLayout | null;
  readonly data: ViewData;
}

const emptyText = "Shows a matrix distributed over the ranks in blocks, and how each block moves to its destination.";

export const blocksView: View<BlocksMarks> = {
  id: "blocks",
  title: "Matrix of blocks",
  sources: ["answer", "analysis"],
  keys: stepKeysHelp,
  preferredSize: (data, width) => ({ width, height: Math.min(680, preferredBlocksHeight(width, networkWithSwitches(data))) }),
  emptyMessage: (data) => (blockMovesIn(data) === null ? emptyText : null),

  summary(data) {
    const blockMoves = blockMovesIn(data);
    return blockMoves === null ? emptyText : sayBlockMoves(blockMoves, data);
  },

  /**
   * Computes the drawing: a matrix with a cell for each rank, which shows the block of the data that the rank has at the present cycle,
   * arrows for blocks in flight, and the switches with those that carry blocks filled.
   */
  layout(data, canvas) {
    const blockMoves = blockMovesIn(data);
    const { network, frame, results, highlight } = data;
    if (blockMoves === null || network === null || canvas.width < 100) return { marks: [], blockMoves: null, layout: null, data };
    const layout = layoutBlockMatrix(canvas.width, canvas.height, blockMoves.side, blockMoves.steps, networkWithSwitches(data));
    const blockState = blockStateOf(blockMoves, frame, results?.messages ?? []);
    const movesInProgress = blockState.arrivals.map(({ move }) => move);
    const { ink, accent } = canvas.theme;
    // Small cells have no arrows; they show arriving blocks by filling up.
    const hasArrows = layout.cellSize >= minArrowCell;
    const selectionMarks = Array.from(blockMoves.terminalOf).flatMap((terminal, rank): readonly Mark[] => {
      if (data.selected.is === "nothing" || !highlight.terminals.has(terminal)) return [];
      const { x, y, width } = rankCell(layout, rank);
      return [rectMark(`chosen ${rank}`, x + 1, y + 1, width - 2, width - 2, { fill: "none", stroke: accent, "stroke-width": 2, rx: 3 })];
    });
    const marks = [
      targetMark(() => [...switchTargets(blockMoves, layout, network), ...cellTargets(blockMoves, layout, blockState, network, ink)]),
      ...stepTabMarks(layout, 0, canvas),
      ...blockCellMarks(blockMoves, blockState, layout, canvas),
      ...captionMarks(blockMoves, layout, canvas, hasArrows),
      ...smallMatrixMarks(blockMoves, layout, canvas),
      ...moveArrowMarks("under way", hasArrows ? movesInProgress : [], layout, ink, canvas.theme),
      ...blockLabelMarks(blockMoves, blockState, layout, canvas, hasArrows),
      ...blockSwitchMarks(layout, movesInProgress, network, ink, canvas),
      ...selectionMarks,
    ];
    return { marks, blockMoves, layout, data };
  },

  /**
   * Draws the marks, and connects the pointer and the keys. A click on the tab of a step shows the moves of that step instead of the run.
   */
  draw(blocksMarks, group, canvas, actions) {
    // The keys lead from step to step, not from cell to cell.
    drawWithHover(blocksMarks, group, canvas, actions, findTarget);
    const { layout, blockMoves } = blocksMarks;
    const showCurrentStep = () => drawCurrentStep(blocksMarks, group, canvas);
    bindStepController(
      group,
      blockMoves?.steps ?? 0,
      (x, y) => {
        const blockState = rectangleAt(layout?.tabs ?? [], x, y);
        // A second click on a step returns to the run, as does a click on the first tab.
        if (blockState === undefined || layout === null) return -1;
        const tabIndex = layout.tabs.indexOf(blockState);
        return tabIndex > 0 ? tabIndex - 1 : (currentStepIn(group) ?? -1);
      },
      showCurrentStep,
    );
    showCurrentStep();
  },

  move({ blockMoves, layout }, data, context, canvas) {
    if (blockMoves === null || layout === null) return false;
    const { arrivals } = blockStateOf(blockMoves, data.frame, data.results?.messages ?? []);
    const { fill } = inkPalette(canvas.theme);
    const size = Math.max(4, Math.min(14, layout.cellSize * 0.3));
    for (const { move, progress } of arrivals) {
      const [x, y] = pointBesideArrow(arrowEndsOf(layout, move), progress, size / 2);
      context.fillStyle = fill[toneOfBlock(blockMoves, move.block)];
      context.strokeStyle = canvas.theme.ink;
      context.lineWidth = 1;
      context.beginPath();
      context.roundRect(x - size / 2, y - size / 2, size, size, 2);
      context.fill();
      context.stroke();
    }
    return arrivals.length > 0;
  },

  table(data) {
    const blockMoves = blockMovesIn(data);
    return blockMoves === null ? { columns: [], rows: [] } : blockMovesTable(blockMoves, data);
  },
};

const blockMovesIn = ({ analysis, network }: ViewData) => blockMovesOf(analysis?.program, network);

/** The network whose switches are drawn; null where the switches of the blocks are not known in advance. */
function networkWithSwitches(data: ViewData): ViewData["network"] {
  return blockMovesIn(data)?.moves.some(({ switches }) => switches.length > 0) === true ? data.network : null;
}

/** Draws the selected step over the matrix of the run: the matrix before the step, and the moves of its blocks. */
function drawCurrentStep({ blockMoves, layout, data }: BlocksMarks, group: SVGGElement, canvas: Canvas): void {
  const step = currentStepIn(group);
  const layer = currentStepLayer(group);
  if (step === null || blockMoves === null || layout === null) {
    drawMarks([], layer);
    return;
  }
  const background = rectMark("ground", 0, 0, canvas.width, canvas.height, { fill: canvas.theme.surface });
  drawMarks([background, ...blockStepMarks({ blockMoves, layout, network: data.network }, step, canvas.theme.accent, canvas)], layer);
}

/**
 * The marks of one step: the block on each rank before it, and the moves of blocks in it as arrows.
 * @param step Number of the step, from 0.
 * @param arrowColor Color of the arrows and of the switches that carry blocks.
 */
export function blockStepMarks(
  {
    blockMoves,
    layout,
    network,
  }: { readonly blockMoves: BlockMoves; readonly layout: BlocksLayout; readonly network: ViewData["network"] },
  step: number,
  arrowColor: string,
  canvas: Canvas,
): readonly Mark[] {
  const moves = blockMoves.moves.filter((move) => move.step === step + 1);
  const stateBefore = { blockOnRank: blockMoves.blockOnRank[step], arrivals: [] };
  return [
    ...stepTabMarks(layout, step + 1, canvas),
    ...blockCellMarks(blockMoves, stateBefore, layout, canvas),
    ...captionMarks(blockMoves, layout, canvas, true),
    ...smallMatrixMarks(blockMoves, layout, canvas),
    ...moveArrowMarks("step", moves, layout, arrowColor, canvas.theme),
    ...blockLabelMarks(blockMoves, stateBefore, layout, canvas, true),
    ...(network === null ? [] : blockSwitchMarks(layout, moves, network, arrowColor, canvas)),
  ];
}

/** Hover targets of the switches, with the steps in which each carries blocks. */
function switchTargets(blockMoves: BlockMoves, { switchRows }: BlocksLayout, network: Network): readonly HoverTarget[] {
  return switchRows.flatMap(({ switches }) =>
    switches.map(({ node, x, y, width, height }): HoverTarget => {
      const steps = [...new Set(blockMoves.moves.filter((move) => move.switches.includes(node)).map(({ step }) => step))];
      return {
        ...targetBoxBetween(x, x + width, y, y + height),
        value: nameOfNode(network, node),
        name:
          steps.length === 0
            ? "forwards no block"
            : `forwards blocks in ${steps.length === 1 ? "step" : "steps"} ${joinWithAnd(steps.map(String))}`,
        outline: [],
        clickSelection: { is: "switch", node },
      };
    }),
  );
}

/**
 * Hover targets of the cells of the matrix, one for each rank (the page calls it a node). The text names the block that the rank has, by
 * its row and column in the matrix of blocks, and the moves from this rank with their switches.
 * @param blockOnRank For each rank the number of its block.
 */
function cellTargets(
  { side, terminalOf, moves }: BlockMoves,
  layout: BlocksLayout,
  { blockOnRank }: BlockState,
  network: Network,
  ink: string,
): readonly HoverTarget[] {
  return Array.from(terminalOf, (terminal, rank) => {
    const { x, y, width } = rankCell(layout, rank);
    return new LazyHoverTarget(targetBoxBetween(x, x + width, y, y + width), { is: "terminal", terminal }, () => {
      const moveTexts = moves
        .filter(({ from }) => from === rank)
        .map(({ step, to, switches }) => {
          const switchText = switches.length === 0 ? "" : ` through ${switches.map((node) => nameOfNode(network, node)).join(", ")}`;
          return `step ${step}: to node ${terminalOf[to]}${switchText}`;
        });
      return {
        value: `node ${terminal} holds block ${Math.floor(blockOnRank[rank] / side)}, ${blockOnRank[rank] % side}`,
        name: moveTexts.length === 0 ? "this block does not move" : moveTexts.join("; "),
        outline: [rectMark("hover", x + 1, y + 1, width - 2, width - 2, { fill: "none", stroke: ink, "stroke-width": 1.5, rx: 3 })],
      };
    });
  });
}
