/**
 * Keeps a page for every version of the engine. A build copies itself to `engines/<version>/` and never removes older copies, so a link
 * still leads to the same results when the engine changes. The whole page is kept instead of the engine alone, because an old engine would
 * work with a new page only as long as their interface stays the same.
 */
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Plugin } from "vite";
import type { FileList } from "../offline/file-list.ts";

/** Folder of all versions, within that of the page. */
export const folderOfEditions = "engines";

/** Source file with the version of the engine. */
const versionSource = "/core/run/version.ts";
const versionPattern = /engineVersion = "([\w.-]+)"/;

/** The page of a kept version: it is marked as such, cannot be installed, and has no link preview. */
const keptPage = (html: string) =>
  html
    .replace("<html ", "<html data-kept ")
    .replaceAll(/\s*<(link rel="(manifest|apple-touch-icon)"|meta (property="og:|name="twitter:))[^>]*>/g, "");

/**
 * The plugin that keeps a page for every version of the engine: after a build, it copies the page to `engines/<version>/`, with a mark that
 * it is kept. Copies of other versions stay in the output folder.
 */
export function editions(): Plugin {
  let version = "";
  let writesFiles = true;
  return {
    name: "editions",
    apply: "build",
    configResolved({ build }) {
      writesFiles = build.write;
    },
    transform(code, id) {
      if (id.endsWith(versionSource)) version = versionPattern.exec(code)?.[1] ?? "";
    },
    // Removes the previous build except for the kept versions; a build that writes nothing removes nothing.
    renderStart: {
      order: "pre",
      handler({ dir = "" }) {
        if (!writesFiles || !existsSync(dir)) return;
        for (const name of readdirSync(dir)) if (name !== folderOfEditions) rmSync(join(dir, name), { recursive: true });
      },
    },
    writeBundle: {
      order: "post",
      sequential: true,
      handler({ dir = "" }) {
        if (version === "") this.error(`${versionSource} says no edition of the engine; expected engineVersion = "…".`);
        const versionFolder = join(dir, folderOfEditions, version);
        rmSync(versionFolder, { recursive: true, force: true });
        const { shell, rest } = JSON.parse(readFileSync(join(dir, "files.json"), "utf8")) as FileList;
        for (const [path] of [...shell, ...rest]) {
          mkdirSync(dirname(join(versionFolder, path)), { recursive: true });
          copyFileSync(join(dir, path), join(versionFolder, path));
        }
        writeFileSync(join(versionFolder, "index.html"), keptPage(readFileSync(join(dir, "index.html"), "utf8")));
        copyFileSync(join(dir, "files.json"), join(versionFolder, "files.json"));
        writeFileSync(join(versionFolder, "edition.json"), `${JSON.stringify({ edition: version })}\n`);
      },
    },
  };
}
