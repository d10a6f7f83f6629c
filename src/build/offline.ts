/** Writes what the page needs to open without a connection: the list of its files, and the service worker that caches them. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Plugin, transformWithOxc } from "vite";
import type { FileList, ListedFile } from "../offline/file-list.ts";
import { folderOfEditions } from "./editions.ts";

const worker = fileURLToPath(new URL("../offline/service-worker.ts", import.meta.url));

/** Files that the page never loads: for hosts, crawlers and editors. */
const notLoaded = /^(_headers|\.htaccess|404\.html|picture\.png|scenario\.schema\.json|service-worker\.js|files\.json|icons\/.*)$/;
/** Separate pages. */
const otherPages = `${folderOfEditions}/`;
/** Files that belong to the page but are not needed to run anything. */
const notNeededToRun = /^(recorded\/.*|scenarios\/.*\.webp|licences\.txt)$/;

/** The files of a built page: the files needed to run it, and all others. */
export function filesOf(folder: string): FileList {
  const files: readonly ListedFile[] = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .map((file): ListedFile => [file.slice(folder.length + 1).replaceAll("\\", "/"), statSync(file).size])
    .filter(([path]) => !notLoaded.test(path) && !path.startsWith(otherPages))
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  const isOptional = ([path]: ListedFile) => notNeededToRun.test(path);
  return { shell: files.filter((file) => !isOptional(file)), rest: files.filter(isOptional) };
}

export function offline(): Plugin {
  return {
    name: "offline",
    apply: "build",
    writeBundle: {
      order: "post",
      sequential: true,
      async handler({ dir = "" }) {
        const list = JSON.stringify(filesOf(dir));
        const build = createHash("sha256").update(list).digest("hex").slice(0, 16);
        const { code } = await transformWithOxc(readFileSync(worker, "utf8"), worker, { sourcemap: false });
        writeFileSync(join(dir, "files.json"), list);
        writeFileSync(join(dir, "service-worker.js"), code.replace("%BUILD%", build).replace(/^export \{\};\n?/m, ""));
      },
    },
  };
}
