/** Link loads on a torus under random permutations, with direct routing and via a node of the short dimension. */
import { analyzePlan } from "../../core/analysis/analyse.ts";
import { randomPermutation } from "../../core/patterns/random-permutation.ts";
import type { MessageList } from "../../core/plan/demand.ts";
import type { Plan } from "../../core/plan/plan.ts";
import { distanceAlong, intermediateCoordinates, shortDimensions } from "../../core/workloads/steps/short-dimension-routing.ts";
import type { ScenarioDocument } from "../contract.ts";
import { compiledPlan } from "../documents.ts";
import { average } from "../numbers.ts";

/** Number of switches along each dimension, X first: N_X, N_Y, N_Z. X is the fastest dimension in node numbers. */
export type TorusSizes = readonly number[];

/** Number of columns and rows of a torus: N_X, N_Y. */
export type TorusGrid = readonly [number, number];

/** The tori in the exhibits: that of the paper's Fig. 1, a larger one of the same shape, and one with aspect ratio 3 : 1. */
export const torusGrids: readonly TorusGrid[] = [
  [8, 4],
  [16, 8],
  [24, 8],
];

/** The paper's own tori, of 1024 and 2048 nodes. */
export const machineSizes: readonly TorusSizes[] = [
  [16, 8, 8],
  [16, 16, 8],
];

export const torusName = (sizes: TorusSizes): string => sizes.join(" × ");

export const nodeCountOf = (sizes: TorusSizes): number => sizes.reduce((product, size) => product * size, 1);

/** A random permutation on a torus with minimal adaptive routing at full load. */
export const permutationDocument = (sizes: TorusSizes, seed: number): ScenarioDocument => ({
  version: 1,
  title: `Random permutation ${seed}, ${torusName(sizes)} torus`,
  topology: { kind: "torus", sizes: [...sizes] },
  routing: { kind: "minimal-adaptive" },
  workload: { kind: "open-loop", pattern: { kind: "random-permutation", seed }, load: 1 },
});

/** Loads of the links of one dimension: mean and maximum, in packets per channel if each node sends one packet. */
export interface DimensionLoad {
  readonly mean: number;
  readonly maximum: number;
}

/** The loads of X and Y links under a plan. */
export function dimensionLoadsOf(plan: Plan): { readonly X: DimensionLoad; readonly Y: DimensionLoad } {
  const { channelLoad } = analyzePlan(plan);
  return { X: dimensionLoadOf("X"), Y: dimensionLoadOf("Y") };

  function dimensionLoadOf(dimension: string): DimensionLoad {
    const { linkClass, linkClasses } = plan.network;
    const dimensionChannelLoads = channelLoad.filter((_, c) => linkClasses[linkClass[c]] === dimension);
    return { mean: average(dimensionChannelLoads), maximum: Math.max(...dimensionChannelLoads) };
  }
}

/** [T] Destinations of the random permutation with a seed. */
export function destinationsOf(sizes: TorusSizes, seed: number): readonly number[] {
  const to = randomPermutation.compile({ seed }, nodeCountOf(sizes));
  return Array.from({ length: nodeCountOf(sizes) }, (_, source) => to(source, 0));
}

export const permutationPlanOf = (grid: TorusGrid, seed: number): Plan => compiledPlan(permutationDocument(grid, seed));

/** Source and destination of a packet. */
export type PacketPair = readonly [number, number];

const coordinatesOf = (sizes: TorusSizes, node: number): readonly number[] => {
  let remainder = node;
  return sizes.map((size) => {
    const x = remainder % size;
    remainder = (remainder - x) / size;
    return x;
  });
};

/** The pairs of a permutation, without nodes that are mapped to themselves. */
export const directPairs = (destinations: readonly number[]): readonly PacketPair[] =>
  destinations.map((to, from) => [from, to] as const).filter(([from, to]) => from !== to);

/**
 * The two steps of short dimension routing for a permutation. Every packet is relayed by the node that §4.1 and §4.3 name. As in the lemma,
 * this includes packets for the sender itself, which the paper's program does not send.
 */
export function relayedPairs(sizes: TorusSizes, destinations: readonly number[]): readonly PacketPair[] {
  const short = shortDimensions(sizes);
  const axes = sizes.map((size) => ({ size }));
  return destinations.flatMap((to, from) => {
    const relayCoordinates = intermediateCoordinates(axes, short, coordinatesOf(sizes, from), coordinatesOf(sizes, to));
    const relay = relayCoordinates.reduceRight((node, x, d) => node * sizes[d] + x, 0);
    const steps: readonly PacketPair[] = [
      [from, relay],
      [relay, to],
    ];
    return steps.filter(([a, b]) => a !== b);
  });
}

/**
 * Mean load of the directed links of each dimension, in packets per link: link crossings divided by links. It does not depend on how
 * traffic is split over minimal paths. Every dimension must have at least three switches.
 */
export function meanLoadsOf(sizes: TorusSizes, pairs: readonly PacketPair[]): readonly number[] {
  const coordinates = Array.from({ length: nodeCountOf(sizes) }, (_, node) => coordinatesOf(sizes, node));
  return sizes.map((size, d) => {
    const axis = { kind: "ring", size } as const;
    const crossings = pairs.reduce((sum, [from, to]) => sum + distanceAlong(axis, coordinates[from][d], coordinates[to][d]), 0);
    return crossings / (2 * nodeCountOf(sizes));
  });
}

/** Link loads of a list of single packets, each of weight one. */
export function dimensionLoadsOfPairs(plan: Plan, pairs: readonly PacketPair[]): { readonly X: DimensionLoad; readonly Y: DimensionLoad } {
  const demand: MessageList = {
    form: "messages",
    source: Int32Array.from(pairs, ([from]) => from),
    destination: Int32Array.from(pairs, ([, to]) => to),
    packets: new Float64Array(pairs.length).fill(1),
    time: new Float64Array(pairs.length),
    index: Int32Array.from(pairs, (_, i) => i),
  };
  // The analysis returns loads relative to the traffic of the busiest source.
  const packetsBySource = new Map<number, number>();
  for (const [from] of pairs) packetsBySource.set(from, (packetsBySource.get(from) ?? 0) + 1);
  const packetsPerUnit = Math.max(1, ...packetsBySource.values());
  const { X, Y } = dimensionLoadsOf({ ...plan, demand });
  const scaleToPackets = ({ mean, maximum }: DimensionLoad) => ({ mean: mean * packetsPerUnit, maximum: maximum * packetsPerUnit });
  return { X: scaleToPackets(X), Y: scaleToPackets(Y) };
}
