import { boards } from "./boards.ts";
import { byHand } from "./by-hand.ts";
import { circle } from "./circle.ts";
import { grid } from "./grid/grid.ts";
import { groups } from "./groups.ts";
import { halves } from "./halves.ts";
import { lattice } from "./lattice.ts";
import { largeGrid } from "./grid/large-grid.ts";
import { levels } from "./levels.ts";
import { quads } from "./quads/quads.ts";
import { ring } from "./grid/ring.ts";
import { rings } from "./rings.ts";
import { rails } from "./rails.ts";
import { clearScene, showScene, tint } from "../paint/easel.ts";
import { asFast } from "../paint/unlike.ts";
import type { Layouts } from "./layouts.ts";
import { standingBy } from "./standing.ts";
import type { StageLayout } from "../scene.ts";

/** All automatic layouts. The first whose `fits` accepts the axes of a network is used; the last accepts every network. */
export const allLayouts: readonly StageLayout[] = [
  levels,
  rails,
  groups,
  halves,
  rings,
  quads,
  boards,
  lattice,
  ring,
  largeGrid,
  grid,
  circle,
];

/** Positions of the switches of a network that people edit by hand. */
export const standingIn = standingBy(allLayouts);

export const layouts: Layouts = { all: allLayouts, byHand: byHand(standingIn), tint, showScene, clearScene, asFast };
