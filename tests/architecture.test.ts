/** The architecture: which folder may import which, and the identifiers that the core must not use. The table is also in src/README.md. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const top = fileURLToPath(new URL("../", import.meta.url));
const kinds = ["topologies", "routings", "flow-control", "patterns", "mappings", "sizes", "workloads", "costs", "technologies", "hosts"];

/** The folders of data and types that simulations and views compute with after a scenario has been compiled. */
const data = ["core/base", "core/network", "core/traffic", "core/programs", "core/plan"];

/** Allowed imports of each folder: folders and files of src, or packages. The longest matching entry counts. */
const table: Readonly<Record<string, readonly string[]>> = {
  "core/base": [],
  "core/network": ["core/base"],
  "core/traffic": ["core/base"],
  "core/programs": ["core/base", "core/network", "core/traffic"],
  "core/plan": ["core/base", "core/network", "core/programs", "core/traffic"],
  "core/topologies": ["core/base", "core/network"],
  "core/routings": ["core/base", "core/network", "core/plan"],
  "core/patterns": ["core/base", "core/traffic"],
  "core/mappings": ["core/base", "core/network"],
  "core/sizes": ["core/base"],
  "core/costs": ["core/base", "core/network"],
  "core/technologies": ["core/base"],
  "core/hosts": ["core/base", "core/plan"],
  "core/workloads": [...data, "core/mappings", "core/patterns", "core/sizes"],
  "core/simulation": data,
  "core/flow-control": [...data, "core/simulation"],
  "core/analysis": data,
  "core/measures": [...data, "core/simulation", "core/analysis"],
  ...Object.fromEntries(["kinds", "results", "run", "scenario", "searches", "study"].map((room) => [`core/${room}`, ["core"]])),
  links: ["core"],
  formats: ["core", "links", "yaml", "d3-force"],
  words: ["core"],
  glossary: [],
  findings: ["core", "words"],
  lessons: ["core", "links", "words", "findings"],
  reproductions: ["core", "links"],
  worker: ["core", "formats", "comlink"],
  views: [...data, "core/simulation/frame.ts", "core/measures", "words", "findings", "d3-*"],
  // The page reads its own version from package.json.
  app: [
    "../package.json",
    "core",
    "links",
    "formats",
    "reproductions",
    "worker",
    "words",
    "findings",
    "lessons",
    "offline/file-list.ts",
    "glossary",
    "views",
    "d3-*",
    "react",
    "react-dom",
    "react-aria-components",
    "zustand",
    "zundo",
    "idb-keyval",
    "tinykeys",
    "uqr",
    "valibot",
  ],
  library: ["core", "links", "findings"],
  cli: ["core", "links", "formats", "reproductions", "words", "findings", "tools/together.mjs", "node:*"],
  // The service worker is built separately.
  offline: [],
  tools: ["node:*", "vite"],
  // The entry points of a build.
  build: ["node:*", "vite", "worker", "offline"],
};

/** Additional imports that are allowed for types: types leave no trace in the program. */
const typeImports: Readonly<Record<string, readonly string[]>> = {
  views: ["core/analysis", "core/costs", "formats/recognition"],
};

/** Temporary exceptions from the table, as `file → target`, each with the reason. */
const importExceptions: Readonly<Record<string, string>> = {};

/** Folders of the page; each may import the folders before it. */
const pageFolders = [
  "state",
  "ui",
  "view-frame",
  "runs",
  "sharing",
  "document",
  "selection",
  "pictogram",
  "glossary",
  "painting",
  "jobs",
  "drawing",
  "view-data",
  "lesson",
  "opening",
  "files",
  "workbench",
  "shell",
  "pages",
];

/**
 * Identifiers that the core must not use: clocks, unseeded random numbers, output, generated code. Temporary exceptions are listed as
 * `file: word`.
 */
const forbiddenWords = /\b(Math\.random|Date|console|performance\.\w|eval\b|Function\(|setTimeout|queueMicrotask|globalThis)/g;
const forbiddenExceptions: readonly string[] = [];

/** Folders whose modules have no state: state belongs to a page and is passed as an argument. */
const statelessFolders = [
  "app",
  "cli",
  "core",
  "findings",
  "formats",
  "glossary",
  "lessons",
  "library",
  "links",
  "reproductions",
  "views",
  "words",
  "worker",
];

/** Exceptions: module variables that change, as `file: name`, each with the reason. */
const stateExceptions: Readonly<Record<string, string>> = {
  "worker/run.worker.ts: currentExplanation": "a worker is a world of its own",
  "worker/run.worker.ts: fileInspector": "a worker is a world of its own",
  "worker/run.worker.ts: historyRecorder": "a worker is a world of its own",
  "worker/run.worker.ts: run": "a worker is a world of its own",
  "worker/run.worker.ts: scenario": "a worker is a world of its own",
  "worker/run.worker.ts: scratchBuffer": "a worker is a world of its own",
  "worker/run.worker.ts: currentWaitSearch": "a worker is a world of its own",
  "worker/run.worker.ts: workPerMillisecond": "a worker is a world of its own",
};

interface Import {
  readonly target: string;
  readonly isType: boolean;
}

const files = readdirSync(join(top, "src"), { recursive: true, encoding: "utf8" })
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => /\.(tsx?|mjs)$/.test(file));
const texts = new Map(files.map((file) => [file, readFileSync(join(top, "src", file), "utf8")]));
const source = (file: string) => texts.get(file) ?? readFileSync(join(top, "src", file), "utf8");

