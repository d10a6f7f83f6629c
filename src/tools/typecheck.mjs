/** Type-checks every part of the house with its own compiler settings. Exits with 1 when any has a fault. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const top = fileURLToPath(new URL("../../", import.meta.url));

/** The folders with a tsconfig.json; the top one covers the page. */
const projects = [".", "src/core", "src/worker", "src/offline", "src/cli", "src/library", "tests"];

for (const project of projects) {
  const { status } = spawnSync(process.execPath, [`${top}node_modules/typescript/bin/tsc`, "-p", project], { cwd: top, stdio: "inherit" });
  console.log(`${project === "." ? "src/app, src/views" : project}: ${status === 0 ? "sound" : "faults, see above"}`);
  if (status !== 0) process.exitCode = 1;
}
