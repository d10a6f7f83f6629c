/**
 * The recordings for Figures 3 and 4 of the torus transpose paper. All points use the same eight permutations, so that they can be compared
 * in pairs.
 */
import { sideBySide } from "../documents.ts";
import type { OpenDocument, Recording, ScenarioDocument } from "../contract.ts";
import { alongAxes, base, type Machine, machineOf, machines, opt, permutationOn, type Relaying, transposeOn } from "./machine.ts";

/** Seeds of the random permutations and of the random mappings. */
export const draws = [1, 2, 3, 4, 5, 6, 7, 8] as const;
/** The default mappings that the paper names; the dimension named last is the fastest. */
export const orders = ["XYZ", "YXZ", "ZXY"] as const;

const overDraws = { path: "workload.pattern.seed", values: [...draws] };
const overMappings = { path: "workload.mapping.seed", values: [...draws] };
const baseAndOpt = { path: "workload.part", values: [base.part, opt.part] };

/** A comparison of all machines. */
const onMachines = (title: string, documentFor: (machine: Machine) => ScenarioDocument): ScenarioDocument =>
  sideBySide(
    title,
    machines.map((machine): OpenDocument => ({ title: `${machine.nodes} nodes`, document: documentFor(machine) })),
  );

/** A recording over the grid of sweep points; the last axis varies fastest. */
const swept = (
  id: string,
  document: ScenarioDocument,
  ...sweep: readonly { readonly path: string; readonly values: readonly unknown[] }[]
): Recording => ({
  id,
  title: String(document["title"]),
  document: { ...document, sweep },
});

const large = machineOf(1024);
const figure4 = (letter: string) => permutationOn(large, opt, 1, `Torus transpose, Figure 4(${letter})`);

/** Values of α, β and γ in Fig. 4(a–c). */
export const parts = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1] as const;
export const chunkCounts = [1, 4, 16, 64] as const;
export const nearbys = [0, 1, 2, 3, 4, 6, 8] as const;

/** Fig. 4(d): Opt, and variants of it with one optimization removed or replaced. */
export const variants = [
  { id: "base", title: "Base: every pair directly", relaying: { ...opt, ...base } },
  { id: "opt", title: "Opt: nothing taken away", relaying: opt },
  { id: "one", title: "along one short dimension", relaying: { ...opt, along: 1 } },
  { id: "all", title: "all pairs relayed, α = 1", relaying: { ...opt, part: 1 } },
  { id: "whole", title: "without chunks, β = 1", relaying: { ...opt, chunks: 1 } },
  { id: "many", title: "relays for any number, δ = 0", relaying: { ...opt, apart: 0 } },
  { id: "every", title: "every pair, by any relay: α = 1, γ = δ = 0", relaying: { ...opt, part: 1, nearby: 0, apart: 0 } },
  { id: "far", title: "far pairs first", relaying: { ...opt, order: "descending" } },
] as const satisfies readonly { readonly id: string; readonly title: string; readonly relaying: Relaying }[];

export const permutationsBySize = swept(
  "sizes",
  onMachines("Torus transpose, Figure 3, random permutations", (machine) => permutationOn(machine, opt)),
  baseAndOpt,
  overDraws,
);
/** Index of a run in the recording of permutations by size. */
export const placeBySize = (machine: Machine, way: "base" | "opt", draw: (typeof draws)[number]): number =>
  (2 * machines.indexOf(machine) + (way === "opt" ? 1 : 0)) * draws.length + draws.indexOf(draw);
export const transposesBySize = swept(
  "transposes",
  onMachines("Torus transpose, Figure 3(a), random mapping", (machine) => transposeOn(machine, opt)),
  baseAndOpt,
  overMappings,
);
export const defaultsBySize = swept(
  "defaults",
  onMachines("Torus transpose, Figure 3(b), default mapping", (machine) => transposeOn(machine, opt, alongAxes(orders[0]))),
  baseAndOpt,
  { path: "workload.mapping", values: orders.map(alongAxes) },
);
export const byPart = swept("alpha", figure4("a"), { path: "workload.part", values: [...parts] }, overDraws);
export const byChunks = swept("beta", figure4("b"), { path: "workload.chunks", values: [...chunkCounts] }, overDraws);
export const byNearby = swept("gamma", figure4("c"), { path: "workload.nearby", values: [...nearbys] }, overDraws);
export const byVariant = swept(
  "each",
  sideBySide(
    "Torus transpose, Figure 4(d)",
    variants.map(({ title, relaying }) => ({ title, document: permutationOn(large, relaying) })),
  ),
  overDraws,
);