/** All imports of a file, with relative paths resolved within src. */
function readImports(file: string): readonly Import[] {
  const text = source(file);
  const resolved = (target: string) => (target.startsWith(".") ? normalize(join(dirname(file), target)).replaceAll("\\", "/") : target);
  const found: Import[] = [];
  for (const [, type, words, target] of text.matchAll(
    /^(?:import|export)\s+(type\s+)?(?:(\{[^}]*\}|\*(?: as \w+)?|\w+)\s+from\s+)?"([^"]+)"/gm,
  )) {
    const names = (words ?? "")
      .replaceAll(/[{}\s]+/g, " ")
      .split(",")
      .map((name) => name.trim())
      .filter((name) => name !== "");
    found.push({
      target: resolved(target),
      isType: type !== undefined || (names.length > 0 && names.every((name) => name.startsWith("type "))),
    });
  }
  for (const [, target] of text.matchAll(/(?:\bimport\(|new URL\()\s*"([^"]+\.\w+)"/g))
    found.push({ target: resolved(target), isType: false });
  return found;
}

const imports = new Map(files.map((file) => [file, readImports(file)]));
const importsOf = (file: string) => imports.get(file) ?? [];

const isWithin = (target: string, place: string) =>
  place.endsWith("*") ? target.startsWith(place.slice(0, -1)) : target === place || target.startsWith(`${place}/`);

/** The row of the table to which a file belongs. */
const rowOf = (file: string) =>
  Object.keys(table)
    .filter((place) => isWithin(file, place))
    .toSorted((a, b) => b.length - a.length)[0];

/**
 * The names that a module declares and exports. A type and a value with the same name count once; exports of other modules do not count.
 */
function exportedNames(text: string): ReadonlySet<string> {
  const single = /^export (?:abstract |async |declare )*(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm;
  const several = /^export (?:const|let) [[{]([^\]}]*)[\]}]/gm;
  const names = [...text.matchAll(several)].flatMap(([, pattern]) => pattern.split(",").map((each) => each.replace(/^.*:/, "").trim()));
  return new Set([...[...text.matchAll(single)].map(([, name]) => name), ...names].filter((name) => name !== ""));
}

test("every file has its row in the table", () => {
  expect(files.filter((file) => rowOf(file) === undefined)).toEqual([]);
});

test("no file imports itself by way of others", () => {
  // In an import cycle, one file is evaluated before its dependencies. That fails only in the built page, and silently in lazy modules.
  const next = new Map(
    files.map((file) => [
      file,
      importsOf(file)
        .filter(({ isType }) => !isType)
        .map(({ target }) => target),
    ]),
  );
  const state = new Map<string, "open" | "done">();
  const circles: string[] = [];
  const visit = (file: string, path: readonly string[]) => {
    if (state.get(file) === "open") circles.push([...path.slice(path.indexOf(file)), file].join(" → "));
    if (state.has(file)) return;
    state.set(file, "open");
    for (const target of next.get(file) ?? []) if (next.has(target)) visit(target, [...path, file]);
    state.set(file, "done");
  };
  for (const file of files) visit(file, []);
  // The only import cycle: a form field may be a list of fields. Both are components, which nothing uses while modules are evaluated.
  expect(circles).toEqual(["app/workbench/forms/ParamField.tsx → app/workbench/forms/ListField.tsx → app/workbench/forms/ParamField.tsx"]);
});

test("every import is one the table allows", () => {
  const broken = files.flatMap((file) => {
    const row = rowOf(file) ?? file;
    return importsOf(file)
      .filter(
        ({ target, isType }) =>
          ![row, ...(table[row] ?? []), ...(isType ? (typeImports[row] ?? []) : [])].some((place) => isWithin(target, place)),
      )
      .map(({ target }) => `${file} → ${target}`);
  });
  expect(broken.toSorted()).toEqual(Object.keys(importExceptions).toSorted());
});

