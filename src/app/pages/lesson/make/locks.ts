/**
 * Computes which words of a step's sentence students may change. Locks are always written as "all but the unlocked words", because students
 * see nothing else to change.
 */
import type { Document } from "../../../../core/scenario/document.ts";
import { isWithin, type Path } from "../../../../core/scenario/place.ts";
import { isLocked, lockedWhole, readLock, writeLock } from "../../../../links/lock.ts";
import type { Segment } from "../../../../words/sentence.ts";

/** A part of the sentence that is a control. */
export type Word = Exclude<Segment, { type: "text" } | { type: "letter" }>;

/** The path of a word. A word of a compared network has the path of the same word in the first network. */
export const pathOfWord = ({ path }: Word): Path => (path[0] === "beside" && path.length > 2 ? path.slice(2) : path);

/** The words of a sentence, each path once. */
export function wordsOf(sentence: readonly Segment[]): readonly Word[] {
  const words = sentence.filter((each): each is Word => each.type !== "text" && each.type !== "letter");
  const places = words.map((word) => pathOfWord(word).join("."));
  return words.filter((_, i) => places.indexOf(places[i]) === i);
}

/**
 * The unlocked words.
 * @param lock The text of `lock=` in a link; null if everything is unlocked.
 */
export function openWords(lock: string | null, document: Document, words: readonly Word[]): readonly Word[] {
  if (lock === null) return words;
  const read = lockOf(lock, document);
  return words.filter((word) => !isLocked(read, pathOfWord(word)));
}

/** Reads a lock. If it does not fit the scenario, everything is locked. */
function lockOf(lock: string, document: Document) {
  try {
    return readLock(lock, document);
  } catch {
    // The scenario has changed since the lock was written. As on the student's page, a lock with an unknown path locks everything.
    return lockedWhole;
  }
}

/** The lock that leaves exactly these words unlocked; null if that is all words. */
export function lockOn(open: readonly Word[], words: readonly Word[]): string | null {
  if (words.every((word) => open.includes(word))) return null;
  const places = open.map(pathOfWord);
  // Unlocking a path unlocks everything below it.
  const outermost = places.filter((place) => !places.some((other) => other !== place && isWithin(place, other)));
  return writeLock({ isAllBut: true, places: outermost });
}

/**
 * The lock after toggling one word. A choice and the parameters below it depend on each other: locking a size also locks the kind that it
 * belongs to.
 */
export function turned(lock: string | null, document: Document, words: readonly Word[], word: Word): string | null {
  const open = openWords(lock, document, words);
  const place = pathOfWord(word);
  const isOpen = open.some((each) => pathOfWord(each).join() === place.join());
  return lockOn(
    words.filter((each) => {
      const own = pathOfWord(each);
      return isOpen ? open.includes(each) && !isWithin(place, own) : open.includes(each) || isWithin(own, place);
    }),
    words,
  );
}
