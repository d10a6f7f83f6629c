/** Imports results of a document that was run elsewhere: a folder with one file per run. */
import { fetchKinds } from "../../core/kinds/fetch-kinds.ts";
import { KeptFolder } from "../../core/results/cache-folder.ts";
import { longestKept } from "../../core/results/cached.ts";
import { countOf, formatCount } from "../../words/numbers.ts";
import { edited } from "../state/document-state.ts";
import type { Page } from "../create-page.ts";

/** Limit for files in nested folders. */
const mostFiles = 20_000;

/** Whether a file name is that of a cached run: 16 hexadecimal digits. */
export const isKeptName = (name: string) => /^[0-9a-f]{16}\.json$/.test(name);

/** All files in dropped folders, including nested ones. */
export async function filesIn(entries: readonly FileSystemEntry[]): Promise<readonly File[]> {
  const files: File[] = [];
  const waiting = [...entries];
  for (let entry = waiting.pop(); entry !== undefined && files.length < mostFiles; entry = waiting.pop()) {
    if (entry.isFile) files.push(await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject)));
    else waiting.push(...(await childrenOf(entry as FileSystemDirectoryEntry)));
  }
  return files;
}

/** All entries of a folder. `readEntries` returns them in batches, and an empty batch at the end. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<readonly FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return all;
    all.push(...some);
  }
}

/**
 * Adds the runs of the document on the page that these files contain to the result cache, and reports the outcome. Runs that are already
 * cached stay.
 */
export async function takeResults(page: Page, files: readonly File[]): Promise<void> {
  await fetchKinds();
  const document = edited(page.store.getState());
  const folder = new KeptFolder(document);
  // Read the files that belong to the document, and validate them.
  for (const file of files) {
    if (!folder.wants(file.name)) continue;
    folder.take(file.name, file.size > 3 * longestKept ? null : await file.text().catch(() => null));
  }
  // Add new results to the cache, and note those that contradict cached ones.
  const differing: string[] = [];
  for (const { cell, name } of folder.cells) {
    const results = folder.find(name);
    if (results === null) continue;
    const known = await page.resultCache.find(cell.scenario);
    if (known === null) page.resultCache.keep(cell.scenario, results);
    else if (known.fingerprint !== results.fingerprint && !differing.includes(name)) differing.push(name);
  }
  // Report how many were added, and why others were not.
  const [kept, broken, other] = (["kept", "broken", "other engine"] as const).map((what) => folder.namesOf(what));
  const all = new Set(folder.cells.map(({ name }) => name)).size;
  if (kept.length > 0 && document.sweep.length > 0) page.runs.sweep.goOn(document);
  const named = (names: readonly string[]) =>
    `${names.slice(0, 3).join(", ")}${names.length > 3 ? ` and ${formatCount(names.length - 3)} more` : ""}`;
  const lines = [
    ...(broken.length > 0 ? [`${countOf(broken.length, "file is", "files are")} broken, and left out: ${named(broken)}.`] : []),
    ...(other.length > 0
      ? [`${countOf(other.length, "file was", "files were")} made by another edition of the engine, and left out: ${named(other)}.`]
      : []),
    ...(differing.length > 0
      ? [
          `${countOf(differing.length, "file differs", "files differ")} from what was run here; what was run here stays: ${named(differing)}.`,
        ]
      : []),
    ...(kept.length === 0 && broken.length + other.length === 0
      ? [
          `None of ${countOf(files.length, "file", "files")} keeps a run of the document on this page. Open the document that was run, then drop its folder again.`,
        ]
      : []),
  ];
  const said = `${formatCount(kept.length)} of ${countOf(all, "run", "runs")} taken from the folder.`;
  if (lines.length === 0) page.store.setState({ session: { toast: said } });
  else page.store.setState({ session: { notice: { title: said, lines } } });
}
