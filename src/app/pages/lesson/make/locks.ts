/** Which words of a step's sentence its students may change: always said as all but the open ones, because nothing else is on their page. */
import type { Document } from "../../../../core/scenario/document.ts";
import { isWithin, type Path } from "../../../../core/scenario/place.ts";
import { isLocked, lockedWhole, readLock, writeLock } from "../../../../links/lock.ts";
import type { Segment } from "../../../../words/sentence.ts";

/** A word of the sentence that is a control. */
export type Word = Exclude<Segment, { type: "text" } | { type: "letter" }>;

/** The place of a word; of a network beside it is that of the first. */
export const pathOfWord = ({ path }: Word): Path => (path[0] === "beside" && path.length > 2 ? path.slice(2) : path);

/** The words of a sentence, each place once. */
export function wordsOf(sentence: readonly Segment[]): readonly Word[] {
  const words = sentence.filter((each): each is Word => each.type !== "text" && each.type !== "letter");
  const places = words.map((word) => pathOfWord(word).join("."));
  return words.filter((_, i) => places.indexOf(places[i]) === i);
}

/** Which words are open. @param lock as `lock=` says it; null where everything is open */
export function openWords(lock: string | null, document: Document, words: readonly Word[]): readonly Word[] {
  if (lock === null) return words;
  const read = lockOf(lock, document);
  return words.filter((word) => !isLocked(read, pathOfWord(word)));
}

function lockOf(lock: string, document: Document) {
  try {
    return readLock(lock, document);
  } catch {
    // The scenario has changed since: a lock on what is no longer there locks everything, as on the student's page.
    return lockedWhole;
  }
}

/** The lock that leaves these words open; null where that is all of them. */
export function lockOn(open: readonly Word[], words: readonly Word[]): string | null {
  if (words.every((word) => open.includes(word))) return null;
  const places = open.map(pathOfWord);
  // What is open opens all within it.
  const outermost = places.filter((place) => !places.some((other) => other !== place && isWithin(place, other)));
  return writeLock({ isAllBut: true, places: outermost });
}

/** The lock with one word turned. What is chosen goes with all that stands in it: to lock a size locks the kind that has it. */
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
