/**
 * Runs the core as Node would run it. Vitest evaluates every module itself and calls between such modules go through getters, so
 * simulations take two to three times as long as in a browser. Therefore the modules that compute are built once, file by file, and Node
 * imports the result.
 */
import { readdirSync, rmSync } from "node:fs";
import { hostname } from "node:os";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "vite";
import type { TestProject } from "vitest/node";

// Uses slashes on every system, as Vite does in module names.
const withSlashes = (path: string) => path.replaceAll("\\", "/");
const top = withSlashes(fileURLToPath(new URL("../", import.meta.url)));
/** The folder of this process. If the process is killed, `src/tools/run.mjs` removes it. */
const folder = `${top}node_modules/.cache/fabricscope/run-${hostname()}-${process.pid}/`;
/** The folders that are built. No test mocks or reloads their modules. */
const builtFolders = [
  "src/core/",
  "src/words/",
  "src/findings/",
  "src/links/",
  "src/formats/",
  "src/reproductions/",
  "src/cli/",
  "tests/reference/",
];

/** Resolves every import of a file of these folders to the built file. */
export const builtModules: Plugin = {
  name: "built-modules",
  enforce: "pre",
  resolveId(source, importer) {
    if (!/^\.{1,2}\/.*\.ts$/.test(source) || importer === undefined) return null;
    const file = withSlashes(resolve(dirname(importer), source));
    return builtFolders.some((room) => file.startsWith(top + room)) ? builtPath(file) : null;
  },
};

const builtPath = (file: string) => `${folder}${file.slice(top.length, -".ts".length)}.mjs`;

declare module "vitest" {
  interface ProvidedContext {
    /** The folder of the built files, with the layout of the project; it ends in a slash. */
    readonly built: string;
  }
}

/** The build, shared by all test projects of this process. */
let built: Promise<unknown> | null = null;

/** Runs before the first test. */
export async function setup(project: TestProject): Promise<void> {
  await (built ??= buildFolders());
  project.provide("built", folder);
  project.onTestsRerun(buildFolders);
}

export function teardown(): void {
  rmSync(folder, { recursive: true, force: true });
}

/** Builds every file of the folders as a separate module. */
async function buildFolders(): Promise<void> {
  const files = builtFolders.flatMap((room) =>
    readdirSync(top + room, { recursive: true, encoding: "utf8" }).map((file) => top + room + withSlashes(file)),
  );
  await build({
    configFile: false,
    root: top,
    logLevel: "warn",
    publicDir: false,
    build: {
      ssr: true,
      outDir: folder,
      target: "node20",
      minify: false,
      sourcemap: true,
      rolldownOptions: {
        input: files.filter((file) => file.endsWith(".ts")),
        output: { preserveModules: true, preserveModulesRoot: top, entryFileNames: "[name].mjs" },
      },
    },
  });
}
