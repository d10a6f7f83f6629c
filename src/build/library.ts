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

const projectFolder = fileURLToPath(new URL("../../", import.meta.url));

/** Output folder, as given in package.json. */
const outputFolder = "dist-library/";

/** Writes the type declarations of all modules. `npm run typecheck` checks them. */
const typeDeclarations: Plugin = {
  name: "types",
  /** Runs the TypeScript compiler for the type declarations only, into the subfolder `types` of the output. */
  writeBundle({ dir }) {
    const compiler = `${projectFolder}node_modules/typescript/bin/tsc`;
    const compilerOptions = [
      "-p",
      "src/library",
      "--noEmit",
      "false",
      "--declaration",
      "--emitDeclarationOnly",
      "--noCheck",
      "--rootDir",
      "src",
    ];
    execFileSync(process.execPath, [compiler, ...compilerOptions, "--outDir", join(dir!, "types")], {
      cwd: projectFolder,
      stdio: "inherit",
    });
  },
};

/**
 * Writes the package.json of the package: that of the project without the parts that only the page needs, with paths relative to the
 * package.
 */
const packageDescription: Plugin = {
  name: "description",
  generateBundle() {
    const entries = Object.entries(JSON.parse(readFileSync(`${projectFolder}package.json`, "utf8")) as Record<string, unknown>);
    const packageEntries = Object.fromEntries(entries.filter(([key]) => !/^(scripts|files|(dev)?dependencies)$/i.test(key)));
    const source = JSON.stringify(packageEntries, null, 2).replaceAll(`./${outputFolder}`, "./");
    this.emitFile({ type: "asset", fileName: "package.json", source: `${source}\n` });
  },
};

/** Vite configuration of the library. */
export const libraryBuild: UserConfig = {
  root: projectFolder,
  publicDir: false,
  plugins: [licences, packageDescription, typeDeclarations],
  build: {
    outDir: outputFolder,
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
