/**
 * Keeps a page for every edition of the engine. A build lays a copy of itself into `engines/<edition>/` and removes none that is
 * there, so links go on giving the numbers that they were made with, however the engine has changed since. It is the whole page
 * and not its engine alone: an old engine behind a new page would hold only as long as the two understand each other.
 */
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Plugin } from "vite";
import type { FileList } from "../offline/file-list.ts";

/** The folder of all editions, in that of the page. */
export const folderOfEditions = "engines";

/** The edition that the core says it is. */
const source = "/core/run/version.ts";
const edition = /engineVersion = "([\w.-]+)"/;

/** The page as it is kept: it says so itself, is not installed, and has no preview of its own. */
const asKept = (html: string) =>
  html
    .replace("<html ", "<html data-kept ")
    .replaceAll(/\s*<(link rel="(manifest|apple-touch-icon)"|meta (property="og:|name="twitter:))[^>]*>/g, "");

export function editions(): Plugin {
  let own = "";
  let isWritten = true;
  return {
    name: "editions",
    apply: "build",
    configResolved({ build }) {
      isWritten = build.write;
    },
    transform(code, id) {
      if (id.endsWith(source)) own = edition.exec(code)?.[1] ?? "";
    },
    // What is here from a build before goes, but for the editions; a build that writes nothing leaves all as it is.
    renderStart: {
      order: "pre",
      handler({ dir = "" }) {
        if (!isWritten || !existsSync(dir)) return;
        for (const name of readdirSync(dir)) if (name !== folderOfEditions) rmSync(join(dir, name), { recursive: true });
      },
    },
    writeBundle: {
      order: "post",
      sequential: true,
      handler({ dir = "" }) {
        if (own === "") this.error(`${source} says no edition of the engine; expected engineVersion = "…".`);
        const kept = join(dir, folderOfEditions, own);
        rmSync(kept, { recursive: true, force: true });
        const { shell, rest } = JSON.parse(readFileSync(join(dir, "files.json"), "utf8")) as FileList;
        for (const [path] of [...shell, ...rest]) {
          mkdirSync(dirname(join(kept, path)), { recursive: true });
          copyFileSync(join(dir, path), join(kept, path));
        }
        writeFileSync(join(kept, "index.html"), asKept(readFileSync(join(dir, "index.html"), "utf8")));
        copyFileSync(join(dir, "files.json"), join(kept, "files.json"));
        writeFileSync(join(kept, "edition.json"), `${JSON.stringify({ edition: own })}\n`);
      },
    },
  };
}
