/** The files of a build, as `files.json` beside the page lists them for what keeps them. */

/** A file: its path below the page's folder, and its length in bytes. */
export type ListedFile = readonly [path: string, bytes: number];

export interface FileList {
  /** What the page needs to open and run anything, all its code: kept at the first visit. */
  readonly shell: readonly ListedFile[];
  /** Recordings and pictures: kept when they are seen, or on request. */
  readonly rest: readonly ListedFile[];
}
