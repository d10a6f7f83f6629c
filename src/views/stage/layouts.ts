import { circle } from "./circle.ts";
import { grid } from "./grid.ts";
import { levels } from "./levels.ts";
import type { StageLayout } from "./scene.ts";

/** Ways of placing a network; the first that fits its axes is used. */
export const stageLayouts: readonly StageLayout[] = [levels, grid, circle];
