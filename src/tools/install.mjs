/**
 * Installs the dependencies if they are missing or if package-lock.json has changed, and prints a message; otherwise does nothing. It uses
 * only modules of Node, because it runs before any package is installed.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, lstatSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const top = fileURLToPath(new URL("../../", import.meta.url));
const stamp = `${top}node_modules/.installed`;

const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Fabricscope needs Node 20.19 or newer; this is Node ${process.versions.node}. See https://nodejs.org.`);
  process.exit(1);
}

// Some packages contain binaries, so another platform needs another installation.
const wanted = `${createHash("sha256")
  .update(readFileSync(`${top}package-lock.json`))
  .digest("hex")} ${process.platform} ${process.arch}\n`;
const present = existsSync(stamp) ? readFileSync(stamp, "utf8") : "";

if (present !== wanted) {
  // npm would empty the target of the link, which other checkouts may share.
  if (lstatSync(`${top}node_modules`, { throwIfNoEntry: false })?.isSymbolicLink()) {
    console.error("The dependencies have changed, and node_modules is a link: install them where it leads to, or remove the link.");
    process.exit(1);
  }
  // Messages go to standard error, so that the output of a script can be piped.
  console.error(
    present === ""
      ? "Installing the dependencies (npm ci); only the first time."
      : "The dependencies have changed: installing them (npm ci).",
  );
  if (npm(["ci", "--no-audit", "--no-fund"]) !== 0) {
    console.error("The dependencies could not be installed; npm's message is above. Is there a connection to the package registry?");
    process.exit(1);
  }
  writeFileSync(stamp, wanted);
}

/** Runs npm, preferably the one that runs this script. @returns its exit code */
function npm(args) {
  const own = process.env.npm_execpath;
  const { status } = own?.endsWith(".js")
    ? spawnSync(process.execPath, [own, ...args], { cwd: top, stdio: [0, 2, 2] })
    : spawnSync("npm", args, { cwd: top, stdio: [0, 2, 2], shell: process.platform === "win32" });
  return status ?? 1;
}
