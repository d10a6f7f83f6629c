/** Builds the page, serves it on this machine, prints its address and, on a desktop, opens it in the browser. */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { build } from "vite";
import { serve } from "./serve.mjs";
import { whenToldToEnd } from "./together.mjs";

const top = fileURLToPath(new URL("../../", import.meta.url));
const usualPort = 4173;
const usage = `Usage: npm start -- [--port <number>] [--no-open]

Builds the page, serves it on localhost, prints its address and opens it in the browser of the desktop. Ctrl+C stops it.

  --port <number>   the port to serve it on, ${usualPort} unless named; where a port is taken, the next free one
  --no-open         opens no browser
`;

const { port, opens } = readOptions();

let close = () => Promise.resolve();
whenToldToEnd(() => void close().then(() => process.exit(0)));

console.log("Building the page …");
await build({ configFile: `${top}vite.config.ts`, logLevel: "warn" });
const server = await serve(`${top}dist`, { port });
close = server.close;
if (port !== 0 && server.port !== port) console.log(`\nPort ${port} is taken, perhaps by another npm start; port ${server.port} is free.`);
console.log(`\n  Fabricscope is at  ${server.address}\n\n  Ctrl+C stops it.\n`);
if (opens) openInBrowser(server.address);

/** Parses the command line. Exits after printing the help or an error. */
function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        port: { type: "string", default: String(usualPort) },
        "no-open": { type: "boolean" },
        help: { type: "boolean", short: "h" },
      },
    });
    if (values.help) {
      console.log(usage);
      process.exit(0);
    }
    if (!/^\d{1,5}$/.test(values.port) || Number(values.port) > 65_535)
      throw new Error(`--port ${values.port}: expected a whole number from 0 (any free port) to 65535.`);
    return { port: Number(values.port), opens: values["no-open"] !== true };
  } catch (error) {
    console.error(`${error.message}\n\n${usage}`);
    process.exit(2);
  }
}

/** Opens an address in the browser of the desktop; does nothing without a desktop or in CI. */
function openInBrowser(url) {
  if (process.env.CI) return;
  const desktop = process.platform !== "linux" || process.env.DISPLAY || process.env.WAYLAND_DISPLAY;
  if (!desktop) return;
  const [command, ...args] =
    process.platform === "darwin" ? ["open", url] : process.platform === "win32" ? ["cmd", "/c", "start", "", url] : ["xdg-open", url];
  // A failure is ignored, because the address has been printed.
  spawn(command, args, { stdio: "ignore", detached: true })
    .on("error", () => {})
    .unref();
}
