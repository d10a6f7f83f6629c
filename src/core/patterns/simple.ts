import { registry } from "../base/registry.ts";
import { bisection } from "./bisection.ts";
import { bitReversal } from "./bit-reversal.ts";
import { butterfly } from "./butterfly.ts";
import { complement } from "./complement.ts";
import type { Pattern } from "./contract.ts";
import { hotSpot } from "./hot-spot.ts";
import { matrix } from "./matrix.ts";
import { neighbour } from "./neighbour.ts";
import { perfectShuffle } from "./perfect-shuffle.ts";
import { randomPermutation } from "./random-permutation.ts";
import { shift } from "./shift.ts";
import { tornado } from "./tornado.ts";
import { transpose } from "./transpose.ts";
import { uniform } from "./uniform.ts";

/** All patterns except those that contain other patterns. */
export const simple = registry<Pattern>("pattern", [
  uniform,
  bitReversal,
  butterfly,
  complement,
  transpose,
  perfectShuffle,
  neighbour,
  tornado,
  shift,
  randomPermutation,
  bisection,
  hotSpot,
  matrix,
]);
