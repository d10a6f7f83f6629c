/** What every small picture is made of. */

/** A picture as paths: thin lines, and marks that are filled, paler ones first; over them, what is meant. */
export interface Picture {
  readonly lines: string;
  readonly marks: readonly { readonly path: string; readonly opacity: number }[];
  /** Drawn in the accent: what is done, what is waited for, and what might be done as well. */
  readonly meant?: Readonly<Partial<Record<"done" | "awaited" | "possible", string>>>;
}

/** Size of every picture, CSS pixels. */
export const pictureSize = { width: 56, height: 36 } as const;
