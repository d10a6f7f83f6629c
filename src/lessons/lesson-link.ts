/** Lesson ↔ the fragment of an address that holds the whole lesson: `lesson=z1=…&step=2`. */
import { hashText } from "../core/base/hash.ts";
import { pack, unpackLeft, unpackLink } from "../links/packed.ts";
import { longestLink } from "../links/index.ts";
import type { Lesson } from "./lesson.ts";
import { readLesson, type ReadLesson } from "./read-lesson.ts";
import { writeLesson } from "./write-lesson.ts";

/** The link of a step of a lesson, without `#`; null if it is longer than readable links may be. @param step from 1 */
export async function writeLessonLink(lesson: Lesson, step = 1): Promise<string | null> {
  const link = `lesson=${await pack(JSON.stringify(writeLesson(lesson)))}${step === 1 ? "" : `&step=${step}`}`;
  return link.length > longestLink ? null : link;
}

/**
 * The lesson of such a link. If the link was truncated or damaged, the lesson has the steps that remain readable.
 * @param packed the text after `lesson=`
 * @throws ScenarioError if no step can be read
 */
export async function readLessonLink(packed: string): Promise<ReadLesson> {
  try {
    return await readLesson(await unpackLink(packed));
  } catch (fault) {
    const left = await unpackLeft(packed);
    try {
      return await readLesson(left, false);
    } catch {
      // The fault of the link itself is more helpful than faults in its remains.
      throw fault;
    }
  }
}

/** A name for a lesson without an address, used in answer lines: `x` and five letters or digits. It changes whenever the lesson changes. */
export function lessonHash(lesson: Lesson): string {
  const text = JSON.stringify(writeLesson(lesson));
  return `x${hashText(text, 0).toString(36).padStart(7, "0").slice(-5)}`;
}
