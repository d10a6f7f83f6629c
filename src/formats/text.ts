/** Bytes of a file as text: unpacked, decoded, or refused by what they look like. A name of a file plays no part. */

/** Most bytes of a file. */
export const mostBytes = 256e6;
/** Most bytes that a packed file may unpack to: nearly what one string holds. */
export const mostUnpacked = 512e6;

/** A file as text. */
export interface Opened {
  /** Empty where the file was refused. */
  readonly text: string;
  /** What was guessed, as sentences. */
  readonly guesses: readonly string[];
  /** Why it is no text, as a sentence with what to do; null where it is one. */
  readonly refused: string | null;
}

/** null, or why a file of so many bytes is not read at all: to be asked before it is. */
export function tooLarge(bytes: number): string | null {
  if (bytes <= mostBytes) return null;
  return `The file has ${millions(bytes)} MB; up to ${millions(mostBytes)} MB are read. Pack it with gzip, or cut it.`;
}

/**
 * The text in a file: UTF-8, UTF-16 or, as a guess, Latin-1; packed by gzip or not.
 * @param onPart hears now and then which part has been unpacked, 0 to 1; may throw to break off
 */
export async function textOf(bytes: Uint8Array, onPart?: (part: number) => void): Promise<Opened> {
  const refused = tooLarge(bytes.length);
  if (refused !== null) return refuse(refused);
  if (!startsWith(bytes, gzip)) return decoded(bytes);
  const unpacked = await unpack(bytes, onPart);
  return typeof unpacked === "string" ? refuse(unpacked) : decoded(unpacked);
}

const gzip = [0x1f, 0x8b];

/** How files begin that are no text: what they are, and what to do. */
const strangers: readonly (readonly [begin: readonly number[] | string, is: string, remedy: string])[] = [
  [gzip, "is packed twice", "Unpack it once (gunzip)."],
  [[0x28, 0xb5, 0x2f, 0xfd], "is packed by zstd", "Unpack it first (unzstd); gzip can stay."],
  [[0xfd, 0x37, 0x7a, 0x58, 0x5a], "is packed by xz", "Unpack it first (unxz); gzip can stay."],
  ["BZh", "is packed by bzip2", "Unpack it first (bunzip2); gzip can stay."],
  [[0x37, 0x7a, 0xbc, 0xaf], "is a 7z archive", "Unpack it, and open one file of it."],
  [[0x50, 0x4b, 0x03, 0x04], "is a ZIP archive or a spreadsheet", "Unpack it, or save the sheet as CSV."],
  [[0x50, 0x4b, 0x05, 0x06], "is an empty ZIP archive", "Pack it again."],
  [[0xd0, 0xcf, 0x11, 0xe0], "is an old spreadsheet or document", "Save it as CSV."],
  [[0x89, 0x50, 0x4e, 0x47], "is a PNG picture", "Open the network that it shows, not its picture."],
  [[0xff, 0xd8, 0xff], "is a JPEG picture", "Open the network that it shows, not its picture."],
  ["GIF8", "is a GIF picture", "Open the network that it shows, not its picture."],
  ["%PDF-", "is a PDF", "Copy its table as text, and paste it."],
  [[0x7f, 0x45, 0x4c, 0x46], "is a program (ELF)", "Run it, and open what it writes."],
  ["MZ", "is a program", "Run it, and open what it writes."],
  [[0x89, 0x48, 0x44, 0x46], "is HDF5", "Write the table as CSV."],
  ["PAR1", "is Parquet", "Write the table as CSV."],
  [[0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59], "is a NumPy array", "Write it as CSV (numpy.savetxt)."],
  ["SQLite format 3", "is an SQLite database", "Write the table as CSV."],
  ["OTF2", "is a trace (OTF2)", "Convert it to GOAL text."],
];

/** What any other binary file may be. */
const stranger =
  "The file is binary: perhaps a trace as OTF2, DUMPI or Chakra write it, or a schedule that txt2bin has made. Open it as text: a trace as GOAL, a network as GraphML or a list of links.";

function startsWith(bytes: Uint8Array, begin: readonly number[] | string): boolean {
  for (let i = 0; i < begin.length; i++) if (bytes[i] !== (typeof begin === "string" ? begin.charCodeAt(i) : begin[i])) return false;
  return true;
}

