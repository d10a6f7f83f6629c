/** Tests that no text crashes a reader: two thousand damaged texts in every `npm test`, 10⁵ on request. */
import { describe, expect, it } from "vitest";
import { formats, readText, detectFormats } from "../../src/formats/index.ts";
import { cases, isThorough, seed } from "../effort.ts";
import { checkReading, damagedTexts } from "./fuzz.ts";
import { samples } from "./samples.ts";

const textsPerFormat = Math.ceil(cases(6000) / formats.length);

describe.each(formats.map((format) => [format.id, format] as const))("%s", (id, format) => {
  it("has samples", () => {
    expect(samples[id]?.length).toBeGreaterThan(0);
  });

  it("reads whatever became of its samples, and tells it consistently", async () => {
    await format.fetch?.();
    for (const text of damagedTexts(samples[id], textsPerFormat, seed)) {
      checkReading(format, text, format.read(text));
      const sure = format.confidenceOf(text);
      expect(sure >= 0 && sure <= 1).toBe(true);
    }
  });

  it("reads samples of all other formats", async () => {
    await format.fetch?.();
    for (const text of Object.values(samples).flat()) checkReading(format, text, format.read(text));
  });

  it("reads a text of one sign, however long, without hanging", async () => {
    await format.fetch?.();
    for (const sign of [
      "a",
      " ",
      "\n",
      "\r",
      "{",
      "}",
      "(",
      "<",
      '"',
      ",",
      "\t",
      "/*",
      "#",
      ";",
      "- ",
      "1 ",
      "[",
      "&",
      "a: ",
      "a,b\n",
      '"a',
      "/",
      "=",
    ]) {
      const text = sign.repeat((isThorough ? 50_000 : 3000) / sign.length);
      checkReading(format, text, format.read(text));
      expect(format.confidenceOf(text.slice(0, 65_536))).toBeLessThanOrEqual(1);
    }
  });

  // JSON and YAML texts hold one document, so blank lines are appended instead of repeating it. Documents of this program are passed on as
  // they are.
  it.skipIf(id === "own-json")("stops when it is cancelled", async () => {
    await format.fetch?.();
    const [sample] = samples[id];
    // Readers of lines report their progress every 262,144 characters.
    const length = isThorough ? 1_000_000 : 300_000;
    const text = /^(node-link|slurm-yaml)$/.test(id) ? sample.padEnd(length, "\n") : sample.repeat(Math.ceil(length / sample.length));
    const parts: number[] = [];
    format.read(text, { onProgress: (part) => void parts.push(part) });
    expect(parts.length).toBeGreaterThan(0);
    expect(parts.every((part) => part >= 0 && part <= 1)).toBe(true);
    const stop = new Error("stopped");
    expect(() =>
      format.read(text, {
        onProgress: () => {
          throw stop;
        },
      }),
    ).toThrow(stop);
  });
});

it("reads whatever became of any sample, as what it is taken for", async () => {
  for (const text of damagedTexts(Object.values(samples).flat(), cases(300), seed + 1)) {
    const reading = await readText(text);
    const found = detectFormats(text)[0];
    // A text of an unknown or clearly different kind is refused with the reason and a remedy.
    if (found === undefined || reading.format === "") expect(reading.refused).toMatch(/Formats that can be read: |\. [A-Z].*\.$/s);
    else checkReading(found.format, text, reading);
  }
});
