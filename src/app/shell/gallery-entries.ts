/** The gallery: lists of example documents and of files of other programs, stored next to the page as JSON. */
import { array, boolean, object, optional, parse, pipe, regex, string } from "valibot";
import { fetchPageFile } from "../page-files.ts";

/** An example document, or a file of another program. */
export interface GalleryEntry {
  readonly id: string;
  /** File name in the folder of the list. */
  readonly file: string;
  readonly title: string;
  /** The question that the document answers. */
  readonly question: string;
  /** Whether the document is one of the few that the gallery recommends first. */
  readonly isFirst?: boolean | undefined;
  /** What to observe, as one sentence. */
  readonly look: string;
  /** File name of the entry's picture for each theme, in the folder of the list. */
  readonly picture: { readonly light: string; readonly dark: string };
}

/** Folders next to the page that contain a list, its files and its pictures. */
const folders = { documents: "scenarios", files: "files" };

/** An entry with its paths. */
export interface ListedGalleryEntry extends GalleryEntry {
  /** Paths of the entry's file and pictures, relative to the page. */
  readonly path: string;
  readonly pictures: GalleryEntry["picture"];
  /** Whether the entry is a file of another program, which is previewed before it is used. */
  readonly isForeign: boolean;
}

const fileName = pipe(string(), regex(/^[\w-]+\.\w+$/));
const entriesSchema = array(
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
 * Validates a parsed list.
 * @throws an error if it is not valid
 */
export function readGallery(list: unknown): readonly GalleryEntry[] {
  return parse(entriesSchema, list);
}

/** Loads all lists. */
export async function loadGallery(): Promise<readonly ListedGalleryEntry[]> {
  const lists = await Promise.all(Object.values(folders).map(loadList));
  return lists.flat();
}

async function loadList(folder: string): Promise<readonly ListedGalleryEntry[]> {
  const response = await fetchPageFile(`${folder}/index.json`);
  if (!response.ok) throw new Error(`The gallery's list could not be loaded (${response.status}).`);
  return readGallery(await response.json()).map((entry) => ({
    ...entry,
    path: `${folder}/${entry.file}`,
    pictures: { light: `${folder}/${entry.picture.light}`, dark: `${folder}/${entry.picture.dark}` },
    isForeign: folder === folders.files,
  }));
}
