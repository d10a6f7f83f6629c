/** A Chromium to test in: the one named by CHROME_PATH, the one in the packages, or one that is installed. */
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Browser, chromium, type LaunchOptions } from "playwright-core";

/** Where the package's browser is unpacked to. All scripts run in the project's folder. */
const folder = resolve("node_modules/.cache/fabricscope/chromium");

/** Containers have no sandbox to offer and little shared memory; the page under test is our own. */
const args = ["--no-sandbox", "--disable-dev-shm-usage", "--font-render-hinting=none"];

/**
 * Starts the first browser that starts.
 * @throws Error with every attempt's reason when none does
 */
export async function launchChromium(): Promise<Browser> {
  const { CHROME_PATH } = process.env;
  const attempts: readonly (() => Promise<LaunchOptions>)[] =
    CHROME_PATH !== undefined
      ? [async () => ({ executablePath: CHROME_PATH })]
      : [
          async () => ({ executablePath: await packaged() }),
          // On a bare system the shared libraries come from the package, too.
          async () => ({ executablePath: await packaged(), env: { ...process.env, LD_LIBRARY_PATH: join(folder, "al2023", "lib") } }),
          async () => ({ channel: "chrome" }),
          async () => ({ channel: "msedge" }),
          async () => ({ channel: "chromium" }),
        ];
  const reasons: string[] = [];
  for (const attempt of attempts) {
    try {
      return await chromium.launch({ args, ...(await attempt()) });
    } catch (error) {
      reasons.push((error as Error).message.split("\n").slice(0, 4).join(" "));
    }
  }
  throw new Error(`No browser could be started. Set CHROME_PATH to one.\n${reasons.join("\n")}`);
}

/** Unpacks the browser of the package, once, and returns its path. It runs on Linux for x64 processors. */
async function packaged(): Promise<string> {
  if (process.platform !== "linux" || process.arch !== "x64") throw new Error("the packaged browser is for Linux on x64");
  const binary = join(folder, "chromium");
  const done = join(folder, "unpacked");
  if (!existsSync("/etc/fonts/fonts.conf")) process.env["FONTCONFIG_PATH"] = join(folder, "fonts");
  if (existsSync(done)) return binary;
  // Into a folder of its own, which takes its place whole: another process may be doing the same.
  const own = `${folder}-${process.pid}`;
  rmSync(own, { recursive: true, force: true });
  mkdirSync(own, { recursive: true });
  const { inflate } = await import("@sparticuz/chromium");
  const source = resolve("node_modules/@sparticuz/chromium/bin");
  // The package unpacks into the system's folder for temporary files, wherever that is said to be.
  const { TMPDIR } = process.env;
  process.env["TMPDIR"] = own;
  try {
    await Promise.all(["chromium.br", "fonts.tar.br", "swiftshader.tar.br", "al2023.tar.br"].map((file) => inflate(join(source, file))));
  } finally {
    if (TMPDIR === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = TMPDIR;
  }
  writeFileSync(join(own, "unpacked"), "");
  // What an interrupted attempt has left.
  if (!existsSync(done)) rmSync(folder, { recursive: true, force: true });
  try {
    renameSync(own, folder);
  } catch (error) {
    rmSync(own, { recursive: true, force: true });
    if (!existsSync(done)) throw error;
  }
  return binary;
}
