/**
 * Builds a TypeScript entry for Node and runs it: `node src/tools/run.mjs src/cli/main.ts [arguments]`. The build takes
 * a fraction of a second, so it is always fresh.
 */
import { spawn } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { codeOf, endTogether } from "./together.mjs";
import { build } from "vite";

const top = fileURLToPath(new URL("../../", import.meta.url));
const [entry, ...args] = process.argv.slice(2);
if (entry === undefined || !existsSync(top + entry)) {
  console.error(`There is no ${entry ?? "entry given"}; expected a TypeScript file of this project.`);
  process.exit(1);
}

// A folder of its own for every run, so that two at once do not meet.
const outDir = `${top}node_modules/.cache/fabricscope/run-${process.pid}`;
await build({
  configFile: false,
  root: top,
  logLevel: "warn",
  publicDir: false,
  build: {
    ssr: top + entry,
    outDir,
    emptyOutDir: true,
    target: "node20",
    minify: false,
    sourcemap: true,
    rolldownOptions: { output: { entryFileNames: "[name].mjs" } },
  },
});

const built = `${outDir}/${basename(entry).replace(/\.tsx?$/, ".mjs")}`;
process.on("exit", () => rmSync(outDir, { recursive: true, force: true }));
endTogether(
  spawn(process.execPath, ["--enable-source-maps", built, ...args], {
    cwd: top,
    env: { INIT_CWD: process.cwd(), ...process.env },
    stdio: "inherit",
  }),
).on("exit", (code, signal) => {
  process.exitCode = code ?? codeOf(signal);
});
