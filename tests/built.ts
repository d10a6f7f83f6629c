/**
 * The core as Node runs it. Vitest hands every module over by itself, and modules that it has handed over call each other
 * through getters: whatever simulates takes two to three times as long as in a browser. So what computes is built once, each
 * file by itself, and Node imports what was built.
 */
import { readdirSync, rmSync } from "node:fs";
import { hostname } from "node:os";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "vite";
import type { TestProject } from "vitest/node";

// With slashes on every system, as Vite names modules.
const slashed = (path: string) => path.replaceAll("\\", "/");
const top = slashed(fileURLToPath(new URL("../", import.meta.url)));
/** A folder for this process; what is left by one that was killed is removed by `src/tools/run.mjs`. */
const folder = `${top}node_modules/.cache/fabricscope/run-${hostname()}-${process.pid}/`;
/** The folders that are built. Nothing in them is replaced or read anew by a test. */
const rooms = [
  "src/core/",
  "src/words/",
  "src/findings/",
  "src/links/",
  "src/formats/",
  "src/reproductions/",
  "src/cli/",
  "tests/reference/",
];

/** Leads every import of a file of these folders to what was built of it. */
export const builtModules: Plugin = {
  name: "built-modules",
  enforce: "pre",
  resolveId(source, importer) {
    if (!/^\.{1,2}\/.*\.ts$/.test(source) || importer === undefined) return null;
    const file = slashed(resolve(dirname(importer), source));
    return rooms.some((room) => file.startsWith(top + room)) ? builtOf(file) : null;
  },
};

const builtOf = (file: string) => `${folder}${file.slice(top.length, -".ts".length)}.mjs`;

declare module "vitest" {
  interface ProvidedContext {
    /** The folder of what was built, which is laid out as the project is; it ends in a slash. */
    readonly built: string;
  }
}

/** What is built for all projects of this process. */
let built: Promise<unknown> | null = null;

/** Before the first test. */
export async function setup(project: TestProject): Promise<void> {
  await (built ??= buildRooms());
  project.provide("built", folder);
  project.onTestsRerun(buildRooms);
}

export function teardown(): void {
  rmSync(folder, { recursive: true, force: true });
}

async function buildRooms(): Promise<void> {
  const files = rooms.flatMap((room) =>
    readdirSync(top + room, { recursive: true, encoding: "utf8" }).map((file) => top + room + slashed(file)),
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
