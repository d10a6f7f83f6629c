/** Locks of an embedded page, checked before every edit. Loaded only if the page has a lock. */
import { isSameValue } from "../../core/base/same.ts";
import { type Document, documentParams, variantsOf } from "../../core/scenario/document.ts";
import { paramAt } from "../../core/scenario/place.ts";
import { changesOf, differences, placesAfter } from "../../core/scenario/variants.ts";
import { isLocked, type Lock, lockedWhole, readLock } from "../../links/lock.ts";
import type { PageLock } from "../state/view-state.ts";

/** Name of the first locked part that an edit would change; null if the lock permits the edit. */
export function lockedChange(lock: Lock, before: Document, after: Document): string | null {
  const own: readonly (readonly [string, unknown, unknown])[] = [
    ["title", before.title, after.title],
    ["seed", before.seed, after.seed],
    ["beside", before.beside.map(({ title }) => title), after.beside.map(({ title }) => title)],
    ["sweep", before.sweep, after.sweep],
  ];
  const part = own.find(([name, a, b]) => !isSameValue(a, b) && isLocked(lock, [name]));
  if (part !== undefined) return part[0];
  const whole = differences(documentParams, before, after, []);
  const held = whole.find(({ path }) => isLocked(lock, path));
  if (held !== undefined) return held.path.join(".");
  const all = variantsOf(before);
  const places = placesAfter(before.beside, after.beside);
  for (const [i, variant] of variantsOf(after).entries()) {
    // A new network must keep the locked values of the first one.
    const stood = all[Math.max(0, places.indexOf(i))];
    const change = changesOf(stood, variant).find(({ path }) => isLocked(lock, path));
    if (change !== undefined)
      return (paramAt(variant, change.path) ?? paramAt(stood, change.path))?.title.toLowerCase() ?? change.path.join(".");
  }
  return null;
}

/** The lock in the text of a link. @throws ScenarioError */
export function pageLock(text: string, document: Document): PageLock {
  return closed(readLock(text, document));
}

/** Locks everything: used if the lock of a link cannot be read. */
export const wholePageLock: PageLock = closed(lockedWhole);

function closed(lock: Lock): PageLock {
  return {
    isLocked: (path) => isLocked(lock, path),
    forbids: (before, after) => lockedChange(lock, before, after),
  };
}
