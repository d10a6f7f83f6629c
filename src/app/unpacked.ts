/**
 * What a block of the single file holds that is compressed and in base 91: 13 bits in two letters, lowest first; of the rest, up
 * to 6 bits take one letter. It needs no other module, because the page's own script is such a block.
 */
export function unpacked(text: string): Response {
  const bytes = new Uint8Array(((text.length >> 1) * 13 + (text.length % 2) * 6) >> 3);
  const digitAt = (i: number) => (text[i] === "~" ? 25 : text.charCodeAt(i) - 35);
  let [bits, count, at] = [0, 0, 0];
  for (let i = 0; i < text.length; i += 2) {
    bits |= (digitAt(i) + (i + 1 < text.length ? digitAt(i + 1) * 91 : 0)) << count;
    // What the last letters have beyond whole bytes lies outside the array, which ignores it.
    for (count += 13; count >= 8; count -= 8, bits >>>= 8) bytes[at++] = bits;
  }
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")));
}
