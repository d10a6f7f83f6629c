import { registry } from "../base/registry.ts";
import { bitReversal } from "./bit-reversal.ts";
import { butterfly } from "./butterfly.ts";
import { complement } from "./complement.ts";
import type { Pattern } from "./contract.ts";
import { hotSpot } from "./hot-spot.ts";
import { neighbour } from "./neighbour.ts";
import { perfectShuffle } from "./perfect-shuffle.ts";
import { transpose } from "./transpose.ts";
import { uniform } from "./uniform.ts";

export const patterns = registry<Pattern>("traffic pattern", [
  uniform,
  bitReversal,
  butterfly,
  complement,
  transpose,
  perfectShuffle,
  neighbour,
  hotSpot,
]);
