/** What every `npm test` tries, and what `npm run test:all` tries beyond that. */

import { test } from "vitest";

/** Whether many were asked for. */
export const isThorough = process.env["FABRICSCOPE_THOROUGH"] === "1";

/** Seed of every random case that names no other. `FABRICSCOPE_SEED=1 npm test` draws other cases. */
export const seed = Number(process.env["FABRICSCOPE_SEED"] ?? 20_240_711);

/** Number of random cases: a third of the full number under `npm test`, ten times the full number on request. */
export function cases(full: number, onRequest = 10 * full): number {
  return isThorough ? onRequest : Math.ceil(full / 3);
}

/** The first of what is alike for whoever changes something, usually; all of it on request. */
export function first<T>(usual: number, all: readonly T[]): readonly T[] {
  return isThorough ? all : all.slice(0, usual);
}

/** Pairs that contain each element of both lists at least once, usually; all pairs on request. */
export function covering<A, B>(a: readonly A[], b: readonly B[]): readonly (readonly [A, B])[] {
  if (isThorough) return a.flatMap((each) => b.map((other) => [each, other] as const));
  const count = a.length === 0 || b.length === 0 ? 0 : Math.max(a.length, b.length);
  return Array.from({ length: count }, (_, i) => [a[i % a.length], b[i % b.length]] as const);
}

/** A test that is run on request only: what it looks at is seldom touched, and others stand for its kind. */
export const testOnRequest = test.runIf(isThorough);
