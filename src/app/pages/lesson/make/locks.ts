/**
 * Computes which words of a step's sentence students may change. Locks are always written as "all but the unlocked words", because students
 * see nothing else to change.
 */
import type { Document } from "../../../../core/scenario/document.ts";
import { isWithin, type Path } from "../../../../core/scenario/param-path.ts";
import { isPathLocked, fullLock, readLock, writeLock } from "../../../../links/lock.ts";
import type { Segment } from "../../../../words/sentence.ts";

/** A part of the sentence that is a control. */
export type SentenceWord = Exclude<Segment, { type: "text" } | { type: "letter" }>;

/** The path of a word. A word of a compared network has the path of the same word in the first network. */
export const sharedPathOf = ({ path }: SentenceWord): Path => (path[0] === "beside" && path.length > 2 ? path.slice(2) : path);

/** The words of a sentence, each path once. */
export function sentenceWords(sentence: readonly Segment[]): readonly SentenceWord[] {
  const words = sentence.filter((each): each is SentenceWord => each.type !== "text" && each.type !== "letter");
  const paths = words.map((word) => sharedPathOf(word).join("."));
  return words.filter((_, i) => paths.indexOf(paths[i]) === i);
}

/**
 * The unlocked words.
 * @param lock The text of `lock=` in a link; null if everything is unlocked.
 */
export function unlockedWords(lock: string | null, document: Document, words: readonly SentenceWord[]): readonly SentenceWord[] {
  if (lock === null) return words;
  const parsedLock = readLockOrAll(lock, document);
  return words.filter((word) => !isPathLocked(parsedLock, sharedPathOf(word)));
}

/** Reads a lock. If it does not fit the scenario, everything is locked. */
function readLockOrAll(lock: string, document: Document) {
  try {
    return readLock(lock, document);
  } catch {
    // The scenario has changed since the lock was written. As on the student's page, a lock with an unknown path locks everything.
    return fullLock;
  }
}

/** The lock that leaves exactly these words unlocked; null if that is all words. */
export function lockAllBut(unlocked: readonly SentenceWord[], words: readonly SentenceWord[]): string | null {
  if (words.every((word) => unlocked.includes(word))) return null;
  const paths = unlocked.map(sharedPathOf);
  // Unlocking a path unlocks everything below it.
  const outermost = paths.filter((path) => !paths.some((other) => other !== path && isWithin(path, other)));
  return writeLock({ isAllBut: true, paths: outermost });
}

/**
 * The lock after toggling one word. A choice and the parameters below it depend on each other: locking a size also locks the kind that it
 * belongs to.
 */
export function toggleWord(lock: string | null, document: Document, words: readonly SentenceWord[], word: SentenceWord): string | null {
  const unlocked = unlockedWords(lock, document, words);
  const toggledPath = sharedPathOf(word);
  const isUnlocked = unlocked.some((each) => sharedPathOf(each).join() === toggledPath.join());
  return lockAllBut(
    words.filter((each) => {
      const path = sharedPathOf(each);
      return isUnlocked ? unlocked.includes(each) && !isWithin(toggledPath, path) : unlocked.includes(each) || isWithin(path, toggledPath);
    }),
    words,
  );
}
