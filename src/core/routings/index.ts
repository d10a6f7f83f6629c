import { routings as first } from "./registry.ts";
import { dimensionOrder } from "./dimension-order.ts";
import { localGlobalLocal } from "./local-global-local.ts";
import { minimalAdaptive } from "./minimal-adaptive.ts";
import { nearestCommonAncestor } from "./nearest-common-ancestor.ts";
import { progressiveAdaptive } from "./progressive-adaptive.ts";
import { rail } from "./rail.ts";
import { shortestPath } from "./shortest-path.ts";
import { ugal } from "./ugal.ts";
import { upDown } from "./up-down.ts";
import { valiant } from "./valiant.ts";

/** All routings. A topology starts with the first that supports it. */
export const allRoutings = first.register([
  nearestCommonAncestor,
  rail,
  dimensionOrder,
  localGlobalLocal,
  shortestPath,
  minimalAdaptive,
  valiant,
  ugal,
  progressiveAdaptive,
  upDown,
]);