/** Unpacks gzip. @returns a sentence where that cannot be */
async function unpack(bytes: Uint8Array, onPart?: (part: number) => void): Promise<Uint8Array | string> {
  const pieces: Uint8Array[] = [];
  let [length, given] = [0, 0];
  const packed = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull(controller) {
      if (given >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(given, (given += pieceLength)));
    },
  });
  const reader = packed.pipeThrough(new DecompressionStream("gzip")).getReader();
  for (;;) {
    // What a listener throws to break off is not a fault of the file.
    const next = await reader.read().catch(() => null);
    if (next === null) {
      const after = length === 0 ? "" : ` after ${length.toLocaleString("en-US")} bytes`;
      return `The file is packed by gzip, and damaged or cut off${after}. Unpack it first, or copy it again.`;
    }
    if (next.done) break;
    pieces.push(next.value);
    length += next.value.length;
    if (length > mostUnpacked) {
      void reader.cancel();
      return `The file unpacks to more than ${millions(mostUnpacked)} MB, which is the most that is read. Cut it.`;
    }
    onPart?.(Math.min(1, given / bytes.length));
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

const pieceLength = 2 ** 20;

/** The text that bytes stand for. */
function decoded(bytes: Uint8Array): Opened {
  const known = strangers.find(([begin]) => startsWith(bytes, begin));
  // Some begin with letters, as a text may.
  if (known !== undefined && controlShare(bytes) > 0) return refuse(`The file ${known[1]}. ${known[2]}`);
  if (startsWith(bytes, [0xff, 0xfe, 0, 0]) || startsWith(bytes, [0, 0, 0xfe, 0xff]))
    return refuse("The file is text as UTF-32. Save it as UTF-8.");
  const wide = startsWith(bytes, [0xff, 0xfe]) ? "utf-16le" : startsWith(bytes, [0xfe, 0xff]) ? "utf-16be" : guessedWide(bytes);
  if (wide !== null) {
    const text = new TextDecoder(wide).decode(bytes);
    const isTold = bytes[0] >= 0xfe;
    // Small numbers of two bytes have zeros, too.
    if (!isTold && controlShare(new TextEncoder().encode(text.slice(0, looked))) > mostControls) return refuse(stranger);
    return { text, guesses: isTold ? [] : ["The file is taken for UTF-16, which it does not say."], refused: null };
  }
  if (controlShare(bytes) > mostControls) return refuse(stranger);
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), guesses: [], refused: null };
  } catch {
    // A file may have been cut within a sign.
    const whole = bytes.subarray(0, Math.max(0, bytes.findLastIndex((byte) => byte < 0x80) + 1));
    if (bytes.length - whole.length <= 3) {
      try {
        const text = new TextDecoder("utf-8", { fatal: true }).decode(whole);
        return { text, guesses: ["The file ends within a sign: it may have been cut off."], refused: null };
      } catch {
        // It is no UTF-8 at all.
      }
    }
    return {
      text: new TextDecoder("latin1").decode(bytes),
      guesses: ["The file is no UTF-8: its signs are taken for Latin-1."],
      refused: null,
    };
  }
}

/** Bytes that are looked at to tell text from what is none. */
const looked = 65_536;
/** Share of control signs up to which bytes are text. */
const mostControls = 0.02;

/** Share of bytes that text does not have, at the beginning. */
function controlShare(bytes: Uint8Array): number {
  const length = Math.min(bytes.length, looked);
  let count = 0;
  for (let i = 0; i < length; i++) if (bytes[i] < 0x20 && !(bytes[i] >= 0x08 && bytes[i] <= 0x0d) && bytes[i] !== 0x1b) count++;
  return length === 0 ? 0 : count / length;
}

/** UTF-16 without a mark, as zeros in every second place show it. */
function guessedWide(bytes: Uint8Array): "utf-16le" | "utf-16be" | null {
  const pairs = Math.min(bytes.length, looked) >> 1;
  const zeros = [0, 0];
  for (let i = 0; i < 2 * pairs; i++) if (bytes[i] === 0) zeros[i & 1]++;
  const [even, odd] = zeros;
  if (odd > pairs / 2 && even < pairs / 50) return "utf-16le";
  if (even > pairs / 2 && odd < pairs / 50) return "utf-16be";
  return null;
}

const refuse = (refused: string): Opened => ({ text: "", guesses: [], refused });
const millions = (bytes: number) => Math.ceil(bytes / 1e6).toLocaleString("en-US");
