/** Tests, over all formats, that changes made by terminals, editors and other programs do not change the reading of a text. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formats, readText } from "../../src/formats/index.ts";
import { cases } from "../effort.ts";
import { samples } from "./samples.ts";

/** A reading as far as it does not depend on the lines of the text: without `lines` and `reasons`, and of each note only `why`. */
async function readWithoutLines(text: string, format?: string) {
  const { lines: _, reasons: __, notes, ...rest } = await readText(text, { format });
  return { ...rest, notes: notes.map(({ why }) => why) };
}

const allSamples = formats.flatMap(({ id }) => (samples[id] ?? []).map((text, i) => [`${id} ${i + 1}`, id, text] as const));
const escapes = ["\u001b[0m", "\u001b[1;32m", "\u001b[K", "\u001b]0;title\u0007", "\u001b(B", "\u001b[?25l", "\u001b[38;5;196m"];

describe("a text reads the same", () => {
  test.each(allSamples)("with what steers a terminal anywhere in it: %s", async (_, id, text) => {
    const plain = await readWithoutLines(text, id);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(text.length), fc.constantFrom(...escapes)), { minLength: 1, maxLength: 12 }),
        async (places) => {
          let steered = text;
          for (const [at, escape] of places.toSorted(([a], [b]) => b - a)) steered = steered.slice(0, at) + escape + steered.slice(at);
          expect(await readWithoutLines(steered, id)).toEqual(plain);
          expect((await readText(steered)).format).toBe((await readText(text)).format);
        },
      ),
      { numRuns: cases(4) },
    );
  });

  test.each(allSamples)("with other ends of lines, and with a mark before it: %s", async (_, id, text) => {
    const plain = await readWithoutLines(text, id);
    for (const other of [
      text.replaceAll("\n", "\r\n"),
      text.replaceAll("\n", "\r"),
      `\uFEFF${text}`,
      `\uFEFF${text.replaceAll("\n", "\r\n")}`,
    ])
      expect(await readWithoutLines(other, id)).toEqual(plain);
  });

  const comment: Readonly<Record<string, string>> = {
    graphml: "<!-- by hand -->",
    gexf: "<!-- by hand -->",
    dot: "// by hand",
    goal: "// by hand",
  };
  const withComments = allSamples.filter(([, id]) => !["node-link", "own-json", "counters"].includes(id));
  test.each(withComments)("with comments between its lines: %s", async (_, id, text) => {
    const own = comment[id] ?? "# by hand";
    const lines = text.split("\n");
    // No comment follows a line that continues on the next one.
    const commented = lines.map((line, i) => (i < lines.length - 1 && !/[\\,>]$|\+$/.test(line.trimEnd()) ? `${line}\n${own}` : line));
    expect(await readWithoutLines(commented.join("\n"), id)).toEqual(await readWithoutLines(text, id));
  });
});

/** Keywords of each format: names with a meaning in the format itself. */
const keysOf: Readonly<Record<string, RegExp>> = {
  graphml: /(?<=<\/?)[a-z][\w:]*|(?<= )(?:id|for|key|source|target|edgedefault|directed|attr\.\w+)(?==")|(?<=edgedefault=")\w+/gi,
  gexf: /(?<=<\/?)[a-z][\w:]*|(?<= )(?:id|for|label|source|target|type|class|title|value|defaultedgetype)(?==")|(?<=defaultedgetype=")\w+/gi,
  dot: /\b(?:strict|graph|digraph|node|edge|subgraph)\b|(?<=[[,] ?)\w+(?=\s?=)/gi,
  "node-link": /(?<=")(?:nodes|links|edges|directed|multigraph|graph|source|target|id|name|elements|data|adjacency)(?="\s*:)/gi,
  ibnetdiscover: /^(?:switch|ca|rt|hca|sw)\b|\b(?:vendid|devid|switchguid|caguid)(?==)| - (?:CA|SW) /gim,
  "slurm-conf": /\b\w+(?==)/g,
  "slurm-yaml": /\b[\w]+(?=:(?: |$))/gm,
  anynet: /\b(?:router|node)\b/gi,
  htsim: /\b(?:nodes|connections|start|size|id)\b/gi,
  goal: /\b(?:num_ranks|rank|send|recv|calc|to|from|tag|cpu|nic|requires|irequires)\b(?!\s*:)/gi,
  counters: /\bPort\w+(?=:\.| ==)/g,
};

describe("keys have no size of letters", () => {
  const keyed = allSamples.filter(([, id]) => keysOf[id] !== undefined);
  test.each(keyed)("%s", async (_, id, text) => {
    const plain = await readWithoutLines(text, id);
    for (const change of [
      (key: string) => key.toUpperCase(),
      (key: string) => key.toLowerCase(),
      (key: string) => key[0].toUpperCase() + key.slice(1).toLowerCase(),
    ]) {
      const other = text.replaceAll(keysOf[id], change);
      expect(await readWithoutLines(other, id), other).toEqual(plain);
      expect((await readText(other)).format).toBe((await readText(text)).format);
    }
  });

  test.each(allSamples.filter(([, id]) => ["edge-list", "messages", "counters"].includes(id)))(
    "nor have heads of columns: %s",
    async (_, id, text) => {
      const [head, ...rest] = text.split("\n");
      // Units are case-sensitive: Mb is not MB.
      if (!/^[a-z]/i.test(head) || /[(_]/.test(head) || !/from|source|src|node/i.test(head)) return;
      const shape = ({ network, traffic, counters }: Awaited<ReturnType<typeof readWithoutLines>>) => ({ network, traffic, counters });
      for (const own of [head.toUpperCase(), head.toLowerCase()])
        expect(shape(await readWithoutLines([own, ...rest].join("\n"), id))).toEqual(shape(await readWithoutLines(text, id)));
    },
  );
});
