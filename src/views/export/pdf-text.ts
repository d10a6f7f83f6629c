/**
 * Text in the fonts that every PDF reader has (PDF 32000-1, 9.6.2.2 and annex D): Helvetica, its bold, and Symbol for Greek letters and
 * mathematical signs. No font is embedded or downloaded.
 */

/** Fonts by resource name. */
export const fonts = { F1: "Helvetica", F2: "Helvetica-Bold", F3: "Symbol" } as const;
export type FontName = keyof typeof fonts;

/** Consecutive characters in one font. */
export interface TextRun {
  readonly font: FontName;
  readonly codes: readonly number[];
  /** Advance width, thousandths of the font size. */
  readonly width: number;
  /** Font size and baseline offset relative to the size of the text: superscripts are smaller and raised. */
  readonly scale: number;
  readonly rise: number;
}

/** Advance widths of the codes 32 to 126, thousandths of the font size (Adobe font metrics of Helvetica and Helvetica-Bold). */
const advances = {
  F1: "278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500 334 260 334 584",
  F2: "278 333 474 556 556 889 722 238 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 333 333 584 584 584 611 975 722 722 722 722 667 611 778 722 278 556 722 611 833 722 778 667 778 722 667 611 722 667 944 667 667 611 333 278 333 584 556 333 556 611 556 611 556 333 611 611 278 278 556 278 889 611 611 611 611 389 556 333 611 556 778 556 556 500 389 280 389 584",
} as const;
const advanceOf = { F1: advances.F1.split(" ").map(Number), F2: advances.F2.split(" ").map(Number) };

/** Characters of the codes 128 to 159 in WinAnsiEncoding, which differ from Latin-1; a space for undefined codes. */
const above127 = "€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ";
/** Advance widths that differ from the default width. */
const specialAdvances: Readonly<Record<string, number>> = {
  "…": 1000,
  "–": 556,
  "—": 1000,
  "‘": 222,
  "’": 222,
  "“": 333,
  "”": 333,
  "•": 350,
  "·": 278,
  "°": 400,
  "¹": 333,
  "²": 333,
  "³": 333,
  "×": 584,
  "±": 584,
  "÷": 584,
  "¬": 584,
};
const defaultAdvance = 556;

/** Code and advance width in the Symbol font. */
const symbols: Readonly<Record<string, readonly [code: number, advance: number]>> = {
  α: [0x61, 631], β: [0x62, 549], χ: [0x63, 549], δ: [0x64, 494], ε: [0x65, 439], φ: [0x66, 521], γ: [0x67, 411], η: [0x68, 603],
  ι: [0x69, 329], κ: [0x6b, 549], λ: [0x6c, 549], μ: [0x6d, 576], ν: [0x6e, 521], ο: [0x6f, 549], π: [0x70, 549], θ: [0x71, 521],
  ρ: [0x72, 549], σ: [0x73, 603], τ: [0x74, 439], υ: [0x75, 576], ω: [0x77, 686], ξ: [0x78, 493], ψ: [0x79, 686], ζ: [0x7a, 494],
  Δ: [0x44, 612], Φ: [0x46, 763], Γ: [0x47, 603], Λ: [0x4c, 686], Π: [0x50, 768], Θ: [0x51, 741], Σ: [0x53, 592], Ω: [0x57, 768],
  Ξ: [0x58, 645], Ψ: [0x59, 795], "−": [0x2d, 549], "′": [0xa2, 247], "≤": [0xa3, 549], "∞": [0xa5, 713], "↔": [0xab, 1042],
  "←": [0xac, 987], "↑": [0xad, 603], "→": [0xae, 987], "↓": [0xaf, 603], "″": [0xb2, 411], "≥": [0xb3, 549], "∂": [0xb6, 494],
  "≠": [0xb9, 549], "≈": [0xbb, 549], "∈": [0xce, 713], "√": [0xd6, 549], "⋅": [0xd7, 250], "∏": [0xd5, 823], "∑": [0xe5, 713],
}; // prettier-ignore

/** Superscripts and subscripts, with the plain character of each position. */
const superscripts = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿᵏ";
const subscripts = "₀₁₂₃₄₅₆₇₈₉";
const plainCharacters = "0123456789+-nk";
/** Replacements for special spaces and for characters with a plainer equivalent. */
const replacements: Readonly<Record<string, string>> = {
  "\u00a0": " ",
  "\u2009": " ",
  "\u200a": " ",
  "\u202f": " ",
  "\u2011": "-",
  "∕": "/",
  "⁄": "/",
  ℓ: "l",
  "∗": "*",
};
/** Invisible characters: direction marks and variation selectors. */
const invisible = /[\u200b-\u200f\u202a-\u202e\u2066-\u2069]|\ufe0e|\ufe0f/;
/** Width of a narrow space relative to a normal one. */
const narrowSpaceWidth = 0.6;

/** Code of a character in Helvetica; undefined if the font does not have it. */
function codeOf(letter: string): number | undefined {
  const code = letter.codePointAt(0)!;
  if ((code >= 32 && code < 127) || (code >= 160 && code < 256)) return code;
  const index = letter === " " ? -1 : above127.indexOf(letter);
  return index < 0 ? undefined : 128 + index;
}

/**
 * Splits a text into runs of one font, size and baseline, as PDF text operators need them. The fonts are F1 (Helvetica), F2 (Helvetica
 * Bold) and F3 (Symbol). In a run, `width` is in thousandths of the font size; `scale` and `rise` (the shift upwards) are parts of it.
 * Superscripts and subscripts become smaller plain characters, raised or lowered.
 * @param missing Receives the characters that no font has.
 */
export function textRuns(text: string, isBold: boolean, missing: Set<string>): readonly TextRun[] {
  const textFont = isBold ? "F2" : "F1";
  const runs: { font: FontName; codes: number[]; width: number; scale: number; rise: number }[] = [];
  const append = (font: FontName, code: number, width: number, scale = 1, rise = 0) => {
    const last = runs.at(-1);
    if (last?.font === font && last.scale === scale && last.rise === rise) {
      last.codes.push(code);
      last.width += width * scale;
    } else runs.push({ font, codes: [code], width: width * scale, scale, rise });
  };
  for (const character of text) {
    if (invisible.test(character)) continue;
    const [superscriptIndex, subscriptIndex] = [superscripts.indexOf(character), subscripts.indexOf(character)];
    const scriptIndex = Math.max(superscriptIndex, subscriptIndex);
    const letter = scriptIndex >= 0 ? plainCharacters[scriptIndex] : (replacements[character] ?? character);
    const [scale, rise] = superscriptIndex >= 0 ? [0.65, 0.35] : subscriptIndex >= 0 ? [0.65, -0.15] : [1, 0];
    const code = codeOf(letter);
    if (code !== undefined) {
      // A narrow space is a normal space in a smaller font.
      const isNarrowSpace = letter === " " && character !== " " && character !== "\u00a0";
      const width = specialAdvances[letter] ?? advanceOf[textFont][code - 32] ?? defaultAdvance;
      append(textFont, code, width, isNarrowSpace ? narrowSpaceWidth : scale, isNarrowSpace ? 0 : rise);
    } else if (letter in symbols) append("F3", ...symbols[letter], scale, rise);
    else {
      missing.add(character);
      // Code 63 is the question mark.
      append(textFont, 63, defaultAdvance);
    }
  }
  return runs;
}
