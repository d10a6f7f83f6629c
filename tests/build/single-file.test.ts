/** The encoding of the single file's packed blocks, and decoding in the page. */
import { gzipSync } from "node:zlib";
import { assert, asyncProperty, uint8Array } from "fast-check";
import { expect, test } from "vitest";
import { decompressBlock } from "../../src/app/decompress-block.ts";
import { encodeBase91 } from "../../src/build/single-file.ts";
import { cases } from "../effort.ts";

test("13 bits are two letters, and up to 6 bits of the rest are one", () => {
  // 255 = 73 + 2 × 91. For two bytes, the low 13 bits are 8191 = 1 + 90 × 91, and the remaining 3 bits are 7.
  expect(encodeBase91(Uint8Array.of(255))).toBe("l%");
  expect(encodeBase91(Uint8Array.of(255, 255))).toBe("$}*");
  // The plain letter of digit 25 would be `<`, which begins an element.
  expect(encodeBase91(Uint8Array.of(25))).toBe("~#");
});

test("any bytes are unpacked as they were packed, by letters that end no element", () =>
  assert(
    asyncProperty(uint8Array({ maxLength: 300 }), async (bytes) => {
      const letters = encodeBase91(gzipSync(bytes));
      expect(letters).not.toMatch(/[^#-;=-~]/);
      expect(new Uint8Array(await decompressBlock(letters).arrayBuffer())).toEqual(Uint8Array.from(bytes));
    }),
    { numRuns: cases(200) },
  ));
