/** Help texts of the commands, and their response to an unknown option. */
import { expect, test } from "vitest";
import { convertCommand } from "../../src/cli/convert.ts";
import { recordCommand } from "../../src/cli/record.ts";
import { reproduceCommand } from "../../src/cli/reproduce.ts";
import { helpRegistryNames } from "../../src/cli/registry-help.ts";
import { simulateCommand } from "../../src/cli/simulate.ts";
import { sweepCommand } from "../../src/cli/sweep.ts";
import { expectWording } from "../wording/wording.ts";
import { callInProcess } from "./call-command.ts";

const commands = {
  convert: convertCommand,
  record: recordCommand,
  reproduce: reproduceCommand,
  simulate: simulateCommand,
  sweep: sweepCommand,
};

test.each(Object.entries(commands))("%s", async (name, command) => {
  const help = await callInProcess(command, ["--help"]);
  expect(help.status).toBe(0);
  expectWording(`${help.stdout}${help.stderr}`.trimEnd(), `Usage: npm run ${name} -- `);
  const refused = await callInProcess(command, ["--strange"]);
  expect(refused).toMatchObject({ status: 2, stdout: "" });
  expectWording(refused.stderr.trimEnd().split("\n")[0]);
});

test.each(helpRegistryNames())("simulate --help %s", async (shelf) => {
  const { status, stdout } = await callInProcess(simulateCommand, ["--help", shelf]);
  expect(status).toBe(0);
  expectWording(stdout.trimEnd());
});
