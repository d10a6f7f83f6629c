/**
 * What a block of the single file holds that is compressed and in base 85: four bytes in five letters, the last in as many as
 * they need. It stands alone, because the page's own script is such a block.
 */
export function unpacked(text: string): Response {
  const words = new DataView(new ArrayBuffer(Math.ceil(text.length / 5) * 4));
  for (let i = 0; i < text.length; i += 5) {
    let number = 0;
    for (let k = i; k < i + 5; k++) {
      const code = k < text.length ? text.charCodeAt(k) : 119;
      number = number * 85 + (code === 122 ? 25 : code - 35);
    }
    words.setUint32((i / 5) * 4, number);
  }
  const bytes = new Uint8Array(words.buffer, 0, text.length - Math.ceil(text.length / 5));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip")));
}
