/** What trees of one sort of switch share when a size is looked for. */
import { leafDown } from "../../network/tree-shapes.ts";

/** Links down of a leaf for each link up, as networks are bought: each carries some tenth less under uniform traffic than the one before. */
export const tapers = [1, 1.25, 1.5, 2, 2.5, 3, 4, 5, 7, 10, 15, 31] as const;

/** Terminals of a folded Clos network of switches with k ports. */
export const closTerminals = (k: number, levels: number, oversubscription: number): number =>
  leafDown(k, oversubscription) * (k / 2) ** (levels - 2) * k;
