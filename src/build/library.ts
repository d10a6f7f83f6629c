/**
 * `npm run build:library` makes core, links and findings a package of their own, for Node and for bundlers: modules that load each
 * other when they are wanted, and their types. It needs no other package.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin, UserConfig } from "vite";
import { licences } from "./licences.ts";

const top = fileURLToPath(new URL("../../", import.meta.url));

/** Where package.json says that it lies. */
const folder = "dist-library/";

/** Writes the types of all modules beside them. `npm run typecheck` checks them. */
const types: Plugin = {
  name: "types",
  writeBundle({ dir }) {
    const compiler = `${top}node_modules/typescript/bin/tsc`;
    const how = ["-p", "src/library", "--noEmit", "false", "--declaration", "--emitDeclarationOnly", "--noCheck", "--rootDir", "src"];
    execFileSync(process.execPath, [compiler, ...how, "--outDir", join(dir!, "types")], { cwd: top, stdio: "inherit" });
  },
};

/** Writes the package's own description: this one's, without what only the page needs, and seen from within. */
const description: Plugin = {
  name: "description",
  generateBundle() {
    const own = Object.entries(JSON.parse(readFileSync(`${top}package.json`, "utf8")) as Record<string, unknown>);
    const kept = Object.fromEntries(own.filter(([key]) => !/^(scripts|files|(dev)?dependencies)$/i.test(key)));
    const source = JSON.stringify(kept, null, 2).replaceAll(`./${folder}`, "./");
    this.emitFile({ type: "asset", fileName: "package.json", source: `${source}\n` });
  },
};

/** How it is built. */
export const libraryBuild: UserConfig = {
  root: top,
  publicDir: false,
  plugins: [licences, description, types],
  build: {
    outDir: folder,
    emptyOutDir: true,
    target: "es2022",
    // Whoever bundles it makes it small; until then, errors say where they come from.
    minify: false,
    lib: { entry: "src/library/index.ts", formats: ["es"], fileName: "index" },
    rolldownOptions: {
      checks: { pluginTimings: false },
      // Constants of modules stay constants: as `var`, engines would load them from memory at every use.
      output: { comments: false, chunkFileNames: "modules/[name]-[hash].js", topLevelVar: false },
    },
  },
};
