/** Converts the bytes of a file to text: unpacks and decodes them, or rejects binary files by their content. File names are ignored. */

/** Maximum size of a file, in bytes. */
export const maxFileBytes = 256e6;
/** Maximum size after unpacking, in bytes: close to the maximum length of a JavaScript string. */
export const maxUnpackedBytes = 512e6;

/** A file as text. */
export interface DecodedFile {
  /** Empty if the file was rejected. */
  readonly text: string;
  /** Assumptions, as sentences. */
  readonly guesses: readonly string[];
  /** Why the file is not text, as a sentence that says what to do; null if it is text. */
  readonly refused: string | null;
}

/** Why a file of this size is not read; null if it is. To be called before the file is loaded. */
export function fileSizeFault(bytes: number): string | null {
  if (bytes <= maxFileBytes) return null;
  return `The file has ${millions(bytes)} MB; at most ${millions(maxFileBytes)} MB are read. Compress it with gzip, or shorten it.`;
}

/**
 * The text of a file: UTF-8, UTF-16 or, as a guess, Latin-1, optionally compressed by gzip.
 * @param onProgress receives the fraction that has been unpacked, 0 to 1; may throw to cancel
 */
export async function decodeFile(bytes: Uint8Array, onProgress?: (fraction: number) => void): Promise<DecodedFile> {
  const sizeFault = fileSizeFault(bytes.length);
  if (sizeFault !== null) return rejectedFile(sizeFault);
  if (!startsWith(bytes, gzip)) return decodeBytes(bytes);
  const unpacked = await unpack(bytes, onProgress);
  return typeof unpacked === "string" ? rejectedFile(unpacked) : decodeBytes(unpacked);
}

const gzip = [0x1f, 0x8b];

/** First bytes of binary formats: signature, what the file is, and what to do. */
const binarySignatures: readonly (readonly [begin: readonly number[] | string, is: string, remedy: string])[] = [
  [gzip, "is compressed twice", "Decompress it once (gunzip)."],
  [[0x28, 0xb5, 0x2f, 0xfd], "is compressed with zstd", "Decompress it first (unzstd), or use gzip."],
  [[0xfd, 0x37, 0x7a, 0x58, 0x5a], "is compressed with xz", "Decompress it first (unxz), or use gzip."],
  ["BZh", "is compressed with bzip2", "Decompress it first (bunzip2), or use gzip."],
  [[0x37, 0x7a, 0xbc, 0xaf], "is a 7z archive", "Unpack it, and open one of its files."],
  [[0x50, 0x4b, 0x03, 0x04], "is a ZIP archive or a spreadsheet", "Unpack it, or save the sheet as CSV."],
  [[0x50, 0x4b, 0x05, 0x06], "is an empty ZIP archive", "Create the archive again."],
  [[0xd0, 0xcf, 0x11, 0xe0], "is an old spreadsheet or document", "Save it as CSV."],
  [[0x89, 0x50, 0x4e, 0x47], "is a PNG picture", "Open the file of the network instead of a picture."],
  [[0xff, 0xd8, 0xff], "is a JPEG picture", "Open the file of the network instead of a picture."],
  ["GIF8", "is a GIF picture", "Open the file of the network instead of a picture."],
  ["%PDF-", "is a PDF", "Copy its table as text, and paste it."],
  [[0x7f, 0x45, 0x4c, 0x46], "is a program (ELF)", "Run it, and open its output."],
  ["MZ", "is a program", "Run it, and open its output."],
  [[0x89, 0x48, 0x44, 0x46], "is HDF5", "Export the table as CSV."],
  ["PAR1", "is Parquet", "Export the table as CSV."],
  [[0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59], "is a NumPy array", "Export it as CSV (numpy.savetxt)."],
  ["SQLite format 3", "is an SQLite database", "Export the table as CSV."],
  ["OTF2", "is a trace (OTF2)", "Convert it to GOAL text."],
];

/** Message for a binary file without a known signature. */
const binaryMessage =
  "The file is binary: perhaps a trace in the format of OTF2, DUMPI or Chakra, or a schedule made by txt2bin. Convert it to text: a trace to GOAL, a network to GraphML or a list of links.";

function startsWith(bytes: Uint8Array, signature: readonly number[] | string): boolean {
  for (let i = 0; i < signature.length; i++)
    if (bytes[i] !== (typeof signature === "string" ? signature.charCodeAt(i) : signature[i])) return false;
  return true;
}

/**
 * Decompresses a gzip file chunk by chunk, up to a maximum size.
 * @param onProgress receives the fraction of the compressed bytes that has been read, 0 to 1.
 * @returns the decompressed bytes, or an error message
 */
