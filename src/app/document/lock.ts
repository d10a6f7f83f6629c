/** Locks of an embedded page, checked before every edit. Loaded only if the page has a lock. */
import { isSameValue } from "../../core/base/equality.ts";
import { type Document, documentParams, variantsOf } from "../../core/scenario/document.ts";
import { paramAtPath } from "../../core/scenario/param-path.ts";
import { changesOf, valueDifferences, positionsAfter } from "../../core/scenario/variants.ts";
import { isPathLocked, type Lock, fullLock, readLock } from "../../links/lock.ts";
import type { PageLock } from "../state/view-state.ts";

/**
 * The name of the first part of the document that a lock protects and an edit would change; null if the lock permits the edit. Each variant
 * (network) is compared with the same variant before the edit.
 */
export function lockedPartOf(lock: Lock, before: Document, after: Document): string | null {
  const parts: readonly (readonly [string, unknown, unknown])[] = [
    ["title", before.title, after.title],
    ["seed", before.seed, after.seed],
    ["beside", before.beside.map(({ title }) => title), after.beside.map(({ title }) => title)],
    ["sweep", before.sweep, after.sweep],
  ];
  const changedPart = parts.find(([name, a, b]) => !isSameValue(a, b) && isPathLocked(lock, [name]));
  if (changedPart !== undefined) return changedPart[0];
  const documentChanges = valueDifferences(documentParams, before, after, []);
  const lockedDifference = documentChanges.find(({ path }) => isPathLocked(lock, path));
  if (lockedDifference !== undefined) return lockedDifference.path.join(".");
  const variantsBefore = variantsOf(before);
  const newIndices = positionsAfter(before.beside, after.beside);
  for (const [i, variant] of variantsOf(after).entries()) {
    // A new network has no index before the edit (−1). It must keep the locked values of the first one.
    const indexBefore = newIndices.indexOf(i);
    const variantBefore = variantsBefore[Math.max(0, indexBefore)];
    const change = changesOf(variantBefore, variant).find(({ path }) => isPathLocked(lock, path));
    if (change === undefined) continue;
    const changedParam = paramAtPath(variant, change.path) ?? paramAtPath(variantBefore, change.path);
    return changedParam?.title.toLowerCase() ?? change.path.join(".");
  }
  return null;
}

/** The lock in the text of a link. @throws ScenarioError */
export function pageLock(text: string, document: Document): PageLock {
  return pageLockOf(readLock(text, document));
}

/** Locks everything: used if the lock of a link cannot be read. */
export const wholePageLock: PageLock = pageLockOf(fullLock);

function pageLockOf(lock: Lock): PageLock {
  return {
    isLocked: (path) => isPathLocked(lock, path),
    lockedPartOf: (before, after) => lockedPartOf(lock, before, after),
  };
}
