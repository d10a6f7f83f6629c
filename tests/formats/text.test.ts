/** Tests of the conversion of bytes to text: decompression, decoding and refusals. */
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { mix } from "../../src/core/base/random.ts";
import { cases, thoroughTest, seed } from "../effort.ts";
import { maxFileBytes, maxUnpackedBytes, decodeFile, fileSizeFault } from "../../src/formats/decode-file.ts";
import { expectWording } from "../wording/wording.ts";

const text = "num_ranks 2\n// Überholspur → 𝔘\n";
const utf8 = new TextEncoder().encode(text);
const utf16 = (isLittle: boolean, hasMark: boolean) => {
  const bytes = Buffer.from(`${hasMark ? "\uFEFF" : ""}${text}`, "utf16le");
  return new Uint8Array(isLittle ? bytes : bytes.swap16());
};

describe("a file that is text", () => {
  it.each([
    ["UTF-8", utf8],
    ["UTF-8 with a mark", Uint8Array.of(0xef, 0xbb, 0xbf, ...utf8)],
    ["UTF-16, little end first", utf16(true, true)],
    ["UTF-16, big end first", utf16(false, true)],
    ["gzip", new Uint8Array(gzipSync(utf8))],
    ["gzip of UTF-16", new Uint8Array(gzipSync(utf16(true, true)))],
    ["a part of another buffer", new Uint8Array([9, ...gzipSync(utf8)]).subarray(1)],
  ])("is read as %s", async (_, bytes) => {
    expect(await decodeFile(bytes)).toEqual({ text, guesses: [], refused: null });
  });

  it("is taken for UTF-16 by its zeros, and for Latin-1 where it is no UTF-8, and that is said", async () => {
    for (const isLittle of [true, false]) {
      const opened = await decodeFile(utf16(isLittle, false));
      expect(opened).toMatchObject({ text, refused: null });
      expectWording(opened.guesses, "UTF-16");
    }
    const opened = await decodeFile(new Uint8Array(Buffer.from("M\u00fcnchen,K\u00f6ln\n", "latin1")));
    expect(opened).toEqual({ text: "München,Köln\n", guesses: ["The file is not valid UTF-8: it is read as Latin-1."], refused: null });
  });

  it("is no UTF-16 where it is small numbers of two bytes", async () => {
    const numbers = new Uint8Array(Uint16Array.from({ length: 2000 }, (_, i) => 1 + (i % 9)).buffer);
    expect((await decodeFile(numbers)).refused).toMatch(/^The file is binary: /);
  });

  it("may have been cut within a sign", async () => {
    const bytes = new TextEncoder().encode("a→b, 𝔘");
    for (const missing of [1, 2, 3]) {
      expect(await decodeFile(bytes.subarray(0, bytes.length - missing))).toEqual({
        text: "a→b, ",
        guesses: ["The file ends within a character: it may have been cut off."],
        refused: null,
      });
    }
  });

  it("may be empty, and may have a few odd signs", async () => {
    expect(await decodeFile(new Uint8Array())).toEqual({ text: "", guesses: [], refused: null });
    expect((await decodeFile(new TextEncoder().encode(`a\0${"b".repeat(200)}`))).refused).toBeNull();
  });

  it("reports its progress, and stops when it is cancelled", async () => {
    const packed = new Uint8Array(gzipSync(Buffer.alloc(5_000_000, text)));
    const parts: number[] = [];
    await decodeFile(packed, (part) => void parts.push(part));
    expect(parts.at(-1)).toBe(1);
    const stop = new Error("stopped");
    const stops = () => {
      throw stop;
    };
    await expect(decodeFile(packed, stops)).rejects.toBe(stop);
  });
});

it("is text or refused with what to do, whatever became of its bytes", async () => {
  const files = [
    utf8,
    utf16(true, true),
    utf16(false, false),
    new Uint8Array(gzipSync(utf8)),
    new Uint8Array(gzipSync(Buffer.alloc(3000, text))),
  ];
  let drawn = 0;
  const below = (n: number) => mix(seed, drawn++, 3) % n;
  for (let i = 0; i < cases(500); i++) {
    const bytes = Uint8Array.from(files[below(files.length)]);
    for (let times = below(5); times > 0; times--) bytes[below(bytes.length)] = below(256);
    const opened = await decodeFile(below(3) === 0 ? bytes.subarray(0, below(bytes.length + 1)) : bytes);
    if (opened.refused === null) expect(typeof opened.text).toBe("string");
    else expect(opened).toMatchObject({ text: "", refused: expect.stringMatching(/^The file .*\. .*\.$/s) });
    for (const guess of opened.guesses) expect(guess).toMatch(/^The file .*\.$/);
  }
});

