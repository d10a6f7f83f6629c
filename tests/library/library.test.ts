/** Tests of the library as other projects use it: built once, installed into a separate project, run by Node, bundled, and type-checked. */
import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build, type Rolldown } from "vite";
import { beforeAll, expect, inject, test } from "vitest";
import { analysisFactsOf } from "../../src/core/analysis/facts.ts";
import { ScenarioError } from "../../src/core/base/errors.ts";
import { compile } from "../../src/core/run/compile.ts";
import { CutThrough } from "../../src/core/flow-control/cut-through/cycle.ts";
import { allFlowControls } from "../../src/core/flow-control/index.ts";
import { run, startRun } from "../../src/core/run/run.ts";
import { searchSaturation } from "../../src/core/searches/saturation.ts";
import { workloadFactsOf } from "../../src/core/scenario/workload-facts.ts";
import { cellsOf, documentHash } from "../../src/core/scenario/document.ts";
import { parseDocument } from "../../src/core/scenario/read-document.ts";
import { topologyFacts as shapeOf, readScenario } from "../../src/core/scenario/scenario.ts";
import { engineVersion } from "../../src/core/run/version.ts";
import { libraryBuild } from "../../src/build/library.ts";
import { findingOfDocument } from "../../src/findings/document.ts";
import { readDocumentLink, writeDocumentLink } from "../../src/links/index.ts";
import { serve } from "../../src/tools/serve.mjs";
import { launchChromium } from "../browser/chromium.ts";
import { thoroughTest } from "../effort.ts";

const repositoryRoot = fileURLToPath(new URL("../../", import.meta.url));
/** The project that uses the library, and the library in it. */
const project = `${inject("built")}project/`;
const library = `${project}node_modules/fabricscope/`;
/** The example in the README of the library. */
const example = /```js\n([^]*?)```/.exec(readFileSync(`${repositoryRoot}src/library/README.md`, "utf8"))![1];

beforeAll(async () => {
  await build({ ...libraryBuild, configFile: false, logLevel: "silent", build: { ...libraryBuild.build, outDir: library } });
  writeFileSync(`${project}package.json`, `{ "type": "module" }`);
});

/** Output of a program under plain Node in that project. */
function outputOf(program: string): string {
  const file = `${project}program.js`;
  writeFileSync(file, program);
  return execFileSync(process.execPath, [file], { cwd: project, encoding: "utf8" });
}

/** JSON output of a program that gets a value as `given`. */
const answerOf = (program: string, given: unknown): unknown => JSON.parse(outputOf(`const given = ${JSON.stringify(given)};\n${program}`));

/** The issues of the ScenarioError that is thrown. */
function issuesOf(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    if (error instanceof ScenarioError) return JSON.parse(JSON.stringify(error.issues));
  }
  return null;
}

test("what the package says of itself is there, and the same as in the project", () => {
  const own = JSON.parse(readFileSync(`${library}package.json`, "utf8")) as Record<string, unknown>;
  const { exports, files, version } = JSON.parse(readFileSync(`${repositoryRoot}package.json`, "utf8")) as Record<string, unknown>;
  expect(JSON.stringify(exports).replaceAll("./dist-library/", "./")).toBe(JSON.stringify(own["exports"]));
  expect(files).toEqual([libraryBuild.build!.outDir!.replace("/", "")]);
  expect(own["version"]).toBe(version);
  expect(own).not.toHaveProperty("dependencies");
  const paths = [...JSON.stringify(own["exports"]).matchAll(/"\.\/([^"]+\.\w+)"/g)].map(([, path]) => path);
  expect(new Set(paths)).toEqual(new Set(["types/library/index.d.ts", "index.js", "package.json"]));
  for (const path of paths) expect(readFileSync(library + path, "utf8")).not.toBe("");
  expect(readFileSync(`${library}licences.txt`, "utf8")).toContain(readFileSync(`${repositoryRoot}LICENSE`, "utf8").trim());
});

