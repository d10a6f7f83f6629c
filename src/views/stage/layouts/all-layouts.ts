import { boardsLayout } from "./boards.ts";
import { manualLayout } from "./manual.ts";
import { circleLayout } from "./circle.ts";
import { gridLayout } from "./grid/grid.ts";
import { groupsLayout } from "./groups.ts";
import { halvesLayout } from "./halves.ts";
import { latticeLayout } from "./lattice.ts";
import { largeGridLayout, planesLayout } from "./grid/plane-layouts.ts";
import { levelsLayout } from "./levels.ts";
import { quadsLayout } from "./quads/quads.ts";
import { ringLayout } from "./grid/ring.ts";
import { ringsLayout } from "./rings.ts";
import { railsLayout } from "./rails.ts";
import { deadlockMarks } from "../paint/deadlock.ts";
import { sceneWithFaults } from "../paint/faults.ts";
import { clearScene, showScene, tint } from "../paint/incremental-painting.ts";
import { jobMarks } from "../paint/jobs.ts";
import { asFast } from "../paint/nonuniform-channels.ts";
import { filledBoxes, queueMarks } from "../paint/queues.ts";
import type { Layouts } from "./layouts.ts";
import { switchPositionsUsing } from "./switch-positions.ts";
import type { StageLayout } from "../scene.ts";

/** All automatic layouts. The first whose `fits` accepts the axes of a network is used; the last accepts every network. */
export const allLayouts: readonly StageLayout[] = [
  levelsLayout,
  railsLayout,
  groupsLayout,
  halvesLayout,
  ringsLayout,
  quadsLayout,
  boardsLayout,
  latticeLayout,
  ringLayout,
  gridLayout,
  largeGridLayout,
  planesLayout,
  circleLayout,
];

/** Positions of the switches of a network that people edit by hand. */
export const switchPositionsOf = switchPositionsUsing(allLayouts);

export const lazyLayouts: Layouts = {
  all: allLayouts,
  manual: manualLayout(switchPositionsOf),
  tint,
  showScene,
  clearScene,
  asFast,
  deadlockMarks,
  queueMarks,
  filledBoxes,
  jobMarks,
  sceneWithFaults,
};
