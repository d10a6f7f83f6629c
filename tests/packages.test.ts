/** What the project takes from others: all of it used, all of it checked when it is installed. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build, type Rolldown } from "vite";
import { expect, test } from "vitest";
import { testOnRequest } from "./effort.ts";

const top = fileURLToPath(new URL("../", import.meta.url));
const read = (file: string) => JSON.parse(readFileSync(`${top}${file}`, "utf8")) as unknown;

interface Package {
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

test("every package that the page is made of is used", () => {
  const { dependencies } = read("package.json") as { readonly dependencies: Readonly<Record<string, string>> };
  const text = readdirSync(`${top}src`, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => readFileSync(`${top}src/${file}`, "utf8"))
    .join("\n");
  expect(Object.keys(dependencies).filter((name) => !text.includes(`from "${name}`))).toEqual([]);
});

testOnRequest("the built page brings the licence of every package in it", async () => {
  const built = await build({ configFile: `${top}vite.config.ts`, logLevel: "silent", build: { write: false } });
  const { output } = built as { readonly output: readonly (Rolldown.OutputAsset | Rolldown.OutputChunk)[] };
  const file = output.find(({ fileName }) => fileName === "licences.txt");
  const licences = String(file?.type === "asset" ? file.source : "").split(`\n\n${"=".repeat(80)}\n\n`);
  const modules = output.flatMap((each) => (each.type === "chunk" ? each.moduleIds : []));
  const names = new Set(modules.flatMap((id) => /^.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? []));
  const { dependencies, name } = read("package.json") as { readonly dependencies: Readonly<Record<string, string>>; readonly name: string };
  expect([...names]).toEqual(expect.arrayContaining(Object.keys(dependencies)));
  expect(licences.map((text) => text.slice(0, text.indexOf(" ")))).toEqual([name, ...[...names].toSorted()]);
  // Each asks that its words be passed on, and not only its name.
  for (const text of licences) expect(text, text.slice(0, 40)).toMatch(/copyright[^]*(permission|licen[cs]e)/i);
  const page = output.find(({ fileName }) => fileName === "index.html");
  expect(String(page?.type === "asset" ? page.source : "")).toContain('href="./licences.txt"');
});
