/** Converts a text to a QR code. */
import { encode } from "uqr";

export interface QrCodeMarks {
  /** Squares along a side, including the margin of four on both sides. */
  readonly size: number;
  /** All black squares as one SVG path, one unit per square. */
  readonly path: string;
}

/** Squares along a side up to which a code of 164 px can be read from the back row. */
export const maxReadableSize = 69;

/** The QR code with the lowest error correction, because larger squares help more than redundancy; null if the text is too long. */
export function qrCodeOf(text: string): QrCodeMarks | null {
  try {
    const { size, data } = encode(text, { ecc: "L", border: 4 });
    const path = data.flatMap((row, y) => row.flatMap((isBlack, x) => (isBlack ? [`M${x} ${y}h1v1h-1z`] : []))).join("");
    return { size, path };
  } catch {
    return null;
  }
}
