/** Reads the list of lessons, a JSON file that is published next to the page. */
import { array, maxValue, minValue, number, object, parse, pipe, regex, string } from "valibot";
import { fetchPageFile } from "../page-files.ts";
import { lessonFolder } from "./lesson-actions.ts";

export interface LessonEntry {
  /** The short name of the lesson: the address of its second step is `#id.2`. */
  readonly id: string;
  readonly title: string;
  readonly minutes: number;
  /** The learning goal, one sentence. */
  readonly look: string;
}

const lessonList = array(
  object({
    id: pipe(string(), regex(/^[a-z][a-z0-9-]{0,39}$/)),
    title: string(),
    minutes: pipe(number(), minValue(1), maxValue(240)),
    look: string(),
  }),
);

/**
 * Validates a parsed list of lessons.
 * @throws ValiError if it is not a list of lessons.
 */
export function readLessons(list: unknown): readonly LessonEntry[] {
  return parse(lessonList, list);
}

/**
 * Fetches the list.
 * @throws Error if the list cannot be loaded or read.
 */
export async function loadLessons(): Promise<readonly LessonEntry[]> {
  const response = await fetchPageFile(`${lessonFolder}/index.json`);
  if (!response.ok) throw new Error(`The list of lessons could not be loaded (${response.status}).`);
  return readLessons(await response.json());
}
