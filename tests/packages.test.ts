/** The dependencies of the project: all of them are used, and all are checked when they are installed. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build, type Rolldown } from "vite";
import { expect, test } from "vitest";
import { thoroughTest } from "./effort.ts";

const top = fileURLToPath(new URL("../", import.meta.url));
const read = (file: string) => JSON.parse(readFileSync(`${top}${file}`, "utf8")) as unknown;

interface Package {
  readonly engines?: { readonly node?: string };
  readonly resolved?: string;
  readonly integrity?: string;
}

test("every package is checked by its digest when it is installed, from whatever registry", () => {
  const { packages } = read("package-lock.json") as { readonly packages: Readonly<Record<string, Package>> };
  const { "": own, ...others } = packages;
  expect(own).toBeDefined();
  expect(Object.keys(others).filter((name) => others[name].integrity === undefined)).toEqual([]);
  expect(Object.keys(others).filter((name) => others[name].resolved !== undefined)).toEqual([]);
});

test("no package asks for another Node than the oldest that is promised: a fresh install prints no warning", () => {
  const { packages } = read("package-lock.json") as { readonly packages: Readonly<Record<string, Package>> };
  const promised = [...packages[""].engines!.node!.matchAll(/\d+(\.\d+)*/g)].map(([version]) => version);
  expect(promised).toEqual(["20.19.0", "22.13.0", "24"]);
  for (const [name, { engines }] of Object.entries(packages))
    for (const version of promised) expect(includesVersion(engines?.node ?? "*", version), `${name} on Node ${version}`).toBe(true);
});

/** Whether a version range of package.json (`^20.19.0 || >=22`, `>= 14.6`, `20.x`) includes a version. */
function includesVersion(range: string, version: string): boolean {
  const numbers = (text: string) => [...text.matchAll(/\d+/g)].map(([digits]) => Number(digits));
  const own = [...numbers(version), 0, 0].slice(0, 3);
  const compareTo = (bounds: readonly number[]) =>
    own.map((part, i) => part - (bounds[i] ?? 0)).find((difference) => difference !== 0) ?? 0;
  const holds = (comparator: string) => {
    const bounds = numbers(comparator);
    if (bounds.length === 0) return true;
    switch (/^\D*/.exec(comparator)![0]) {
      case ">=":
        return compareTo(bounds) >= 0;
      case ">":
        return compareTo(bounds) > 0;
      case "<=":
        return compareTo(bounds) <= 0;
      case "<":
        return compareTo(bounds) < 0;
      case "^":
        return compareTo(bounds) >= 0 && own[0] === bounds[0];
      case "~":
        return compareTo(bounds) >= 0 && own[0] === bounds[0] && own[1] === (bounds[1] ?? own[1]);
      default:
        return bounds.every((part, i) => part === own[i]);
    }
  };
  return range.split("||").some((part) =>
    part
      .trim()
      .replaceAll(/([<>=^~]) +/g, "$1")
      .split(/\s+/)
      .every(holds),
  );
}

test("every package that the page is made of is used", () => {
  const { dependencies } = read("package.json") as { readonly dependencies: Readonly<Record<string, string>> };
  const text = readdirSync(`${top}src`, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => readFileSync(`${top}src/${file}`, "utf8"))
    .join("\n");
  expect(Object.keys(dependencies).filter((name) => !text.includes(`from "${name}`))).toEqual([]);
});

thoroughTest("the built page brings the licence of every package in it", async () => {
  const built = await build({ configFile: `${top}vite.config.ts`, logLevel: "silent", build: { write: false } });
  const { output } = built as { readonly output: readonly (Rolldown.OutputAsset | Rolldown.OutputChunk)[] };
  const file = output.find(({ fileName }) => fileName === "licences.txt");
  const licences = String(file?.type === "asset" ? file.source : "").split(`\n\n${"=".repeat(80)}\n\n`);
  const modules = output.flatMap((each) => (each.type === "chunk" ? each.moduleIds : []));
  const names = new Set(modules.flatMap((id) => /^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? []));
  const { dependencies, name } = read("package.json") as { readonly dependencies: Readonly<Record<string, string>>; readonly name: string };
  expect([...names]).toEqual(expect.arrayContaining(Object.keys(dependencies)));
  expect(licences.map((text) => text.slice(0, text.indexOf(" ")))).toEqual([name, ...[...names].toSorted()]);
  // Each license requires its text, not only its name, to be distributed.
  for (const text of licences) expect(text, text.slice(0, 40)).toMatch(/copyright[^]*(permission|licen[cs]e)/i);
  const page = output.find(({ fileName }) => fileName === "index.html");
  expect(String(page?.type === "asset" ? page.source : "")).toContain('href="./licences.txt"');
});
