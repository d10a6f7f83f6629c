/** The data of a pictogram. */

/** A picture as SVG paths: thin lines, and filled marks, the paler ones first. Highlighted paths are drawn on top. */
export interface PictogramData {
  readonly lines: string;
  readonly marks: readonly { readonly path: string; readonly opacity: number }[];
  /** Paths in the accent color, each with its own style. In pictures of selection rules: outputs that are granted, awaited or possible. */
  readonly accents?: Readonly<Partial<Record<"done" | "awaited" | "possible", string>>>;
}

/** Size of every picture, CSS pixels. */
export const pictureSize = { width: 56, height: 36 } as const;