test("the rooms of the page import in one direction", () => {
  const roomOf = (file: string) => /^app\/([^/]+)\//.exec(file)?.[1];
  const rooms = new Set(files.flatMap((file) => roomOf(file) ?? []));
  expect([...rooms].toSorted()).toEqual(pageFolders.toSorted());
  const upwards = files.flatMap((file) => {
    const place = pageFolders.indexOf(roomOf(file) ?? "");
    if (place < 0) return [];
    const above = importsOf(file).filter(({ target }) => pageFolders.indexOf(roomOf(target) ?? "") > place);
    return above.map(({ target }) => `${file} → ${target}`);
  });
  expect(upwards).toEqual([]);
});

test("only the kit of controls knows the library of components", () => {
  const knowing = files.filter(
    (file) => !isWithin(file, "app/ui") && importsOf(file).some(({ target }) => isWithin(target, "react-aria-components")),
  );
  expect(knowing).toEqual([]);
});

test("a kind never imports another kind of its shelf", () => {
  const broken = kinds.flatMap((shelf) => {
    // A registry may list some of its kinds separately, for kinds that contain another one.
    const lists = ["index", "registry", "base-topologies", "base-patterns", "simple", "engines"]
      .map((name) => `core/${shelf}/${name}.ts`)
      .filter((file) => files.includes(file));
    // `engines.ts` lists engines, which kinds may share, so the files that it imports are not kinds.
    const listed = lists
      .filter((file) => !file.endsWith("/engines.ts"))
      .flatMap(importsOf)
      .filter(({ target, isType }) => !isType && isWithin(target, `core/${shelf}`) && !lists.includes(target))
      .map(({ target }) => target);
    return files
      .filter((file) => isWithin(file, `core/${shelf}`) && !lists.includes(file))
      .flatMap((file) =>
        importsOf(file)
          .filter(({ target }) => listed.includes(target))
          .map(({ target }) => `${file} → ${target}`),
      );
  });
  expect(broken).toEqual([]);
});

