/** Lesson ↔ the part of an address that holds all of it: `lesson=z1=…&step=2`. */
import { hashText } from "../core/base/hash.ts";
import { pack, unpackLeft, unpackLink } from "../links/packed.ts";
import { longestLink } from "../links/index.ts";
import type { Lesson } from "./lesson.ts";
import { readLesson, type ReadLesson } from "./read-lesson.ts";
import { writeLesson } from "./write-lesson.ts";

/** The link of a step of a lesson, without `#`; null where it would be longer than links are read. @param step from 1 */
export async function writeLessonLink(lesson: Lesson, step = 1): Promise<string | null> {
  const link = `lesson=${await pack(JSON.stringify(writeLesson(lesson)))}${step === 1 ? "" : `&step=${step}`}`;
  return link.length > longestLink ? null : link;
}

/**
 * The lesson of such a link. One that was cut or changed on its way opens with the steps that are left.
 * @param packed what stands behind `lesson=`
 * @throws ScenarioError where not one step can be read
 */
export async function readLessonLink(packed: string): Promise<ReadLesson> {
  try {
    return await readLesson(await unpackLink(packed));
  } catch (fault) {
    const left = await unpackLeft(packed);
    try {
      return await readLesson(left, false);
    } catch {
      // What is wrong with the link says more than what is wrong with its remains.
      throw fault;
    }
  }
}

/** What a lesson without an address is called in lines of answers: six letters and digits, another whenever the lesson is. */
export function lessonHash(lesson: Lesson): string {
  const text = JSON.stringify(writeLesson(lesson));
  return `x${hashText(text, 0).toString(36).padStart(7, "0").slice(-5)}`;
}
