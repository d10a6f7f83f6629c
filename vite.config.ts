import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig, type TestProjectInlineConfiguration, type ViteUserConfig } from "vitest/config";
import { chunkGroups } from "./src/build/chunks.ts";
import { editions } from "./src/build/editions.ts";
import { libraryBuild } from "./src/build/library.ts";
import { licences } from "./src/build/licences.ts";
import { offline } from "./src/build/offline.ts";
import { publicationAddress, publication } from "./src/build/publication.ts";
import { sharedWorker } from "./src/build/shared-worker.ts";
import { singleFile } from "./src/build/single-file.ts";
import { withoutPolicyInDevelopment } from "./src/build/without-policy.ts";
import { builtModules } from "./tests/built.ts";

// With slashes on every system, as Vite names modules.
const top = fileURLToPath(new URL(".", import.meta.url)).replaceAll("\\", "/");

/** How much longer a test may take than usually: with ten times as many cases, ten times as long. */
const longer = process.env["FABRICSCOPE_THOROUGH"] === "1" ? 10 : 1;

/** How long a browser test waits for one thing to come about, milliseconds. */
const patience = 90_000;

/** Where chunks lie that workers load as well as the page: of the core, and of what reads files. */
const ofCore = "assets/core/";

/** The scripts that the page begins with. */
const first = /(^|\/)(core|page|rolldown-runtime)-[^/]+\.js$/;

/** Whether a worker may load a chunk: nothing of the page is in it. */
function isOfCore(moduleIds: readonly string[]): boolean {
  const own = moduleIds.filter((id) => id.startsWith(`${top}src/`)).map((id) => id.slice(`${top}src/`.length));
  return own.length > 0 && own.every((file) => /^(core|formats|links|worker)\//.test(file));
}

/** Unit tests that put other modules in the place of some, or read them anew. */
const replacing = ["tests/worker/**/*.test.ts", "tests/app/demand.test.ts", "tests/app/result-cache.test.ts"];

/** Unit tests of some files. */
function unitProject(name: string, files: TestProjectInlineConfiguration["test"]): TestProjectInlineConfiguration {
  return {
    extends: true,
    plugins: [builtModules],
    test: {
      name,
      root: top,
      ...files,
      globalSetup: "tests/built.ts",
      setupFiles: "tests/setup.ts",
      snapshotEnvironment: "tests/wording/snapshot-files.ts",
      maxWorkers: "100%",
      // What takes long is a machine that does other things as well; a test that hangs is still found.
      testTimeout: 180_000 * longer,
      hookTimeout: 180_000,
    },
  };
}

/** The page, and the tests of all. */
const pageBuild = (mode: string): ViteUserConfig => ({
  root: `${top}src`,
  // Relative addresses: the built page works from any sub-path of any static host.
  base: "./",
  publicDir: "../public",
  plugins: [
    react(),
    withoutPolicyInDevelopment,
    licences,
    publication(publicationAddress(process.env["FABRICSCOPE_ADDRESS"])),
    ...(mode === "single" ? [singleFile()] : [sharedWorker, offline(), editions()]),
  ],
  worker: { format: "es" },
  build: {
    outDir: mode === "single" ? "../dist-single" : "../dist",
    // `src/build/editions.ts` empties it, but for the editions of the engine.
    emptyOutDir: mode === "single",
    target: "es2022",
    // Every browser that has module workers preloads modules by itself; the polyfill and inlined assets would need a laxer policy.
    // A worker has no document to preload with; by the time it fetches something, what that needs is there.
    modulePreload: {
      polyfill: false,
      // What the page begins with is there, too: Firefox reports an error where it is to be preloaded once more.
      resolveDependencies: (_file, deps, { hostId }) => (hostId.includes(ofCore) ? [] : deps.filter((path) => !first.test(path))),
    },
    rolldownOptions: {
      output: {
        chunkFileNames: ({ moduleIds }) => `${isOfCore(moduleIds) ? ofCore : "assets/"}[name]-[hash:7].js`,
        // The page lists the files of all its parts: short hashes of few characters compress best.
        hashCharacters: "hex",
        entryFileNames: "assets/[name]-[hash:7].js",
        assetFileNames: "assets/[name]-[hash:7][extname]",
        codeSplitting: { groups: chunkGroups(`${top}src/`) },
        // Constants of modules stay constants: as `var`, engines would load them from memory at every use.
        topLevelVar: false,
      },
    },
    assetsInlineLimit: 0,
  },
  test: {
    root: top,
    projects: [
      // Files that leave nothing behind share a process, which takes half a second each to begin; those that replace modules do not.
      unitProject("unit", { include: ["tests/**/*.test.{ts,tsx}"], exclude: ["tests/browser/**", ...replacing], isolate: false }),
      unitProject("alone", { include: replacing }),
      {
        extends: true,
        plugins: [builtModules],
        test: {
          name: "browser",
          root: top,
          include: ["tests/browser/**/*.test.ts"],
          globalSetup: ["tests/built.ts", "tests/browser/setup.ts"],
          // Pages wait much of their time: three at once, each file with a browser of its own, leave no two processors idle.
          maxWorkers: 3,
          // All state is the browser's: files share a process, which reads what drives browsers once.
          isolate: false,
          sequence: { groupOrder: 1 },
          // A browser on a busy machine may be late in ways a test did not foresee. What passes only at its second try is
          // named at the end of `npm test`, to be mended.
          retry: 1,
          testTimeout: 300_000 * longer,
          hookTimeout: 180_000,
          expect: { poll: { timeout: patience, interval: 50 } },
        },
      },
    ],
  },
});

export default defineConfig(({ mode }) => (mode === "library" ? libraryBuild : pageBuild(mode)));
