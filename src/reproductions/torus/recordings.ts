/**
 * The recordings for Figures 3 and 4 of the torus transpose paper. All points use the same eight permutations, so that they can be compared
 * in pairs.
 */
import { comparisonDocument } from "../documents.ts";
import type { OpenDocument, Recording, ScenarioDocument } from "../contract.ts";
import {
  axisOrderMapping,
  baseParams,
  type TorusMachine,
  torusMachineOf,
  torusMachines,
  optParams,
  permutationDocumentOn,
  type RelayParams,
  transposeDocumentOn,
} from "./machine.ts";

/** Seeds of the random permutations and of the random mappings. */
export const permutationSeeds = [1, 2, 3, 4, 5, 6, 7, 8] as const;
/** The default mappings that the paper names; the dimension named last varies fastest. */
export const axisOrders = ["XYZ", "YXZ", "ZXY"] as const;

const permutationAxis = { path: "workload.pattern.seed", values: [...permutationSeeds] };
const mappingAxis = { path: "workload.mapping.seed", values: [...permutationSeeds] };
const baseAndOptAxis = { path: "workload.part", values: [baseParams.part, optParams.part] };

/** A comparison of all machines. */
const machineComparison = (title: string, documentFor: (machine: TorusMachine) => ScenarioDocument): ScenarioDocument =>
  comparisonDocument(
    title,
    torusMachines.map((machine): OpenDocument => ({ title: `${machine.nodes} nodes`, document: documentFor(machine) })),
  );

/** A recording over the grid of sweep points; the last axis varies fastest. */
const recordingOf = (
  id: string,
  document: ScenarioDocument,
  ...sweep: readonly { readonly path: string; readonly values: readonly unknown[] }[]
): Recording => ({
  id,
  title: String(document["title"]),
  document: { ...document, sweep },
});

const machine1024 = torusMachineOf(1024);
const figure4Document = (letter: string) => permutationDocumentOn(machine1024, optParams, 1, `Torus transpose, Figure 4(${letter})`);

/** Values of α, β and γ in Fig. 4(a–c). */
export const alphaValues = [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1] as const;
export const chunkCounts = [1, 4, 16, 64] as const;
export const gammaValues = [0, 1, 2, 3, 4, 6, 8] as const;

/**
 * Fig. 4(d): Opt, and variants of it with one optimization removed or replaced. Titles are part of the recorded document, so readers see
 * labels.
 */
export const optVariants = [
  { id: "base", title: "Base: every pair directly", label: "Base: all pairs direct", relaying: { ...optParams, ...baseParams } },
  { id: "opt", title: "Opt: nothing taken away", label: "Opt: all optimisations", relaying: optParams },
  { id: "one", title: "along one short dimension", label: "along one short dimension only", relaying: { ...optParams, along: 1 } },
  { id: "all", title: "all pairs relayed, α = 1", label: "all pairs relayed, α = 1", relaying: { ...optParams, part: 1 } },
  { id: "whole", title: "without chunks, β = 1", label: "without chunks, β = 1", relaying: { ...optParams, chunks: 1 } },
  {
    id: "many",
    title: "relays for any number, δ = 0",
    label: "any number of pairs per relay, δ = 0",
    relaying: { ...optParams, apart: 0 },
  },
  {
    id: "every",
    title: "every pair, by any relay: α = 1, γ = δ = 0",
    label: "all pairs, any number per relay: α = 1, γ = δ = 0",
    relaying: { ...optParams, part: 1, nearby: 0, apart: 0 },
  },
  { id: "far", title: "far pairs first", label: "far pairs relayed first", relaying: { ...optParams, order: "descending" } },
] as const satisfies readonly { readonly id: string; readonly title: string; readonly label: string; readonly relaying: RelayParams }[];

export const permutationsBySize = recordingOf(
  "sizes",
  machineComparison("Torus transpose, Figure 3, random permutations", (machine) => permutationDocumentOn(machine, optParams)),
  baseAndOptAxis,
  permutationAxis,
);
/** Index of a run in the recording of permutations by size. */
export const runIndexBySize = (machine: TorusMachine, mode: "base" | "opt", seed: (typeof permutationSeeds)[number]): number =>
  (2 * torusMachines.indexOf(machine) + (mode === "opt" ? 1 : 0)) * permutationSeeds.length + permutationSeeds.indexOf(seed);
export const transposesBySize = recordingOf(
  "transposes",
  machineComparison("Torus transpose, Figure 3(a), random mapping", (machine) => transposeDocumentOn(machine, optParams)),
  baseAndOptAxis,
  mappingAxis,
);
export const defaultsBySize = recordingOf(
  "defaults",
  machineComparison("Torus transpose, Figure 3(b), default mapping", (machine) =>
    transposeDocumentOn(machine, optParams, axisOrderMapping(axisOrders[0])),
  ),
  baseAndOptAxis,
  { path: "workload.mapping", values: axisOrders.map(axisOrderMapping) },
);
export const byPart = recordingOf("alpha", figure4Document("a"), { path: "workload.part", values: [...alphaValues] }, permutationAxis);
export const byChunks = recordingOf("beta", figure4Document("b"), { path: "workload.chunks", values: [...chunkCounts] }, permutationAxis);
export const byNearby = recordingOf("gamma", figure4Document("c"), { path: "workload.nearby", values: [...gammaValues] }, permutationAxis);
export const byVariant = recordingOf(
  "each",
  comparisonDocument(
    "Torus transpose, Figure 4(d)",
    optVariants.map(({ title, relaying }) => ({ title, document: permutationDocumentOn(machine1024, relaying) })),
  ),
  permutationAxis,
);
