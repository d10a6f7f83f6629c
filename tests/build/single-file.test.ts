/** How blocks of the single file are packed, and what the page makes of them. */
import { gzipSync } from "node:zlib";
import { assert, asyncProperty, uint8Array } from "fast-check";
import { expect, test } from "vitest";
import { unpacked } from "../../src/app/unpacked.ts";
import { inBase91 } from "../../src/build/single-file.ts";
import { cases } from "../effort.ts";

test("13 bits are two letters, and up to 6 bits of the rest are one", () => {
  // 255 = 73 + 2 × 91; of two bytes, 8191 = 1 + 90 × 91, and 7 is left.
  expect(inBase91(Uint8Array.of(255))).toBe("l%");
  expect(inBase91(Uint8Array.of(255, 255))).toBe("$}*");
  // The digit 25 would be the sign that begins an element.
  expect(inBase91(Uint8Array.of(25))).toBe("~#");
});

test("any bytes are unpacked as they were packed, by letters that end no element", () =>
  assert(
    asyncProperty(uint8Array({ maxLength: 300 }), async (bytes) => {
      const letters = inBase91(gzipSync(bytes));
      expect(letters).not.toMatch(/[^#-;=-~]/);
      expect(new Uint8Array(await unpacked(letters).arrayBuffer())).toEqual(Uint8Array.from(bytes));
    }),
    { numRuns: cases(200) },
  ));
