/** A text → the squares of a QR code. */
import { encode } from "uqr";

export interface CodeMarks {
  /** Squares along a side, the quiet margin of four included. */
  readonly size: number;
  /** All black squares as one SVG path, a unit per square. */
  readonly path: string;
}

/** Squares along a side up to which a code of 164 px reads from the back row. */
export const readable = 69;

/** The code with the lowest correction, because larger squares help more than spare ones; null for a text that no code can hold. */
export function codeOf(text: string): CodeMarks | null {
  try {
    const { size, data } = encode(text, { ecc: "L", border: 4 });
    const path = data.flatMap((row, y) => row.flatMap((isBlack, x) => (isBlack ? [`M${x} ${y}h1v1h-1z`] : []))).join("");
    return { size, path };
  } catch {
    return null;
  }
}
