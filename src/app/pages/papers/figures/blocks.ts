/** The blocks of a matrix on the nodes of the network, and their moves in a step. */
import type { Network } from "../../../../core/network/network.ts";
import { blockStepMarks } from "../../../../views/blocks/blocks.ts";
import type { blockMovesOf } from "../../../../views/blocks/block-moves.ts";
import { preferredBlocksHeight, layoutBlockMatrix } from "../../../../views/blocks/layout.ts";
import { unitsOfResults } from "../../../../words/units.ts";
import type { FigureDrawing, FigureContext } from "./contract.ts";

/** Lays out one step of the movement of blocks. */
export function layoutBlocks(
  journey: NonNullable<ReturnType<typeof blockMovesOf>>,
  network: Network,
  step: number,
  { width, theme }: FigureContext,
): FigureDrawing {
  const height = preferredBlocksHeight(width, network);
  const places = layoutBlockMatrix(width, height, journey.side, journey.steps, network);
  // The steps are named by the buttons below the figure, so the drawing has no step labels.
  const marks = blockStepMarks({ blockMoves: journey, layout: { ...places, tabs: [] }, network }, step, theme.ink, {
    width,
    height,
    theme,
    units: unitsOfResults,
  });
  return { height, marks };
}
