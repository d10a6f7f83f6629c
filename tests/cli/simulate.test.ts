import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { run } from "../../src/core/run.ts";
import { readScenario } from "../../src/core/scenario/scenario.ts";

const top = fileURLToPath(new URL("../../", import.meta.url));
const folder = mkdtempSync(`${tmpdir()}/fabricscope-`);
afterAll(() => rmSync(folder, { recursive: true }));

/** What `npm run simulate -- …` does, as a person in `folder` would see it. */
function simulate(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["src/tools/run.mjs", "src/cli/main.ts", ...args], {
    cwd: top,
    env: { ...process.env, INIT_CWD: folder },
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

test("a file and a link of the same scenario give the numbers of run()", () => {
  const document = { topology: { kind: "mesh", sizes: [4, 4] }, workload: { kind: "open-loop", load: 0.3 }, run: { window: 1000 } };
  writeFileSync(`${folder}/mesh.json`, JSON.stringify(document));
  const fromFile = simulate("mesh.json", "--json");
  expect(fromFile.stderr).toBe("");
  expect(fromFile.status).toBe(0);
  expect(JSON.parse(fromFile.stdout).results).toEqual(run(readScenario(document)));
  expect(simulate("https://example.org/#v=1&topology=mesh:sizes4x4&load=.3&window=1000", "--json").stdout).toBe(fromFile.stdout);
}, 30_000);

test("bad input is refused with the reader's own words and 2", () => {
  writeFileSync(`${folder}/bad.json`, '{ "topology": { "kind": "thin-tree", "kUp": 9 } }');
  expect(simulate("bad.json")).toEqual({
    status: 2,
    stdout: "",
    stderr: "topology.kUp: 9 links up are more than the 4 links down; a thin tree has at most as many. Use 4, the full fat tree.\n",
  });
  expect(simulate("missing.json")).toMatchObject({ status: 2, stdout: "", stderr: expect.stringContaining("there is no file") });
  expect(simulate("--xml", "v=1")).toMatchObject({ status: 2, stdout: "", stderr: expect.stringContaining("--xml is not an option") });
}, 30_000);
