import { fullRegistry } from "../base/kind-registry.ts";
import { bisectionPattern } from "./bisection.ts";
import { bitReversal } from "./bit-reversal.ts";
import { butterfly } from "./butterfly.ts";
import { complement } from "./complement.ts";
import type { Pattern } from "./contract.ts";
import { hotSpot } from "./hot-spot.ts";
import { matrixPattern } from "./matrix.ts";
import { neighborPattern } from "./neighbour.ts";
import { perfectShuffle } from "./perfect-shuffle.ts";
import { randomPermutation } from "./random-permutation.ts";
import { shiftPattern } from "./shift.ts";
import { tornado } from "./tornado.ts";
import { transpose } from "./transpose.ts";
import { uniformPattern } from "./uniform.ts";

/** All patterns except those that contain other patterns. */
export const basePatterns = fullRegistry<Pattern>("pattern", [
  uniformPattern,
  bitReversal,
  butterfly,
  complement,
  transpose,
  perfectShuffle,
  neighborPattern,
  tornado,
  shiftPattern,
  randomPermutation,
  bisectionPattern,
  hotSpot,
  matrixPattern,
]);
