/** Values shared by the trees of identical switches that are proposed for a required size. */
import { leafDownPorts } from "../../network/tree-shapes.ts";

/** Typical oversubscription ratios. Each carries about a tenth less uniform traffic than the previous one. */
export const commonOversubscriptions = [1, 1.25, 1.5, 2, 2.5, 3, 4, 5, 7, 10, 15, 31] as const;

/** Number of terminals of a folded Clos network of switches with k ports. */
export const closTerminals = (k: number, levels: number, oversubscription: number): number =>
  leafDownPorts(k, oversubscription) * (k / 2) ** (levels - 2) * k;
