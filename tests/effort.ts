/** The amount of testing under `npm test` and under `npm run test:all`. */

import { test } from "vitest";

/** Whether a thorough run was requested. */
export const isThorough = process.env["FABRICSCOPE_THOROUGH"] === "1";

/** Seed of all random cases without a seed of their own. `FABRICSCOPE_SEED=1 npm test` draws other cases. */
export const seed = Number(process.env["FABRICSCOPE_SEED"] ?? 20_240_711);

/** Number of random cases: a third of the full number under `npm test`, and ten times that in a thorough run. */
export function cases(full: number, thoroughCount = 10 * Math.ceil(full / 3)): number {
  return isThorough ? thoroughCount : Math.ceil(full / 3);
}

/** The first few of several similar cases; all cases in a thorough run. */
export function firstFew<T>(count: number, all: readonly T[]): readonly T[] {
  return isThorough ? all : all.slice(0, count);
}

/** Pairs that contain each element of both lists at least once; all pairs in a thorough run. */
export function coveringPairs<A, B>(a: readonly A[], b: readonly B[]): readonly (readonly [A, B])[] {
  if (isThorough) return a.flatMap((each) => b.map((other) => [each, other] as const));
  const count = a.length === 0 || b.length === 0 ? 0 : Math.max(a.length, b.length);
  return Array.from({ length: count }, (_, i) => [a[i % a.length], b[i % b.length]] as const);
}

/**
 * A small subset of the given combinations that contains each of their parts at least once; all of them in a thorough run.
 * @param partsOf The parts of a combination; equal parts are the same object.
 */
export function coveringSubset<T>(all: readonly T[], partsOf: (one: T) => readonly unknown[]): readonly T[] {
  if (isThorough) return all;
  /** Number of times that each part has been chosen. */
  const counts = new Map<unknown, number>();
  const countOf = (one: T) => partsOf(one).reduce<number>((sum, part) => sum + (counts.get(part) ?? 0), 0);
  const parts = [...new Set(all.flatMap(partsOf))].map((part) => ({ part, own: all.filter((one) => partsOf(one).includes(part)) }));
  // Parts with few combinations leave the least choice, so they are covered first.
  parts.sort((a, b) => a.own.length - b.own.length);
  return parts.flatMap(({ part, own }) => {
    if (counts.has(part)) return [];
    const next = own.reduce((best, each) => (countOf(each) < countOf(best) ? each : best));
    for (const each of partsOf(next)) counts.set(each, (counts.get(each) ?? 0) + 1);
    return [next];
  });
}

/** A test that runs in thorough runs only: the code under test seldom changes, and similar tests always run. */
export const thoroughTest = test.runIf(isThorough);
