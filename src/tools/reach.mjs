/**
 * Which test files a change can reach, by the imports of the sources. Vitest's own graph ends where the tests import modules that
 * were built for Node (`tests/built.ts`), so this reads the imports themselves: every one names its file with its ending.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, relative, resolve } from "node:path";

/** An import or export from, or a call or address that names, a file beside. */
const imports = /(?:\bfrom|\bimport|\bimport\(|\bnew URL\()\s*"(\.{1,2}\/[^"?]+)/g;
/** What reads files by itself may read any of the sources. */
const readsFolders = /\breaddirSync\(/;
/** What every test depends on. */
const ofEveryTest =
  /^(package(-lock)?\.json|tsconfig\.json|vite\.config\.ts|src\/(tools|build)\/.*|src\/tsconfig.*|tests\/(setup|built|effort|stopwatch)\.ts|tests\/tsconfig\.json)$/;
/** What the page is made of. */
const ofThePage = /^(public\/|src\/(?!cli\/|library\/|tools\/).*\.(tsx?|css|html|json)$)/;
const inBrowser = /^tests\/browser\/(.+)\.test\.ts$/;
/** The journey of a new reader through the whole page: it is walked whenever the page has changed. */
const journey = "tests/browser/journey.test.ts";

/**
 * The files that import each file, of `src` and `tests`; all paths are relative to the project's folder, with slashes.
 * @param {string} top
 * @returns {Map<string, Set<string>>}
 */
export function importersOf(top) {
  const importers = new Map();
  for (const file of modulesOf(top)) {
    for (const [, named] of readFileSync(resolve(top, file), "utf8").matchAll(imports)) {
      const imported = relative(top, resolve(top, dirname(file), named)).replaceAll("\\", "/");
      if (!importers.has(imported)) importers.set(imported, new Set());
      importers.get(imported).add(file);
    }
  }
  return importers;
}

/**
 * The test files that reach some files, and over how many imports at least, the nearest first.
 * @param {string} top
 * @param {readonly string[]} files
 * @param {Map<string, Set<string>>} [importers]
 * @returns {Map<string, number>}
 */
export function testsReaching(top, files, importers = importersOf(top)) {
  const steps = new Map(files.filter((file) => existsSync(resolve(top, file))).map((file) => [file, 0]));
  // Entries that are added while a map is walked are walked, too: breadth first.
  for (const [file, distance] of steps) {
    for (const importer of importers.get(file) ?? []) if (!steps.has(importer)) steps.set(importer, distance + 1);
  }
  return new Map([...steps].filter(([file]) => isTest(file)));
}

/**
 * The files that differ from a commit, those that are not in git yet among them.
 * @param {string} top
 * @param {string} commit
 * @returns {string[]}
 */
export function changedFiles(top, commit) {
  const git = (...args) => execFileSync("git", args, { cwd: top, encoding: "utf8" }).split("\0").filter(Boolean);
  return [...git("diff", "--name-only", "-z", "--no-renames", commit), ...git("ls-files", "--others", "--exclude-standard", "-z")];
}

/**
 * The test files that can see a change of some files; null for all of them. A file that no module imports is seen by the tests that
 * name it, or its folder. In a browser, every test sees the whole page: of those, the ones run that import what has changed or have the
 * name of its folder, and the journey of a new reader.
 * @param {string} top
 * @param {readonly string[]} files
 * @returns {string[] | null}
 */
export function testsFor(top, files) {
  if (files.some((file) => ofEveryTest.test(file))) return null;
  const modules = modulesOf(top);
  const importers = importersOf(top);
  const named = files.filter((file) => !importers.has(file) && !modules.includes(file)).flatMap((file) => naming(top, modules, file));
  const found = new Set(testsReaching(top, [...files, ...named], importers).keys());
  if (files.some((file) => file.startsWith("src/")))
    for (const file of modules)
      if (isTest(file) && !inBrowser.test(file) && readsFolders.test(readFileSync(resolve(top, file), "utf8"))) found.add(file);
  const ofPage = files.filter((file) => ofThePage.test(file));
  if (ofPage.length > 0) found.add(journey);
  // Tests in a browser have the names of the parts of the page.
  const parts = new Set(
    ofPage.flatMap((file) =>
      file
        .replace(/\.\w+$/, "")
        .toLowerCase()
        .split("/"),
    ),
  );
  for (const file of modules) {
    const name = inBrowser.exec(file)?.[1];
    if (parts.has(name) || parts.has(name?.replace(/s$/, ""))) found.add(file);
  }
  return [...found];
}

/** The modules of the tests that name a file, or else the folder that it is in. */
function naming(top, modules, file) {
  const texts = modules.filter((each) => each.startsWith("tests/")).map((each) => [each, readFileSync(resolve(top, each), "utf8")]);
  const that = (name) => texts.filter(([, text]) => text.includes(name)).map(([each]) => each);
  const byName = that(basename(file));
  return byName.length > 0 ? byName : that(dirname(file));
}

const isTest = (file) => /^tests\/.*\.test\.tsx?$/.test(file);

function modulesOf(top) {
  return ["src", "tests"].flatMap((folder) =>
    readdirSync(resolve(top, folder), { recursive: true, encoding: "utf8" })
      .map((name) => `${folder}/${name.replaceAll("\\", "/")}`)
      .filter((name) => /\.(tsx?|mjs)$/.test(name)),
  );
}
