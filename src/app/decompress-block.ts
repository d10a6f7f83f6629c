/**
 * Decodes a compressed block of the single-file page. It is in base 91: two characters encode 13 bits, lowest bits first; a single last
 * character encodes up to 6. This function imports no module, because the page's own script is such a block.
 */
export function decompressBlock(text: string): Response {
  const bytes = new Uint8Array(((text.length >> 1) * 13 + (text.length % 2) * 6) >> 3);
  const digitAt = (i: number) => (text[i] === "~" ? 25 : text.charCodeAt(i) - 35);
  let [bits, count, at] = [0, 0, 0];
  for (let i = 0; i < text.length; i += 2) {
    bits |= (digitAt(i) + (i + 1 < text.length ? digitAt(i + 1) * 91 : 0)) << count;
    // Surplus bits of the last characters would be written beyond the end of the array, which ignores them.
    for (count += 13; count >= 8; count -= 8, bits >>>= 8) bytes[at++] = bits;
  }
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")));
}
