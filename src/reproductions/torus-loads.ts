/** Loads of the links of a torus under random permutations, directly and by way of a node of the short dimension. */
import { analyse } from "../core/analysis/analyse.ts";
import { compile } from "../core/compile.ts";
import type { MessageList } from "../core/plan/demand.ts";
import type { Plan } from "../core/plan/plan.ts";
import { readScenario } from "../core/scenario/scenario.ts";
import type { ScenarioDocument } from "./contract.ts";

/** Columns and rows of a torus: N_X, N_Y. */
export type Grid = readonly [number, number];

/** The tori that are looked at: that of the paper's Fig. 1, a larger one of its shape, one of three to one. */
export const grids: readonly Grid[] = [
  [8, 4],
  [16, 8],
  [24, 8],
];

export const nameOfGrid = ([x, y]: Grid): string => `${x} × ${y}`;

/** A random permutation on a torus with minimal adaptive routing, at full load. */
export const permutationDocument = (grid: Grid, seed: number): ScenarioDocument => ({
  title: `Random permutation ${seed}, ${nameOfGrid(grid)} torus`,
  topology: { kind: "torus", sizes: [...grid] },
  routing: { kind: "minimal-adaptive" },
  workload: { kind: "open-loop", pattern: { kind: "random-permutation", seed }, load: 1 },
});

/** Loads of the links of one dimension: over all of them, and the largest. Packets per channel, each node sending one. */
export interface DimensionLoad {
  readonly mean: number;
  readonly most: number;
}

/** The loads of X and Y links under one plan. */
export function loadsOf(plan: Plan): { readonly X: DimensionLoad; readonly Y: DimensionLoad } {
  const { channelLoad } = analyse(plan);
  return { X: loadOf("X"), Y: loadOf("Y") };

  function loadOf(dimension: string): DimensionLoad {
    const { linkClass, linkClasses } = plan.network;
    const own = channelLoad.filter((_, c) => linkClasses[linkClass[c]] === dimension);
    return { mean: own.reduce((sum, load) => sum + load, 0) / own.length, most: Math.max(...own) };
  }
}

/** Destinations of a random permutation, as the pattern of that seed has them. [T] */
export function destinationsOf(plan: Plan): readonly number[] {
  const { demand, network } = plan;
  if (demand.form !== "open-loop") throw new Error("a permutation is open-loop traffic");
  return Array.from({ length: network.terminals }, (_, source) => demand.destination(source, 0));
}

export const planOf = (grid: Grid, seed: number): Plan => compile(readScenario(permutationDocument(grid, seed))).plan;

/**
 * The two steps of short dimension routing for one permutation: ⟨x, y⟩ → u′ = ⟨x, y₂ + N_Y/2⟩, then u′ → ⟨x₂, y₂⟩
 * (Chakaravarthy et al., §4.1). Terminal x + N_X y stands at ⟨x, y⟩.
 */
export function steps([nx, ny]: Grid, destinations: readonly number[]): readonly (readonly (readonly [number, number])[])[] {
  const relay = destinations.map((to, from) => (from % nx) + nx * ((Math.floor(to / nx) + ny / 2) % ny));
  const moving = (pairs: readonly (readonly [number, number])[]) => pairs.filter(([from, to]) => from !== to);
  return [moving(relay.map((to, from) => [from, to] as const)), moving(destinations.map((to, from) => [relay[from], to] as const))];
}

/** Loads of a list of single packets, each of weight one. */
export function loadsOfPairs(
  plan: Plan,
  pairs: readonly (readonly [number, number])[],
): { readonly X: DimensionLoad; readonly Y: DimensionLoad } {
  const demand: MessageList = {
    form: "messages",
    source: Int32Array.from(pairs, ([from]) => from),
    destination: Int32Array.from(pairs, ([, to]) => to),
    packets: new Int32Array(pairs.length).fill(1),
    time: new Float64Array(pairs.length),
    index: Int32Array.from(pairs, (_, i) => i),
  };
  // The analysis counts in units of the busiest source.
  const sent = new Map<number, number>();
  for (const [from] of pairs) sent.set(from, (sent.get(from) ?? 0) + 1);
  const unit = Math.max(1, ...sent.values());
  const { X, Y } = loadsOf({ ...plan, demand });
  const scaled = ({ mean, most }: DimensionLoad) => ({ mean: mean * unit, most: most * unit });
  return { X: scaled(X), Y: scaled(Y) };
}
