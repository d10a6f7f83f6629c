/** The list of starting documents, which lies beside the page as plain JSON. */
import { array, boolean, object, optional, parse, pipe, regex, string } from "valibot";
import { beside } from "../../beside.ts";

/** One starting document. */
export interface GalleryEntry {
  readonly id: string;
  /** Name of its file in the folder of the list. */
  readonly file: string;
  readonly title: string;
  /** The question it belongs to. */
  readonly question: string;
  /** Whether it is one of the few to begin with. */
  readonly isFirst?: boolean | undefined;
  /** What to look for, as one sentence. */
  readonly look: string;
  /** Name of its picture, in the folder of the list, for each theme. */
  readonly picture: { readonly light: string; readonly dark: string };
}

/** Folder of the list, its documents and their pictures, beside the page. */
export const galleryFolder = "scenarios";

const fileName = pipe(string(), regex(/^[\w-]+\.\w+$/));
const entries = array(
  object({
    id: string(),
    file: fileName,
    title: string(),
    question: string(),
    isFirst: optional(boolean()),
    look: string(),
    picture: object({ light: fileName, dark: fileName }),
  }),
);

/**
 * Reads a parsed list.
 * @throws an error where it is not one
 */
export function readGallery(list: unknown): readonly GalleryEntry[] {
  return parse(entries, list);
}

/** Fetches the list. */
export async function loadGallery(): Promise<readonly GalleryEntry[]> {
  const response = await beside(`${galleryFolder}/index.json`);
  if (!response.ok) throw new Error(`The gallery's list could not be loaded (${response.status}).`);
  return readGallery(await response.json());
}
