/** The lists of starting documents and of files of other programs, which lie beside the page as plain JSON. */
import { array, boolean, object, optional, parse, pipe, regex, string } from "valibot";
import { beside } from "../beside.ts";

/** One starting document, or a file of another program. */
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

/** Folders of the lists, with what they list and its pictures, beside the page. */
const folders = { documents: "scenarios", files: "files" };

/** An entry as the page shows it. */
export interface Listed extends GalleryEntry {
  /** The paths of its file and of its pictures, beside the page. */
  readonly path: string;
  readonly pictures: GalleryEntry["picture"];
  /** Whether it is a file of another program, which is looked at before it is used. */
  readonly isForeign: boolean;
}

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

/** Fetches the lists. */
export async function loadGallery(): Promise<readonly Listed[]> {
  const lists = await Promise.all(Object.values(folders).map(loadList));
  return lists.flat();
}

async function loadList(folder: string): Promise<readonly Listed[]> {
  const response = await beside(`${folder}/index.json`);
  if (!response.ok) throw new Error(`The gallery's list could not be loaded (${response.status}).`);
  return readGallery(await response.json()).map((entry) => ({
    ...entry,
    path: `${folder}/${entry.file}`,
    pictures: { light: `${folder}/${entry.picture.light}`, dark: `${folder}/${entry.picture.dark}` },
    isForeign: folder === folders.files,
  }));
}
