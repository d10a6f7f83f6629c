/** Builds the page, serves it on this machine, prints its address and opens it where there is a desktop. */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { serve } from "./serve.mjs";
import { whenToldToEnd } from "./together.mjs";

const top = fileURLToPath(new URL("../../", import.meta.url));

let close = () => Promise.resolve();
whenToldToEnd(() => void close().then(() => process.exit(0)));

console.log("Building the page …");
await build({ configFile: `${top}vite.config.ts`, logLevel: "warn" });
const server = await serve(`${top}dist`, { port: 4173 });
close = server.close;
console.log(`\n  Fabricscope is at  ${server.address}\n\n  Ctrl+C stops it.\n`);
openInBrowser(server.address);

/** Opens an address in the desktop's browser; does nothing where there is none, and never under CI. */
function openInBrowser(url) {
  if (process.env.CI) return;
  const desktop = process.platform !== "linux" || process.env.DISPLAY || process.env.WAYLAND_DISPLAY;
  if (!desktop) return;
  const [command, ...args] =
    process.platform === "darwin" ? ["open", url] : process.platform === "win32" ? ["cmd", "/c", "start", "", url] : ["xdg-open", url];
  // Failing to open is no failure: the address has been printed.
  spawn(command, args, { stdio: "ignore", detached: true })
    .on("error", () => {})
    .unref();
}
