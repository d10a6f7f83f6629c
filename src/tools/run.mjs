/**
 * Builds a TypeScript entry point for Node and runs it: `node src/tools/run.mjs src/cli/entries/simulate.ts [arguments]`. The build takes
 * a fraction of a second, so it is done every time.
 */
import { spawn } from "node:child_process";
import { existsSync, readdirSync, rmSync } from "node:fs";
import { hostname } from "node:os";
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

// Each run has a separate folder, so that concurrent runs do not conflict, even on different machines that share the project.
const cache = `${top}node_modules/.cache/fabricscope`;
const own = `run-${hostname()}-`;
const outDir = `${cache}/${own}${process.pid}`;
process.on("exit", () => rmSync(outDir, { recursive: true, force: true }));
removeLeft();
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
    // Keeps constants of modules as `const`: with `var`, engines would load them from memory at every use.
    rolldownOptions: { output: { entryFileNames: "[name].mjs", topLevelVar: false } },
  },
}).catch((error) => {
  console.error(`${entry} could not be built into ${outDir}: ${String(error.message).trim().split("\n")[0]}`);
  console.error("If the disk is full, make room; then run the command again.");
  process.exit(3);
});

const built = `${outDir}/${basename(entry).replace(/\.tsx?$/, ".mjs")}`;
endTogether(
  spawn(process.execPath, ["--enable-source-maps", built, ...args], {
    cwd: top,
    env: { INIT_CWD: process.cwd(), ...process.env },
    stdio: "inherit",
  }),
).on("exit", (code, signal) => {
  process.exitCode = code ?? codeOf(signal);
});

/** Removes the folders of runs that were killed before they could clean up. */
function removeLeft() {
  if (!existsSync(cache)) return;
  for (const name of readdirSync(cache)) {
    const id = name.startsWith(own) ? name.slice(own.length) : "";
    if (/^\d+$/.test(id) && !isAlive(Number(id))) rmSync(`${cache}/${name}`, { recursive: true, force: true });
  }
}

function isAlive(id) {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    return error.code !== "ESRCH";
  }
}
