/** The blocks of a matrix on the nodes of the network, and their moves in a step. */
import type { Network } from "../../../../core/network/network.ts";
import { marksOfStep } from "../../../../views/blocks/blocks.ts";
import type { journeyOf } from "../../../../views/blocks/journey.ts";
import { heightAt, placesIn } from "../../../../views/blocks/place.ts";
import { inCycles } from "../../../../words/units.ts";
import type { Drawn, Room } from "./contract.ts";

/** Lays out one step of the movement of blocks. */
export function layoutBlocks(
  journey: NonNullable<ReturnType<typeof journeyOf>>,
  network: Network,
  step: number,
  { width, theme }: Room,
): Drawn {
  const height = heightAt(width, network);
  const places = placesIn(width, height, journey.side, journey.steps, network);
  // The steps are named by the buttons below the figure, so the drawing has no step labels.
  const marks = marksOfStep({ journey, places: { ...places, steps: [] }, network }, step, theme.ink, {
    width,
    height,
    theme,
    units: inCycles,
  });
  return { height, marks };
}
