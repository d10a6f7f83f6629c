/** What every small picture is made of. */

/** A picture as paths: thin lines, and marks that are filled, paler ones first. */
export interface Picture {
  readonly lines: string;
  readonly marks: readonly { readonly path: string; readonly opacity: number }[];
}

/** Size of every picture, CSS pixels. */
export const pictureSize = { width: 56, height: 36 } as const;
