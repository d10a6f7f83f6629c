/** What the page owes to those whose work is in it. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const top = fileURLToPath(new URL("../../", import.meta.url));

/** The folder of the package that a module is of; nothing for the house's own. */
const packageOf = (moduleId: string) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(moduleId)?.[0] ?? [];

/** A package's name and edition, and what it asks of whoever passes it on. */
function licenceOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8")) as Record<string, unknown>;
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file));
  const texts = files.map((file) => readFileSync(`${folder}/${file}`, "utf8").trim());
  return [`${name} ${version} (${license})`, ...texts].join("\n\n");
}

/** Writes the licences of all that the page is made of beside it: this one's own, then those of the packages. */
export const licences: Plugin = {
  name: "licences",
  apply: "build",
  generateBundle(_options, bundle) {
    const modules = Object.values(bundle).flatMap((file) => (file.type === "chunk" ? file.moduleIds : []));
    const packages = [...new Set(modules.flatMap(packageOf))].toSorted();
    const source = [top.slice(0, -1), ...packages].map(licenceOf).join(`\n\n${"=".repeat(80)}\n\n`);
    this.emitFile({ type: "asset", fileName: "licences.txt", source: `${source}\n` });
  },
};
