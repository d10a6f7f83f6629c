/** Lesson ↔ the fragment of an address that holds the whole lesson: `lesson=z1=…&step=2`. */
import { hashText } from "../core/base/hash.ts";
import { pack, unpackDamaged, unpackLink } from "../links/packed.ts";
import { maxLinkLength } from "../links/index.ts";
import type { Lesson } from "./lesson.ts";
import { readLesson, type LessonReading } from "./read-lesson.ts";
import { writeLesson } from "./write-lesson.ts";

/** The link of a step of a lesson, without `#`; null if it is longer than readable links may be. @param step from 1 */
export async function writeLessonLink(lesson: Lesson, step = 1): Promise<string | null> {
  const link = `lesson=${await pack(JSON.stringify(writeLesson(lesson)))}${step === 1 ? "" : `&step=${step}`}`;
  return link.length > maxLinkLength ? null : link;
}

/**
 * Reads the lesson of a link that contains the whole lesson. If the link was truncated or damaged, the lesson has the steps that remain
 * readable.
 * @param packed the text after `lesson=`
 * @throws ScenarioError if no step can be read
 */
export async function readLessonLink(packed: string): Promise<LessonReading> {
  try {
    return await readLesson(await unpackLink(packed));
  } catch (fault) {
    const remainingText = await unpackDamaged(packed);
    try {
      return await readLesson(remainingText, false);
    } catch {
      // The fault of the link is more helpful than faults in the part that can still be unpacked.
      throw fault;
    }
  }
}

/** A name for a lesson without an address, used in answer lines: `x` and five letters or digits. It changes whenever the lesson changes. */
export function lessonHash(lesson: Lesson): string {
  const text = JSON.stringify(writeLesson(lesson));
  return `x${hashText(text, 0).toString(36).padStart(7, "0").slice(-5)}`;
}
