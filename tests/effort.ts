/** What every `npm test` tries, and what `npm run test:all` tries beyond that. */

import { test } from "vitest";

/** Whether many were asked for. */
export const isThorough = process.env["FABRICSCOPE_THOROUGH"] === "1";

/** That many cases usually, and that many on request: ten times as many, unless it is said. */
export function cases(usual: number, onRequest = 10 * usual): number {
  return isThorough ? onRequest : usual;
}

/** The first of what is alike for whoever changes something, usually; all of it on request. */
export function first<T>(usual: number, all: readonly T[]): readonly T[] {
  return isThorough ? all : all.slice(0, usual);
}

/** A test that is run on request only: what it looks at is seldom touched, and others stand for its kind. */
export const testOnRequest = test.runIf(isThorough);