test("a program begins with at most 80 KB, compressed; kinds, engines, links and findings come later", () => {
  const loaded = new Set<string>();
  const load = (file: string) => {
    if (loaded.has(file)) return;
    loaded.add(file);
    const text = readFileSync(library + file, "utf8");
    for (const [, target] of text.matchAll(/^(?:import|export)\b(?:[^"]*?\bfrom)? ?"([^"]+)";$/gm)) {
      // The library needs no package and no module of Node.
      expect(target).toMatch(/^\.\.?\//);
      load(join(dirname(file), target));
    }
  };
  load("index.js");
  const bytes = [...loaded].reduce((sum, file) => sum + gzipSync(readFileSync(library + file)).length, 0);
  expect(bytes).toBeGreaterThan(20_000);
  expect(bytes).toBeLessThan(80_000);
  const late = readdirSync(`${library}modules`).filter((file) => !loaded.has(`modules/${file}`));
  for (const name of ["all-kinds", "arbitration", "sharing", "switched", "on-trees"]) expect(late.join()).toContain(`${name}-`);
});

test("the README's ten lines print the project's own numbers and sentence", async () => {
  expect(example.trim().split("\n").length).toBeLessThanOrEqual(10);
  const document = await readDocumentLink(/readLink\("([^"]+)"\)/.exec(example)![1]);
  const runs = cellsOf(document).map(({ scenario }) => run(scenario));
  const lines = runs.map(({ fingerprint, acceptedPerSender, latency }) => `${fingerprint} ${acceptedPerSender} ${latency!.mean}`);
  expect(outputOf(example)).toBe(`${[...lines, findingOfDocument(document, runs).answer].join("\n")}\n`);
});

/**
 * Scenarios for all engines and program interpreters, by the names of their classes. An engine with several allocators has one for each.
 */
const openLoopRun = { workload: { kind: "open-loop", pattern: "uniform", load: 0.4 }, run: { warmUp: 50, window: 200, drain: 200 } };
const mesh = { topology: { kind: "mesh", sizes: [4, 2] }, ...openLoopRun };
const tree = { topology: { kind: "k-ary-n-tree", k: 2, n: 2 } };
const reducingTree = { ...tree, workload: { kind: "allreduce", algorithm: "in-network", message: "640 B" } };
const exchange = { ...tree, workload: { kind: "all-to-all", message: "640 B" } };
const trace = { topology: { kind: "single-switch", terminals: 4 }, technology: "infiniband", workload: { kind: "trace" } };
const engineScenarios: readonly (readonly [name: string, document: object])[] = [
  ["Arbitration", mesh],
  ["CutThroughRows", exchange],
  ["CutThroughRows", { ...tree, ...openLoopRun }],
  ["CutThroughRowSharing", { ...tree, ...openLoopRun, flowControl: { kind: "virtual-cut-through", selection: "shared" } }],
  ["Sharing", { ...mesh, flowControl: { kind: "store-and-forward", selection: "shared" } }],
  ["CutThroughTrees", { ...reducingTree, flowControl: "virtual-cut-through" }],
  ["SwitchedCutThrough", { ...mesh, switch: { pipeline: 3 } }],
  ["Wormhole", { ...mesh, flowControl: "wormhole" }],
  ["SwitchedWormhole", { ...mesh, flowControl: "wormhole", switch: { pipeline: 3 } }],
  ["Circuits", { ...mesh, flowControl: "circuit" }],
  ["Fluid", { ...reducingTree, flowControl: "fluid" }],
  ["Ideal", { ...exchange, flowControl: "ideal-network" }],
  ["Ideal", { ...trace, flowControl: "ideal-network" }],
  ["Ideal", { ...trace, flowControl: "ideal-network", host: "loggops" }],
];

test("every engine gives the project's own fingerprint", () => {
  const own = engineScenarios.map(([, document]) => {
    const { simulation, finish, results } = startRun(readScenario(document));
    finish();
    const named: object = simulation instanceof CutThrough ? simulation.allocation : simulation;
    return [named.constructor.name, results().fingerprint] as const;
  });
  expect(own.map(([name]) => name)).toEqual(engineScenarios.map(([name]) => name));
  const kinds = engineScenarios.map(([, document]) => readScenario(document).flowControl.kind);
  expect(new Set(kinds)).toEqual(new Set(allFlowControls.kinds.map(({ id }) => id)));
  const program = `
    import { readDocument, simulate } from "fabricscope";
    const found = [];
    for (const each of given) found.push((await simulate(await readDocument(each))).fingerprint);
    console.log(JSON.stringify(found));`;
  const given = engineScenarios.map(([, document]) => document);
  expect(answerOf(program, given)).toEqual(own.map(([, fingerprint]) => fingerprint));
});

test("facts, names, links, the saturation throughput and the finding of a sweep are the project's own", async () => {
  const swept = { ...mesh, sweep: [{ path: "workload.load", values: [0.1, 0.3] }], seeds: 2 };
  const document = parseDocument(swept);
  const runs = cellsOf(document).map(({ scenario }) => run(scenario));
  const found = await searchSaturation(document, { precision: 0.1 }, async (scenario) => run(scenario));
  const program = `
    import * as library from "fabricscope";
    const document = await library.readDocument(JSON.stringify(given));
    const runs = [];
    for await (const { at, results } of library.simulateAll(document)) runs.push(results);
    console.log(JSON.stringify({
      facts: await library.factsOf(document),
      hash: library.documentHash(document),
      link: await library.writeLink(document),
      runs: runs.map(({ fingerprint }) => fingerprint),
      found: await library.findSaturation(document, { precision: 0.1 }),
      answer: (await library.findingOf(document, runs)).answer,
      engine: library.engineVersion,
    }));`;
  expect(answerOf(program, swept)).toEqual({
    facts: JSON.parse(
      JSON.stringify([...analysisFactsOf(compile(document).plan, shapeOf(document.topology)), ...workloadFactsOf(document)]),
    ),
    hash: documentHash(document),
    link: await writeDocumentLink(document),
    runs: runs.map(({ fingerprint }) => fingerprint),
    found: JSON.parse(JSON.stringify(found)),
    answer: findingOfDocument(document, runs).answer,
    engine: engineVersion,
  });
});

test("bad documents are refused with the project's own issues, and what was never read is no document", () => {
  const deep = JSON.parse("[".repeat(500) + "]".repeat(500)) as unknown;
  const bad = [
    null,
    3,
    [],
    {},
    deep,
    { topology: { kind: "nothing" } },
    { topology: { kind: "torus", sizes: [4, 0] }, seed: -1 },
    { seeds: 33 },
  ];
  const program = `
    import { findingOf, readDocument, readLink, ScenarioError, simulate, writeLink } from "fabricscope";
    const issuesOf = (work) => work().then(() => null, (error) => (error instanceof ScenarioError ? error.issues : String(error)));
    const documents = [];
    for (const each of given) documents.push(await issuesOf(() => readDocument(each)));
    const links = [];
    for (const each of [null, "", "#v=99", "#z1=cut", "#topology=nothing"]) links.push(await issuesOf(() => readLink(each)));
    const unread = [];
    for (const each of [undefined, null, 3, {}, given[6]]) unread.push(await issuesOf(() => simulate(each)), await issuesOf(() => writeLink(each)));
    const document = await readDocument({});
    const others = [await issuesOf(() => findingOf(document, [])), await issuesOf(() => simulate(document, { work: 0 }))];
    console.log(JSON.stringify({ documents, links, unread, others }));`;
  const found = answerOf(program, bad) as Readonly<Record<string, readonly unknown[]>>;
  expect(found["documents"]).toEqual(bad.map((each) => issuesOf(() => parseDocument(each))));
  expect(found["documents"].map((issues) => issues !== null)).toEqual(bad.map((_, i) => i !== 3));
  const issues = (path: string) => [expect.objectContaining({ path, message: expect.any(String), remedy: expect.any(String) })];
  for (const each of found["links"]) expect(each).toEqual(expect.arrayContaining(issues(expect.any(String) as string)));
  expect(found["unread"]).toEqual(Array.from({ length: 10 }, () => issues("")));
  expect(found["others"]).toEqual([issues("runs"), issues("work")]);
});

test("a run yields to the event loop, reports its progress, and ends when it is cancelled", () => {
  const program = `
    import { simulate } from "fabricscope";
    const parts = [];
    let other = null;
    const onProgress = (part) => {
      if (parts.push(part) === 1) setImmediate(() => (other = parts.length));
    };
    // Read by another worker: here no kind has been fetched.
    const cut = await simulate(given, { work: 100, onProgress });
    const whole = await simulate(given, { work: Infinity });
    const ending = new AbortController();
    let slices = 0;
    const ended = await simulate(given, { work: 100, signal: ending.signal, onProgress: () => ++slices === 3 && ending.abort() }).catch(({ name }) => name);
    const never = await simulate(given, { signal: AbortSignal.abort() }).catch(({ name }) => name);
    console.log(JSON.stringify({ parts, other, same: cut.fingerprint === whole.fingerprint, slices, ended, never }));`;
  const found = answerOf(program, readScenario({ ...mesh, flowControl: "wormhole" })) as Record<string, unknown>;
  const parts = found["parts"] as readonly number[];
  expect(parts.length).toBeGreaterThan(10);
  expect(parts.toSorted((a, b) => a - b)).toEqual(parts);
  expect(parts.at(-1)).toBeLessThanOrEqual(1);
  expect(found["other"]).toBeLessThan(parts.length / 2);
  expect(found).toMatchObject({ same: true, slices: 3, ended: "AbortError", never: "AbortError" });
});

test("its types hold in strict programs, resolved as bundlers and as Node do", () => {
  const program = `
    import { findingOf, readDocument, type Results, ScenarioError, simulate, simulateAll, type ValidationIssue } from "fabricscope";
    const document = await readDocument({});
    const results: Results = await simulate(document, { signal: new AbortController().signal, work: 1000, onProgress: (part: number) => void part });
    const fingerprint: string = results.fingerprint;
    for await (const { at, scenario } of simulateAll(document)) void [at.length, scenario.seed];
    const answer: string = (await findingOf(document, [results])).answer;
    const issues = (error: unknown): readonly ValidationIssue[] => (error instanceof ScenarioError ? error.issues : []);
    // @ts-expect-error -- a number
    const cycles: string = results.cycles;
    // @ts-expect-error -- what was not read
    await simulate({ topology: { kind: "torus" } });
    export { answer, cycles, fingerprint, issues };`;
  writeFileSync(`${project}use.ts`, program);
  for (const [module, moduleResolution] of [
    ["esnext", "bundler"],
    ["nodenext", "nodenext"],
  ]) {
    // The types of the library are checked, but not those of the language, which belong to the compiler.
    const checked = { strict: true, noEmit: true, types: [], skipDefaultLibCheck: true };
    const compilerOptions = { ...checked, target: "es2022", lib: ["es2022", "dom"], module, moduleResolution };
    writeFileSync(`${project}tsconfig.json`, JSON.stringify({ compilerOptions, files: ["use.ts"] }));
    const { stdout, status } = spawnSync(process.execPath, [`${repositoryRoot}node_modules/typescript/bin/tsc`, "-p", project], {
      encoding: "utf8",
    });
    expect([stdout, status]).toEqual(["", 0]);
  }
});

/** Bundles the example of the README for a browser, into a folder. */
async function bundleExample(pages: string): Promise<Rolldown.RolldownOutput> {
  writeFileSync(`${project}example.js`, example);
  writeFileSync(
    `${project}index.html`,
    `<!doctype html><link rel="icon" href="data:," /><script type="module" src="./example.js"></script>`,
  );
  const built = await build({
    configFile: false,
    root: project,
    base: "./",
    logLevel: "silent",
    build: { outDir: pages, target: "es2022" },
  });
  return built as Rolldown.RolldownOutput;
}

test("bundled for a browser, the README's lines need nothing beyond the library", async () => {
  const { output } = await bundleExample(`${project}page/`);
  const imports = output.flatMap((file) => (file.type === "chunk" ? [...file.imports, ...file.dynamicImports] : []));
  expect(imports.length).toBeGreaterThan(10);
  // An import outside the bundle would be another package or a module of Node.
  expect(imports.filter((name) => !output.some(({ fileName }) => fileName === name))).toEqual([]);
});

thoroughTest("in a browser, the README's lines print what they print in Node", async () => {
  const pages = `${project}page/`;
  await bundleExample(pages);
  const server = await serve(pages);
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    const lines: string[] = [];
    page.on("console", (message) => lines.push(message.text()));
    page.on("pageerror", ({ message }) => lines.push(message));
    await page.goto(server.address);
    const expected = outputOf(example).trim().split("\n");
    await expect.poll(() => lines, { timeout: 60_000 }).toEqual(expected);
  } finally {
    await Promise.all([browser.close(), server.close()]);
  }
});
