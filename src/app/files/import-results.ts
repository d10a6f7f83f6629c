/** Imports results of a document that was run elsewhere: a folder with one file per run. */
import { fetchKinds } from "../../core/kinds/fetch-kinds.ts";
import { CacheFolder } from "../../core/results/cache-folder.ts";
import { maxCachedCharacters } from "../../core/results/cached.ts";
import { countOf, formatCount } from "../../words/numbers.ts";
import { editedDocument } from "../state/document-state.ts";
import type { Page } from "../create-page.ts";

/** Maximum number of files that are read from dropped folders. */
const maxFiles = 20_000;

/** Whether a file has the name of a cached run: 16 hexadecimal digits and `.json`. */
export const isCachedRunName = (name: string) => /^[0-9a-f]{16}\.json$/.test(name);

/** All files in dropped folders, including nested ones. */
export async function filesInFolders(entries: readonly FileSystemEntry[]): Promise<readonly File[]> {
  const files: File[] = [];
  const pending = [...entries];
  for (let entry = pending.pop(); entry !== undefined && files.length < maxFiles; entry = pending.pop()) {
    if (entry.isFile) files.push(await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject)));
    else pending.push(...(await childrenOf(entry as FileSystemDirectoryEntry)));
  }
  return files;
}

/** All entries of a folder. `readEntries` returns them in batches, and an empty batch at the end. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const batch = await new Promise<readonly FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (batch.length === 0) return all;
    all.push(...batch);
  }
}

/**
 * Adds results that were computed elsewhere, for example by the command line, to the result cache of this browser. Only files of runs of the
 * document on the page are read. Reports how many were added and why others were not. Results that are already cached stay.
 */
export async function importResults(page: Page, files: readonly File[]): Promise<void> {
  await fetchKinds();
  const document = editedDocument(page.store.getState());
  const folder = new CacheFolder(document);
  // Read the files that belong to the document, and validate them.
  for (const file of files) {
    if (!folder.isExpected(file.name)) continue;
    // A character has at most 3 bytes (4 bytes are two characters of JavaScript), so a larger file is certainly too long.
    const isTooLong = file.size > 3 * maxCachedCharacters;
    folder.addFile(file.name, isTooLong ? null : await file.text().catch(() => null));
  }
  // Add new results to the cache, and note files whose fingerprint (a hash of the whole run) differs from the fingerprint of the cached
  // results.
  const differingFiles: string[] = [];
  for (const { cell, name } of folder.cells) {
    const results = folder.find(name);
    if (results === null) continue;
    const cached = await page.resultCache.find(cell.scenario);
    if (cached === null) page.resultCache.keep(cell.scenario, results);
    else if (cached.fingerprint !== results.fingerprint && !differingFiles.includes(name)) differingFiles.push(name);
  }
  // Report how many were added, and why others were not.
  const [acceptedFiles, brokenFiles, otherEngineFiles] = (["kept", "broken", "other engine"] as const).map((status) =>
    folder.namesWith(status),
  );
  const runCount = new Set(folder.cells.map(({ name }) => name)).size;
  if (acceptedFiles.length > 0 && document.sweep.length > 0) page.runs.sweep.resume(document);
  const listNames = (names: readonly string[]) =>
    `${names.slice(0, 3).join(", ")}${names.length > 3 ? ` and ${formatCount(names.length - 3)} more` : ""}`;
  const lines = [
    ...(brokenFiles.length > 0
      ? [`${countOf(brokenFiles.length, "file is", "files are")} damaged and ignored: ${listNames(brokenFiles)}.`]
      : []),
    ...(otherEngineFiles.length > 0
      ? [
          `${countOf(otherEngineFiles.length, "file was", "files were")} made by another version of the engine and ignored: ${listNames(otherEngineFiles)}.`,
        ]
      : []),
    ...(differingFiles.length > 0
      ? [
          `${countOf(differingFiles.length, "file differs", "files differ")} from the results computed here, which are kept: ${listNames(differingFiles)}.`,
        ]
      : []),
    ...(acceptedFiles.length === 0 && brokenFiles.length + otherEngineFiles.length === 0
      ? [
          `None of ${countOf(files.length, "file", "files")} contains a run of the document on this page. Open the document of these runs, then drop the folder again.`,
        ]
      : []),
  ];
  const summary = `${formatCount(acceptedFiles.length)} of ${countOf(runCount, "run", "runs")} loaded from the folder.`;
  if (lines.length === 0) page.store.setState({ session: { toast: summary } });
  else page.store.setState({ session: { notice: { title: summary, lines } } });
}
