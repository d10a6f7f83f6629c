/** What the project takes from others: all of it used, all of it checked when it is installed. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const top = fileURLToPath(new URL("../", import.meta.url));
const read = (file: string) => JSON.parse(readFileSync(`${top}${file}`, "utf8")) as unknown;

interface Package {
  readonly resolved?: string;
  readonly integrity?: string;
}

/**
 * Debt: binaries of the formatter and the linter for other platforms, of which no digest was to be had when their
 * versions were chosen. The next versions that are chosen bring theirs; then this goes.
 */
const isDebt = (name: string) => /^node_modules\/@ox(fmt|lint)\/binding-/.test(name);

test("every package is checked by its digest when it is installed, from whatever registry", () => {
  const { packages } = read("package-lock.json") as { readonly packages: Readonly<Record<string, Package>> };
  const { "": own, ...others } = packages;
  expect(own).toBeDefined();
  expect(Object.keys(others).filter((name) => others[name].integrity === undefined && !isDebt(name))).toEqual([]);
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
