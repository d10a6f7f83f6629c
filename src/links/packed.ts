/**
 * The packed link, which can express every document: `z1=`, the canonical JSON deflated and in base64url, and a checksum that detects
 * truncated or changed links.
 */
import { refuse } from "../core/base/errors.ts";
import { hashText } from "../core/base/hash.ts";
import { canonicalText } from "../core/scenario/canonical.ts";
import { type Document, writeDocument } from "../core/scenario/document.ts";
import type { WrittenDocument } from "../core/scenario/migrate.ts";
import { readDocumentText } from "./text.ts";

/** The tag of this format; another format gets another number. */
export const packedTag = "z1=";
/** Maximum size of an unpacked link, bytes. Unpacking stops there. */
const maxUnpackedBytes = 1_000_000;
const damagedRemedy = "Copy the whole link again; a mail program may have cut it.";

/** Packs a document, in canonical form unless `write` writes it differently, for example with all defaults. */
export function writePacked(document: Document, write: (document: Document) => WrittenDocument = writeDocument): Promise<string> {
  return pack(canonicalText(write(document)));
}

/**
 * Packs a text.
 * @throws ScenarioError if it is too long to be unpacked again
 */
export async function pack(written: string): Promise<string> {
  const encoded = new TextEncoder().encode(written);
  if (encoded.length > maxUnpackedBytes)
    refuse("link", `it would hold ${encoded.length} bytes; a link holds at most ${maxUnpackedBytes}.`, "Save the scenario as a file.");
  const bytes = await transformBytes(new CompressionStream("deflate-raw"), encoded, Infinity, [], 65_536);
  const text = toBase64url(bytes);
  return `${packedTag}${text}.${checkSum(text)}`;
}

/**
 * Unpacks a link, including its tag.
 * @throws ScenarioError if it is damaged or too long, or contains no document
 */
export async function readPacked(link: string): Promise<Document> {
  return readDocumentText(await unpackLink(link));
}

/** The checksum of a text: at most seven letters and digits. */
function checkSum(text: string): string {
  return hashText(text, 0).toString(36);
}

/**
 * The beginning of a damaged packed text, as far as it can be unpacked; empty if nothing can.
 * @param link including its tag
 */
export async function unpackDamaged(link: string): Promise<string> {
  const [text] = link.slice(packedTag.length).split(".");
  const [validText] = /^[\w-]*/.exec(text)!;
  try {
    // Four characters are three bytes; a single remaining character has no complete byte.
    const bytes = fromBase64url(validText.length % 4 === 1 ? validText.slice(0, -1) : validText);
    const chunks: Uint8Array[] = [];
    await transformBytes(new DecompressionStream("deflate-raw"), bytes, maxUnpackedBytes, chunks).catch(() => undefined);
    return new TextDecoder().decode(concatenateBytes(chunks));
  } catch {
    return "";
  }
}

/**
 * The text of a packed link, including its tag.
 * @throws ScenarioError if it is damaged or too long
 */
export async function unpackLink(link: string): Promise<string> {
  const [text, sum, ...rest] = link.slice(packedTag.length).split(".");
  if (sum === undefined || sum === "")
    refuse("link", "the end is missing: a packed link ends with a full stop and a checksum.", damagedRemedy);
  if (rest.length > 0 || sum !== checkSum(text)) {
    refuse("link", `the checksum is wrong: the text requires ${checkSum(text)}, but the link has "${sum.slice(0, 20)}".`, damagedRemedy);
  }
  return unpack(text);
}

async function unpack(text: string): Promise<string> {
  try {
    const bytes = await transformBytes(new DecompressionStream("deflate-raw"), fromBase64url(text), maxUnpackedBytes);
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TooLargeError)
      refuse(
        "link",
        `it unpacks to more than ${maxUnpackedBytes} bytes; no scenario is that long.`,
        "Ask the sender for the scenario as a file, and open it.",
      );
    return refuse("link", "the text between tag and checksum cannot be unpacked.", damagedRemedy);
  }
}

class TooLargeError extends Error {}

/** Bytes that are written to a stream at a time when unpacking. Small chunks keep more of the output before a fault. */
const unpackChunkBytes = 32;

/**
 * Compresses or decompresses bytes with a stream of the browser, and returns the output.
 * @param chunks the output; after a fault it contains what came before
 * @param chunkBytes bytes that are written at a time
 * @throws TooLargeError if the output is longer than `maxBytes`
 */
async function transformBytes(
  stream: CompressionStream | DecompressionStream,
  bytes: Uint8Array<ArrayBuffer>,
  maxBytes: number,
  chunks: Uint8Array[] = [],
  chunkBytes = unpackChunkBytes,
): Promise<Uint8Array> {
  const writer = stream.writable.getWriter();
  // An error of the stream is also reported to the reader, where it is handled.
  for (let offset = 0; offset < bytes.length; offset += chunkBytes)
    writer.write(bytes.subarray(offset, offset + chunkBytes)).catch(() => {});
  writer.close().catch(() => {});
  const reader = stream.readable.getReader();
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    chunks.push(value);
    length += value.length;
    if (length > maxBytes) {
      await reader.cancel().catch(() => {});
      throw new TooLargeError();
    }
  }
  return concatenateBytes(chunks);
}

function concatenateBytes(chunks: readonly Uint8Array[]): Uint8Array {
  const result = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const chunk of chunks) {
    result.set(chunk, offset);
    offset += chunk.length;
  }
  return result;
}

function toBase64url(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The bytes of a base64url text. @throws DOMException if it is invalid */
function fromBase64url(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (char) => char.charCodeAt(0));
}