describe("a file that is none", () => {
  const begin = (...bytes: (number | string)[]) =>
    new Uint8Array(
      Buffer.concat([...bytes.map((each) => (typeof each === "string" ? Buffer.from(each, "latin1") : Buffer.of(each))), Buffer.alloc(64)]),
    );

  it.each([
    ["PNG", begin(0x89, "PNG\r\n\x1a\n"), "is a PNG picture"],
    ["JPEG", begin(0xff, 0xd8, 0xff, 0xe0), "is a JPEG picture"],
    ["ZIP", begin("PK\x03\x04"), "is a ZIP archive or a spreadsheet"],
    ["PDF", begin("%PDF-1.7\n"), "is a PDF"],
    ["ELF", begin(0x7f, "ELF"), "is a program (ELF)"],
    ["HDF5", begin(0x89, "HDF\r\n"), "is HDF5"],
    ["zstd", begin(0x28, 0xb5, 0x2f, 0xfd), "is compressed with zstd"],
    ["xz", begin(0xfd, "7zXZ"), "is compressed with xz"],
    ["bzip2", begin("BZh9"), "is compressed with bzip2"],
    ["NumPy", begin(0x93, "NUMPY"), "is a NumPy array"],
    ["SQLite", begin("SQLite format 3"), "is an SQLite database"],
    ["UTF-32", begin(0xff, 0xfe, 0, 0, "a"), "is text in UTF-32"],
    [
      "Chakra's protobuf",
      begin(0x0a, 0x05, "0.0.4", 0x12, 0x00, 0x08, 0x01),
      "is binary: perhaps a trace in the format of OTF2, DUMPI or Chakra",
    ],
    ["gzip twice", new Uint8Array(gzipSync(gzipSync(utf8))), "is compressed twice"],
    ["gzip of a picture", new Uint8Array(gzipSync(begin(0x89, "PNG\r\n\x1a\n"))), "is a PNG picture"],
  ])("is refused by its kind: %s", async (_, bytes, is) => {
    const { text, refused } = await decodeFile(bytes);
    expect(text).toBe("");
    // Every refusal contains a remedy.
    expect(refused).toMatch(/^The file .*\. [A-Z].*\.$/);
    expect(refused).toContain(is);
  });

  it("is refused where gzip ends early or is damaged, with the bytes until then", async () => {
    const noise = Buffer.from(Array.from({ length: 300_000 }, (_, i) => 32 + ((i * i * 31 + (i >> 3) * 17) % 90)));
    const packed = new Uint8Array(gzipSync(noise));
    const cut = await decodeFile(packed.subarray(0, packed.length >> 1));
    expectWording(cut.refused, "gzip … bytes");
    const damaged = packed.slice();
    damaged.fill(0xff, 20, 200);
    expect((await decodeFile(damaged)).refused).toMatch(/damaged or cut off/);
    expectWording((await decodeFile(Uint8Array.of(0x1f, 0x8b))).refused, "damaged or cut off");
  });

  it("is refused before it is read where it is too large", async () => {
    expect(fileSizeFault(maxFileBytes)).toBeNull();
    expectWording(fileSizeFault(maxFileBytes + 1), "257 MB … 256 MB");
    // Memory that has not been written to takes no space.
    expect((await decodeFile(new Uint8Array(maxFileBytes + 1))).refused).toMatch(/at most 256 MB/);
  });

  // The test takes a gigabyte.
  thoroughTest("is refused where it unpacks to more than a string holds", async () => {
    const piece = Buffer.alloc(maxUnpackedBytes / 8 + 1, 32);
    const packed = gzipSync(Buffer.concat(Array.from({ length: 8 }, () => piece)), { level: 1 });
    expect((await decodeFile(new Uint8Array(packed))).refused).toBe(
      "The file decompresses to more than 512 MB, the maximum that is read. Shorten it.",
    );
  });
});
