/**
 * The location and format of the snapshots of unit tests: text files in this folder, one for each test file. Below the name of a test are
 * its snapshots, each with a leading dash, further lines indented.
 */
import { dirname, relative } from "node:path";
import { VitestSnapshotEnvironment } from "vitest/runtime";

const tests = `${dirname(import.meta.dirname)}/`;

class SnapshotFiles extends VitestSnapshotEnvironment {
  override resolvePath(testFile: string): Promise<string> {
    return Promise.resolve(`${tests}wording/${relative(tests, testFile).replace(/\.test\.tsx?$/, "")}.txt`);
  }

  override async readSnapshotFile(path: string): Promise<string | null> {
    const text = await super.readSnapshotFile(path);
    return text === null || !isWording(path) ? text : `${this.getHeader()}\n\n${snapshotFromText(text)}\n`;
  }

  override saveSnapshotFile(path: string, snapshot: string): Promise<void> {
    return super.saveSnapshotFile(path, isWording(path) ? textFromSnapshot(snapshot) : snapshot);
  }
}

/** Whether a path is a file of this folder. Other snapshot files of tests are not converted. */
const isWording = (path: string) => path.startsWith(`${tests}wording/`);

/** Converts from Vitest's format: assignments of template strings to `exports`, whose keys are test names with a number from 1. */
function textFromSnapshot(snapshot: string): string {
  const unescape = (each: string) => each.replaceAll(/\\([`\\]|\$\{)/g, "$1");
  let text = "";
  for (const [, key, value] of snapshot.matchAll(/^exports\[`((?:\\.|[^\\`])*)`\] = `((?:\\.|[^\\`])*)`;$/gms)) {
    const [, test, number] = /^(.*) (\d+)$/s.exec(unescape(key))!;
    if (number === "1") text += `\n${test}\n`;
    const lines = unescape(value).replace(/^\n([^]*)\n$/, "$1");
    text += `- ${lines.replaceAll(/\n(?!\n)/g, "\n  ")}\n`;
  }
  return text.slice(1);
}

/** Converts to Vitest's format. */
function snapshotFromText(text: string): string {
  const quote = (each: string) => `\`${each.replaceAll(/[`\\]|\$\{/g, "\\$&")}\``;
  const parts = text.trimEnd().split(/\n\n(?=[^\s-])/);
  return parts
    .flatMap((part) => {
      const [test, ...values] = part.split(/\n- /);
      return values.map((lines, i) => {
        const value = lines.replaceAll("\n  ", "\n");
        return `exports[${quote(`${test} ${i + 1}`)}] = ${quote(value.includes("\n") ? `\n${value}\n` : value)};`;
      });
    })
    .join("\n\n");
}

// Vitest expects the snapshot environment as the default export.
// oxlint-disable-next-line import/no-default-export
export default new SnapshotFiles();
