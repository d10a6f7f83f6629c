/** The files of a build, as listed in `files.json` next to the page for the service worker. */

/** A file: its path in the page's folder, and its length in bytes. */
export type ListedFile = readonly [path: string, bytes: number];

/** The files of a build, divided by when they are cached. */
export interface FileList {
  /** All code, which the page needs to open and to run anything; cached at the first visit. */
  readonly shell: readonly ListedFile[];
  /** Recordings and pictures; cached when they are first used, or on request. */
  readonly rest: readonly ListedFile[];
}
