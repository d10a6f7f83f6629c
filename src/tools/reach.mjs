/**
 * Finds the test files that a change can affect, by following the imports of the sources. Vitest's module graph ends where tests import
 * modules that were built for Node (`tests/built.ts`), so this module parses the import statements, all of which have file extensions.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, relative, resolve } from "node:path";

/** An import, an export from another module, a dynamic import or a URL with a relative path. */
const imports = /(?:\bfrom|\bimport|\bimport\(|\bnew URL\()\s*"(\.{1,2}\/[^"?]+)/g;
/** A test that lists folders may read any source file. */
const readsFolders = /\breaddirSync\(/;
/** Files on which every test depends. */
const ofEveryTest =
  /^(package(-lock)?\.json|tsconfig\.json|vite\.config\.ts|src\/(tools|build)\/.*|src\/tsconfig.*|tests\/(setup|built|effort|stopwatch)\.ts|tests\/tsconfig\.json)$/;
/** Files of the page. */
const ofThePage = /^(public\/|src\/(?!cli\/|library\/|tools\/).*\.(tsx?|css|html|json)$)/;
const inBrowser = /^tests\/browser\/(.+)\.test\.ts$/;
/** The browser test that walks a new user through the whole page. It runs whenever the page has changed. */
const journey = "tests/browser/journey.test.ts";

/**
 * For each file of `src` and `tests`, the files that import it. All paths are relative to the project folder, with forward slashes.
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
 * The test files that import the given files directly or indirectly, with their distance in imports, the nearest first.
 * @param {string} top
 * @param {readonly string[]} files
 * @param {Map<string, Set<string>>} [importers]
 * @returns {Map<string, number>}
 */
export function testsReaching(top, files, importers = importersOf(top)) {
  const steps = new Map(files.filter((file) => existsSync(resolve(top, file))).map((file) => [file, 0]));
  // A breadth-first search: iterating over a map also visits entries that are added meanwhile.
  for (const [file, distance] of steps) {
    for (const importer of importers.get(file) ?? []) if (!steps.has(importer)) steps.set(importer, distance + 1);
  }
  return new Map([...steps].filter(([file]) => isTest(file)));
}

/**
 * The files that differ from a commit, including untracked files.
 * @param {string} top
 * @param {string} commit
 * @returns {string[]}
 */
export function changedFiles(top, commit) {
  const git = (...args) => execFileSync("git", args, { cwd: top, encoding: "utf8" }).split("\0").filter(Boolean);
  return [...git("diff", "--name-only", "-z", "--no-renames", commit), ...git("ls-files", "--others", "--exclude-standard", "-z")];
}

/**
 * The test files that a change of the given files can affect; null for all test files. A file that no module imports affects the tests that
 * mention its name or its folder. Every browser test depends on the whole page, so only those are selected that import a changed file or
 * are named like its folder, and the test of a new user.
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
  // Browser tests are named like the parts of the page, some with several words: `lesson-editor`, `keyboard-and-pointer`.
  const parts = new Set(
    ofPage.flatMap((file) =>
      file
        .replace(/(-controller)?\.\w+$/, "")
        .toLowerCase()
        .split("/"),
    ),
  );
  for (const file of modules) {
    const name = inBrowser.exec(file)?.[1] ?? "";
    if ([name, ...name.split("-")].some((word) => parts.has(word) || parts.has(word.replace(/s$/, "")))) found.add(file);
  }
  return [...found];
}

/** The modules of the tests that mention a file or, if there are none, its folder. */
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
