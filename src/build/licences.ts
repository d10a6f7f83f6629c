/** Collects the licenses of all packages in the page. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const projectFolder = fileURLToPath(new URL("../../", import.meta.url));

/** Folder of the package that contains a module; empty for our own modules. */
const packageOf = (moduleId: string) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(moduleId)?.[0] ?? [];

/** Name and version of a package, and the text of its license. */
function licenceOf(folder: string): string {
  const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8")) as Record<string, unknown>;
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file));
  const texts = files.map((file) => readFileSync(`${folder}/${file}`, "utf8").trim());
  return [`${name} ${version} (${license})`, ...texts].join("\n\n");
}

/** Writes the licenses next to the page: the license of the project, then the licenses of the packages. */
export const licences: Plugin = {
  name: "licences",
  apply: "build",
  generateBundle(_options, bundle) {
    const modules = Object.values(bundle).flatMap((file) => (file.type === "chunk" ? file.moduleIds : []));
    const packages = [...new Set(modules.flatMap(packageOf))].toSorted();
    const source = [projectFolder.slice(0, -1), ...packages].map(licenceOf).join(`\n\n${"=".repeat(80)}\n\n`);
    this.emitFile({ type: "asset", fileName: "licences.txt", source: `${source}\n` });
  },
};