async function unpack(bytes: Uint8Array, onProgress?: (fraction: number) => void): Promise<Uint8Array | string> {
  const chunks: Uint8Array[] = [];
  let [length, consumed] = [0, 0];
  const source = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      if (consumed >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(consumed, (consumed += chunkLength)));
    },
  });
  const reader = source.pipeThrough(new DecompressionStream("gzip")).getReader();
  for (;;) {
    // An error that the progress callback throws must not be caught here, because it is not a fault of the file.
    const result = await reader.read().catch(() => null);
    if (result === null) {
      const position = length === 0 ? "" : ` after ${length.toLocaleString("en-US")} bytes`;
      return `The file is compressed with gzip, and damaged or cut off${position}. Decompress it first, or copy it again.`;
    }
    if (result.done) break;
    chunks.push(result.value);
    length += result.value.length;
    if (length > maxUnpackedBytes) {
      void reader.cancel();
      return `The file decompresses to more than ${millions(maxUnpackedBytes)} MB, the maximum that is read. Shorten it.`;
    }
    onProgress?.(Math.min(1, consumed / bytes.length));
  }
  const unpacked = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    unpacked.set(chunk, offset);
    offset += chunk.length;
  }
  return unpacked;
}

const chunkLength = 2 ** 20;

/**
 * Decodes the bytes of a file to text, as UTF-8, UTF-16 or, if they are neither, Latin-1. `guesses` are sentences about what was assumed;
 * `refused` is the reason why a file is not read, such as a known binary signature or a high fraction of control characters.
 */
function decodeBytes(bytes: Uint8Array): DecodedFile {
  const signature = binarySignatures.find(([firstBytes]) => startsWith(bytes, firstBytes));
  // Some signatures consist of letters and may occur at the start of a text.
  if (signature !== undefined && controlFraction(bytes) > 0) return rejectedFile(`The file ${signature[1]}. ${signature[2]}`);
  if (startsWith(bytes, [0xff, 0xfe, 0, 0]) || startsWith(bytes, [0, 0, 0xfe, 0xff]))
    return rejectedFile("The file is text in UTF-32. Save it as UTF-8.");
  const utf16Encoding = startsWith(bytes, [0xff, 0xfe]) ? "utf-16le" : startsWith(bytes, [0xfe, 0xff]) ? "utf-16be" : detectUtf16(bytes);
  if (utf16Encoding !== null) {
    const text = new TextDecoder(utf16Encoding).decode(bytes);
    const hasByteOrderMark = bytes[0] >= 0xfe;
    // Small 16-bit integers have zeros in every second byte, too.
    if (!hasByteOrderMark && controlFraction(new TextEncoder().encode(text.slice(0, examinedBytes))) > maxControlFraction)
      return rejectedFile(binaryMessage);
    return { text, guesses: hasByteOrderMark ? [] : ["The file has no byte order mark: it is read as UTF-16."], refused: null };
  }
  if (controlFraction(bytes) > maxControlFraction) return rejectedFile(binaryMessage);
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), guesses: [], refused: null };
  } catch {
    // The file may be cut off within a character.
    const completeCharacters = bytes.subarray(0, Math.max(0, bytes.findLastIndex((byte) => byte < 0x80) + 1));
    if (bytes.length - completeCharacters.length <= 3) {
      try {
        const text = new TextDecoder("utf-8", { fatal: true }).decode(completeCharacters);
        return { text, guesses: ["The file ends within a character: it may have been cut off."], refused: null };
      } catch {
        // The text is not UTF-8 at all.
      }
    }
    return {
      text: new TextDecoder("latin1").decode(bytes),
      guesses: ["The file is not valid UTF-8: it is read as Latin-1."],
      refused: null,
    };
  }
}

/** Number of bytes that are examined to distinguish text from binary data. */
const examinedBytes = 65_536;
/** Maximum fraction of control characters in a text. */
const maxControlFraction = 0.02;

/** Fraction of control characters at the start of the file. */
function controlFraction(bytes: Uint8Array): number {
  const length = Math.min(bytes.length, examinedBytes);
  let count = 0;
  for (let i = 0; i < length; i++) if (bytes[i] < 0x20 && !(bytes[i] >= 0x08 && bytes[i] <= 0x0d) && bytes[i] !== 0x1b) count++;
  return length === 0 ? 0 : count / length;
}

/** Detects UTF-16 without a byte order mark by zeros in every second byte. */
function detectUtf16(bytes: Uint8Array): "utf-16le" | "utf-16be" | null {
  const pairs = Math.min(bytes.length, examinedBytes) >> 1;
  const zeros = [0, 0];
  for (let i = 0; i < 2 * pairs; i++) if (bytes[i] === 0) zeros[i & 1]++;
  const [even, odd] = zeros;
  if (odd > pairs / 2 && even < pairs / 50) return "utf-16le";
  if (even > pairs / 2 && odd < pairs / 50) return "utf-16be";
  return null;
}

const rejectedFile = (refused: string): DecodedFile => ({ text: "", guesses: [], refused });
const millions = (bytes: number) => Math.ceil(bytes / 1e6).toLocaleString("en-US");
