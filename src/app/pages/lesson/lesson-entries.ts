/** The list of lessons, which lies beside the page as plain JSON. */
import { array, maxValue, minValue, number, object, parse, pipe, regex, string } from "valibot";
import { beside } from "../../beside.ts";
import { lessonFolder } from "../../lesson/attend.ts";

export interface LessonEntry {
  /** Its short name: the address of a step is `#id.2`. */
  readonly id: string;
  readonly title: string;
  readonly minutes: number;
  /** What one learns, as one sentence. */
  readonly look: string;
}

const entries = array(
  object({
    id: pipe(string(), regex(/^[a-z][a-z0-9-]{0,39}$/)),
    title: string(),
    minutes: pipe(number(), minValue(1), maxValue(240)),
    look: string(),
  }),
);

/**
 * Reads a parsed list.
 * @throws an error where it is not one
 */
export function readLessons(list: unknown): readonly LessonEntry[] {
  return parse(entries, list);
}

/** Fetches the list. */
export async function loadLessons(): Promise<readonly LessonEntry[]> {
  const response = await beside(`${lessonFolder}/index.json`);
  if (!response.ok) throw new Error(`The list of lessons could not be loaded (${response.status}).`);
  return readLessons(await response.json());
}
