/**
 * `npm run build:library` makes a package of core, links and findings, for Node and for bundlers: modules that load each other on demand,
 * and their types. It has no dependencies.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin, UserConfig } from "vite";
import { licences } from "./licences.ts";

const top = fileURLToPath(new URL("../../", import.meta.url));

/** Output folder, as given in package.json. */
const folder = "dist-library/";

/** Writes the type declarations of all modules. `npm run typecheck` checks them. */
const types: Plugin = {
  name: "types",
  writeBundle({ dir }) {
    const compiler = `${top}node_modules/typescript/bin/tsc`;
    const how = ["-p", "src/library", "--noEmit", "false", "--declaration", "--emitDeclarationOnly", "--noCheck", "--rootDir", "src"];
    execFileSync(process.execPath, [compiler, ...how, "--outDir", join(dir!, "types")], { cwd: top, stdio: "inherit" });
  },
};

/**
 * Writes the package.json of the package: that of the project without the parts that only the page needs, with paths relative to the
 * package.
 */
const description: Plugin = {
  name: "description",
  generateBundle() {
    const own = Object.entries(JSON.parse(readFileSync(`${top}package.json`, "utf8")) as Record<string, unknown>);
    const kept = Object.fromEntries(own.filter(([key]) => !/^(scripts|files|(dev)?dependencies)$/i.test(key)));
    const source = JSON.stringify(kept, null, 2).replaceAll(`./${folder}`, "./");
    this.emitFile({ type: "asset", fileName: "package.json", source: `${source}\n` });
  },
};

/** Vite configuration of the library. */
export const libraryBuild: UserConfig = {
  root: top,
  publicDir: false,
  plugins: [licences, description, types],
  build: {
    outDir: folder,
    emptyOutDir: true,
    target: "es2022",
    // The user's bundler minifies; until then, stack traces stay readable.
    minify: false,
    lib: { entry: "src/library/index.ts", formats: ["es"], fileName: "index" },
    rolldownOptions: {
      checks: { pluginTimings: false },
      // Keeps constants of modules as `const`: with `var`, engines would load them from memory at every use.
      output: { comments: false, chunkFileNames: "modules/[name]-[hash].js", topLevelVar: false },
    },
  },
};