test("only the scenario, the study, the compiler, what is said of them, what is read from outside and the page's forms see a shelf; one file sees the lists of all kinds, and none imports it for its effect", () => {
  const importersOf = (name: string) => {
    const lists = kinds.map((shelf) => `core/${shelf}/${name}.ts`);
    return files.filter((file) => !lists.includes(file) && importsOf(file).some(({ target }) => lists.includes(target)));
  };
  const expected = /^(core\/(scenario|study|run)|core\/[^/]+\/index\.ts|core\/workloads|core\/costs\/bill\.ts|words|findings|formats|app)/;
  expect(importersOf("registry").filter((file) => !expected.test(file))).toEqual([]);
  expect(importersOf("index")).toEqual(["core/kinds/all-kinds.ts"]);
  expect(files.filter((file) => /^import "[^"]*all-kinds\.ts"/m.test(source(file)))).toEqual([]);
});

test("the core and the reproductions have no clock, no chance without a seed, and do not talk", () => {
  const found = files
    .filter((file) => isWithin(file, "core") || isWithin(file, "reproductions"))
    .flatMap((file) => [...withoutCommentsAndStrings(source(file)).matchAll(forbiddenWords)].map(([word]) => `${file}: ${word}`));
  expect(found).toEqual(forbiddenExceptions);
});

test("fields are written by assignment: the compiler does not check the names that Object.assign writes", () => {
  const found = files.filter((file) =>
    /^\s*Object\.assign\((?![\w.]+\.dataset\b)[\w.]+, \{/m.test(withoutCommentsAndStrings(source(file))),
  );
  expect(found).toEqual([]);
});

test("modules hold no state: no variable changes, no map or set is written to, no store or other object of the house is made", () => {
  const classes = new Set(
    files.flatMap((file) => [...source(file).matchAll(/^(?:export )?(?:abstract )?class (\w+)/gm)].map(([, name]) => name)),
  );
  const found = files
    // `main.tsx` creates the page, so it may have state.
    .filter((file) => file !== "app/main.tsx" && statelessFolders.some((folder) => isWithin(file, folder)))
    .flatMap((file) => {
      const text = withoutCommentsAndStrings(source(file));
      const variables = [...text.matchAll(/^(?:export )?let (\w+)/gm)].map(([, name]) => name);
      const stores = [...text.matchAll(/^(?:export )?const (\w+)[^=]*= create(?:Store|Workbench|Overlay|Study|Workers|Page)\b/gm)];
      // Containers that are only read are constants. So are caches keyed by objects that never change.
      const containers = [...text.matchAll(/^(?:export )?const (\w+)\b[^=]*=\s*new (?:Map|Set)\b/gm)];
      const written = containers.filter(([, name]) => new RegExp(`\\b${name}\\.(set|add|delete|clear)\\(`).test(text));
      // Objects of class `LazyModule` are the same for all pages, so they count as constants.
      const objects = [...text.matchAll(/^(?:export )?const (\w+)\b[^=]*=\s*new (\w+)/gm)].filter(
        ([, , name]) => name !== "LazyModule" && classes.has(name),
      );
      return [...variables, ...[...stores, ...written, ...objects].map(([, name]) => name)].map((name) => `${file}: ${name}`);
    });
  expect(found.toSorted()).toEqual(Object.keys(stateExceptions).toSorted());
});

test("only the room of programs knows how the words of an operation are laid out: other code reads them by name or with the cursor", () => {
  const knowing = files.filter((file) => /\bopWords\b/.test(withoutCommentsAndStrings(source(file))));
  expect(knowing.filter((file) => !isWithin(file, "core/programs"))).toEqual([]);
});

test("the core is compiled without DOM and Node, so that `window` and `process` are unknown there", () => {
  const { compilerOptions } = JSON.parse(source("core/tsconfig.json"));
  expect(compilerOptions).toMatchObject({ lib: ["ES2022"], types: [] });
});

test("no unit test asserts a duration: tests/bench measures them", () => {
  // Browser tests may measure time: there are requirements on the speed of the page.
  const clocked = readdirSync(join(top, "tests"), { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => /\.tsx?$/.test(file) && !/^(browser|bench|mutations)\//.test(file))
    .filter((file) =>
      /\bperformance\.now|\bcpuUsage|\bhrtime|\bDate\.now/.test(withoutCommentsAndStrings(readFileSync(join(top, "tests", file), "utf8"))),
    );
  // This file measures only in a thorough run, and compares only ratios: how the time of a reader grows with the length of its text.
  expect(clocked).toEqual(["readers/trials.ts"]);
});

test("the width of words is measured, not guessed from their number of letters", () => {
  // Matches a text length times a number or a font size, and a number of letters computed from a width.
  const guess = /\blength\)* \* [3-9](\.\d|\b)|\b[3-9]\.\d+ \* [\w.()]*\blength\b|\d \* size \* |\bletters = .*width.* \/ [3-9]\b/;
  const guesses = files
    .filter((file) => /^(views|app)\//.test(file))
    .flatMap((file) =>
      withoutCommentsAndStrings(source(file))
        .split("\n")
        .filter((line) => guess.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    );
  expect(guesses).toEqual([]);
});

test("no view has JSX; no file has a default export", () => {
  // A reporter must be the default export of its file, because Vitest loads it by path.
  expect(files.filter((file) => file !== "tools/tally.mjs" && /^export default/m.test(source(file)))).toEqual([]);
  expect(files.filter((file) => file.startsWith("views/") && file.endsWith(".tsx"))).toEqual([]);
});

test("an exported name occurs in one file", () => {
  const places = new Map<string, string[]>();
  for (const file of files.filter((each) => each.endsWith(".ts") || each.endsWith(".tsx")))
    for (const name of exportedNames(source(file))) places.set(name, [...(places.get(name) ?? []), file]);
  expect(Object.fromEntries([...places].filter(([, names]) => names.length > 1))).toEqual({});
});

test("classes stand at most three deep", () => {
  const derived = files.flatMap((file) =>
    [...source(file).matchAll(/^(?:export )?(?:abstract )?class (\w+)\b(?:<.*>)? extends (\w+)/gm)].map(
      ([, name, parent]) => [name, parent] as const,
    ),
  );
  const parents = new Map(derived);
  expect(parents.size).toBe(derived.length);
  const chainOf = (name: string): readonly string[] => [name, ...(parents.has(name) ? chainOf(parents.get(name)!) : [])];
  const chains = [...parents.keys()].map(chainOf);
  expect(chains.length).toBeGreaterThan(10);
  expect(chains.filter(({ length }) => length > 3).map((chain) => chain.join(" → "))).toEqual([]);
});

test("no folder is a drawer: at most about twenty direct files", () => {
  const counts = new Map<string, number>();
  for (const file of files) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  expect([...counts].filter(([, count]) => count > 24)).toEqual([]);
});

test("the top level holds what was agreed and nothing else", () => {
  const agreed = [
    "package.json",
    "package-lock.json",
    "tsconfig.json",
    "src",
    "public",
    "tests",
    "vite.config.ts",
    "README.md",
    "LICENSE",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
  ];
  const made = ["node_modules", "dist", "dist-single", "dist-library"];
  const strange = readdirSync(top).filter((name) => !name.startsWith(".") && !agreed.includes(name) && !made.includes(name));
  expect(strange).toEqual([]);
});

/** The program without comments and strings. */
function withoutCommentsAndStrings(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:[^"\\\n]|\\.)*"/g, "");
}
