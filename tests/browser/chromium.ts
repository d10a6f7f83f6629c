/** Finds and starts a Chromium for the tests: the program in CHROME_PATH, the program of the npm package, or an installed program. */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, chromium, type LaunchOptions } from "playwright-core";
import { findInstalled } from "./installed.ts";

/** The folder into which the package's browser is unpacked. All scripts run in the project's root folder. */
const browserFolder = resolve("node_modules/.cache/fabricscope/chromium");

/** Containers offer no sandbox and little shared memory. The page under test is trusted. */
const launchArguments = ["--no-sandbox", "--disable-dev-shm-usage", "--font-render-hinting=none"];

/**
 * Starts the first candidate that works.
 * @throws Error with a one-line instruction if none works; its cause lists the reason for each candidate.
 */
export async function launchChromium(): Promise<Browser> {
  const { CHROME_PATH } = process.env;
  const reasons: string[] = [];
  for (const attempt of CHROME_PATH !== undefined ? [async () => ({ executablePath: CHROME_PATH })] : launchCandidates()) {
    try {
      return await chromium.launch({ args: launchArguments, ...(await attempt()) });
    } catch (error) {
      reasons.push((error as Error).message.split("\n").slice(0, 4).join(" "));
    }
  }
  throw new Error(
    CHROME_PATH !== undefined
      ? `The browser that CHROME_PATH names, ${CHROME_PATH}, does not start: correct it, or leave it out.`
      : "No browser was found: install Chrome, Edge or Chromium (or run npx playwright install chromium), or set CHROME_PATH to a Chromium's program.",
    { cause: reasons.join("\n") },
  );
}

/** Launch options of the candidates, in the order in which they are tried. */
function launchCandidates(): readonly (() => Promise<LaunchOptions>)[] {
  // The package contains a browser for this platform only.
  const isPackaged = process.platform === "linux" && process.arch === "x64";
  return [
    ...(isPackaged
      ? [
          async () => ({ executablePath: await unpackedBrowser() }),
          // On a minimal system the shared libraries come from the package, too.
          async () => ({
            executablePath: await unpackedBrowser(),
            env: { ...process.env, LD_LIBRARY_PATH: join(browserFolder, "al2023", "lib") },
          }),
        ]
      : []),
    ...["chrome", "msedge", "chromium"].map((channel) => async () => ({ channel })),
    ...[findInstalled("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge"), ...playwrightPrograms()]
      .filter((program) => program !== null)
      .map((executablePath) => async () => ({ executablePath })),
  ];
}

/** All Chromium programs that any version of Playwright has downloaded for this user, newest first. */
function playwrightPrograms(): readonly string[] {
  const { PLAYWRIGHT_BROWSERS_PATH, LOCALAPPDATA, XDG_CACHE_HOME } = process.env;
  const cache =
    process.platform === "win32"
      ? (LOCALAPPDATA ?? join(homedir(), "AppData", "Local"))
      : process.platform === "darwin"
        ? join(homedir(), "Library", "Caches")
        : (XDG_CACHE_HOME ?? join(homedir(), ".cache"));
  const downloads = PLAYWRIGHT_BROWSERS_PATH ?? join(cache, "ms-playwright");
  if (!existsSync(downloads)) return [];
  const version = (name: string) => Number(name.split("-").at(-1));
  const programs = /(^|[\\/])(chrome(\.exe)?|chrome-headless-shell(\.exe)?|headless_shell(\.exe)?|Chromium|Google Chrome for Testing)$/;
  return readdirSync(downloads)
    .filter((name) => /^chromium(_headless_shell)?-\d+$/.test(name))
    .sort((a, b) => version(b) - version(a))
    .flatMap((name) =>
      readdirSync(join(downloads, name), { recursive: true, encoding: "utf8" })
        .filter((file) => programs.test(file))
        .map((file) => join(downloads, name, file)),
    );
}

/** Unpacks the package's browser once and returns the path of the program. */
async function unpackedBrowser(): Promise<string> {
  const binary = join(browserFolder, "chromium");
  const doneMarker = join(browserFolder, "unpacked");
  if (!existsSync("/etc/fonts/fonts.conf")) process.env["FONTCONFIG_PATH"] = join(browserFolder, "fonts");
  if (existsSync(doneMarker)) return binary;
  // Unpack into a folder per process and rename it when complete: another process may unpack at the same time.
  const processFolder = `${browserFolder}-${process.pid}`;
  rmSync(processFolder, { recursive: true, force: true });
  mkdirSync(processFolder, { recursive: true });
  const source = resolve("node_modules/@sparticuz/chromium/bin");
  // This module is imported by its path: the package exports it only from version 148 on, which needs a newer Node than this project.
  const { inflate } = (await import(pathToFileURL(join(source, "../build/esm/lambdafs.js")).href)) as {
    inflate(file: string): Promise<string>;
  };
  // The package unpacks into the system's folder for temporary files, which TMPDIR can redirect.
  const { TMPDIR } = process.env;
  process.env["TMPDIR"] = processFolder;
  try {
    await Promise.all(["chromium.br", "fonts.tar.br", "swiftshader.tar.br", "al2023.tar.br"].map((file) => inflate(join(source, file))));
  } finally {
    if (TMPDIR === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = TMPDIR;
  }
  writeFileSync(join(processFolder, "unpacked"), "");
  // Remove the remains of an interrupted attempt.
  if (!existsSync(doneMarker)) rmSync(browserFolder, { recursive: true, force: true });
  try {
    renameSync(processFolder, browserFolder);
  } catch (error) {
    rmSync(processFolder, { recursive: true, force: true });
    if (!existsSync(doneMarker)) throw error;
  }
  return binary;
}
